import type { Clearance } from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { clearanceFile, withNumbers } from './clearance-file.ts'

const lift = (changes: Partial<Clearance> = {}) =>
  ({
    ...{ id: 1, cleared_at: '2025-03-04T09:05:00+01:00', waste_type: 'residual_waste', category: 'rest' },
    ...{ equipment_id: 7, volume_litres: 240, weight_kg: 0.1, amount_cents: 990, ...changes },
  }) as Clearance
const owner = { kind: 'Adres' as const, name: 'Akerstraat 118', town: 'Heerlen', object_code: null }
const fileOf = (lifts: Clearance[], year: number | undefined = 2025) =>
  clearanceFile(withNumbers(lifts, [{ id: 7, number: 'C1' }]), { owner, year })

test('the last row of a year has the number of lifts, and the sums of the known weights and amounts', () => {
  const lifts = [lift(), lift({ weight_kg: 0.2 }), lift({ weight_kg: null, amount_cents: null })]
  expect(fileOf(lifts).total).toEqual(['Samen: 3 ledigingen', null, null, null, null, 0.3, { cents: 1980 }])
  expect(fileOf([lift()]).total?.[0]).toBe('Samen: 1 lediging')
})

test('a sum is empty when no weight and no amount is known', () => {
  const lifts = [lift({ weight_kg: null, amount_cents: null })]
  expect(fileOf(lifts).total).toEqual(['Samen: 1 lediging', null, null, null, null, null, null])
})

test('a list of the most recent lifts has no sum, and its name has no year', () => {
  const { total, fileName } = clearanceFile([], { owner, year: undefined })
  expect([total, fileName]).toEqual([undefined, 'ledigingen meest recent Akerstraat 118'])
})

test('a lift has the number of its container, and no number when the container is unknown', () => {
  const numbers = withNumbers(
    [lift(), lift({ equipment_id: 8 }), lift({ equipment_id: null })],
    [{ id: 7, number: 'C1' }],
  )
  expect(numbers.map(({ container_number }) => container_number)).toEqual(['C1', null, null])
})

test('the cells of a lift are empty when its category or amount is unknown', () => {
  const cellsOf = (changes: Partial<Clearance>) => {
    const [filed] = withNumbers([lift(changes)], [])
    const { columns } = fileOf([])
    return Object.fromEntries(columns.map(([heading, cellOf]) => [heading, filed && cellOf(filed)]))
  }
  expect(cellsOf({})).toMatchObject({ 'Bedrag (euro)': { cents: 990 } })
  expect(cellsOf({ category: undefined, amount_cents: null })).toMatchObject({ Soort: null, 'Bedrag (euro)': null })
})
