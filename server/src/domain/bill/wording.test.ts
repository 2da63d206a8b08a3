import { EquipmentKind, WasteStream } from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { liftWords } from './wording.ts'

test.each([
  ['minicontainer', 'paper', 'de papiercontainer', 'geleegd'],
  ['citybin', 'residual_waste', 'de citybin voor restafval', 'geleegd'],
  ['zak', 'pmd', 'de zak voor pmd', 'opgehaald'],
  ['ondergronds', 'diaper', 'de ondergrondse container voor luiers', 'geopend'],
  ['wijkcontainer', 'textile', 'de wijkcontainer voor textiel', 'geleegd'],
  [null, 'pruning_waste', 'het grondstoffenpark', 'bezocht'],
] as const)('a lift of %s with %s is called %s, which is %s', (kind, waste_type, name, verb) => {
  expect(liftWords({ kind, waste_type })).toEqual({ name, verb })
})

test('each kind of container has another name for each stream, without a missing word', () => {
  const names = EquipmentKind.options.map((kind) =>
    WasteStream.options.map((waste_type) => liftWords({ kind, waste_type }).name),
  )
  for (const ofKind of names) expect(new Set(ofKind).size).toBe(WasteStream.options.length)
  for (const name of names.flat()) expect(name).toMatch(/^de .*[a-zA-Z]$/)
})
