import type { EquipmentKind } from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { categoryOf, chargedLitres } from './clearance-rules.ts'

test.each([
  ['minicontainer', 'residual_waste', 'rest'],
  ['minicontainer', 'gft', 'gft'],
  ['minicontainer', 'paper', 'containers'],
  ['citybin', 'residual_waste', 'rest'],
  ['citybin', 'gft', 'gft'],
  ['citybin', 'paper', 'containers'],
  ['zak', 'residual_waste', 'rest'],
  ['zak', 'gft', 'gft'],
  ['zak', 'pmd', 'containers'],
  ['ondergronds', 'residual_waste', 'locations'],
  ['ondergronds', 'gft', 'locations'],
  ['ondergronds', 'glass', 'locations'],
  ['wijkcontainer', 'residual_waste', 'locations'],
  ['wijkcontainer', 'gft', 'locations'],
  ['wijkcontainer', 'textile', 'locations'],
  [null, 'residual_waste', 'waste_depot'],
  [null, 'gft', 'waste_depot'],
  [null, 'pruning_waste', 'waste_depot'],
] as const)('a clearance of a container of the kind %s with %s is in the part of the bill %s', (kind, stream, part) => {
  expect(categoryOf(kind, stream)).toBe(part)
})

test.each<[EquipmentKind, number | null]>([
  ['minicontainer', 240],
  ['citybin', 240],
  ['zak', 240],
  ['ondergronds', 60],
  ['wijkcontainer', null],
])('for a container of 240 litres of the kind %s, a clearance charges %j litres', (kind, litres) => {
  expect(chargedLitres({ kind, volume_litres: 240 })).toBe(litres)
})
