import type { EquipmentKind } from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import type { DeliveredClearance } from './clearance-rows.ts'
import { type CandidateContainer, locateClearance } from './locate-clearances.ts'

const container: CandidateContainer = {
  id: 1,
  number: 'C1',
  chip_number: 'CHIP1',
  address_id: 7,
  waste_type: 'residual_waste',
  kind: 'minicontainer',
  volume_litres: 140,
  placed_on: '2024-03-01',
  removed_on: '2024-06-30',
}
const clearance: DeliveredClearance = {
  batch_id: null,
  source_line: 2,
  supplier_key: 'L1',
  address_code: 'H118',
  address: null,
  container_number: 'C1',
  chip_number: null,
  shared: false,
  fraction: 'RESTAFVAL',
  cleared_at: 1_711_000_000,
  day: '2024-03-21',
  weight_kg: null,
  amount_cents: null,
}

const locate = (changes: Partial<DeliveredClearance>, ...containers: Partial<CandidateContainer>[]) => {
  const candidates = (containers.length > 0 ? containers : [{}]).map((it) => ({ ...container, ...it }))
  return locateClearance(
    { ...clearance, ...changes },
    {
      fractions: new Map([
        ['RESTAFVAL', 'residual_waste'],
        ['GFT', 'gft'],
      ]),
      containersByNumber: new Map(candidates.map((it) => [it.number, it])),
      containersByChip: Map.groupBy(candidates, ({ chip_number }) => chip_number ?? ''),
      addressOf: () => ({ id: 7 }),
    },
  )
}

test.each([
  ['2024-02-29', 'container_absent'],
  ['2024-03-01', { container_id: 1 }],
  ['2024-06-30', { container_id: 1 }],
  ['2024-07-01', 'container_absent'],
])('a container from 1 March to 30 June has a clearance on %s: %j', (day, location) => {
  for (const by of [{}, { container_number: null, chip_number: 'CHIP1' }]) {
    const located = locate({ day, ...by })
    if (typeof location === 'string') expect(located).toBe(location)
    else expect(located).toMatchObject(location)
  }
})

test('on the day that a chip moves to another container, the chip alone is ambiguous', () => {
  const byChip = { container_number: null, chip_number: 'CHIP1' }
  const successor = { id: 2, number: 'C2', placed_on: '2024-06-30', removed_on: null }
  expect(locate({ ...byChip, day: '2024-06-29' }, {}, successor)).toMatchObject({ container_id: 1 })
  expect(locate({ ...byChip, day: '2024-06-30' }, {}, successor)).toBe('container_ambiguous')
  expect(locate({ ...byChip, day: '2024-07-01' }, {}, successor)).toMatchObject({ container_id: 2 })
})

test.each<[EquipmentKind, number | null]>([
  ['ondergronds', 60],
  ['wijkcontainer', null],
])(
  'an opening of the shared kind %s charges %j litres to the address, and an emptying charges no address',
  (kind, litres) => {
    const site = { kind, address_id: null, volume_litres: 5000 }
    const part = { category: 'locations', kind }
    expect(locate({ shared: true }, site)).toMatchObject({ ...part, address_id: 7, volume_litres: litres })
    expect(locate({ shared: true, address_code: null }, site)).toMatchObject({
      ...part,
      address_id: null,
      volume_litres: 5000,
    })
  },
)

test.each([
  [{ fraction: 'STEEN' }, 'fraction_unknown'],
  [{ fraction: 'GFT' }, 'fraction_contradiction'],
  [{ shared: true }, 'shared_contradiction'],
  [{ container_number: 'C9' }, 'container_unknown'],
  [{ container_number: null, chip_number: 'CHIP9' }, 'container_unknown'],
  [{ container_number: null }, 'container_unknown'],
])('a clearance with %j is in quarantine: %s', (changes, reason) => {
  expect(locate(changes)).toBe(reason)
})
