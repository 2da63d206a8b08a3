import type { Address } from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { addressFileColumns } from './address-file.ts'

const address: Address = {
  alias: 'a1',
  street: 'Akerstraat',
  house_number: 118,
  house_number_extension: 'b',
  postal_code: '6411CD',
  city: 'Heerlen',
  municipality: { id: 917, name: 'Heerlen' },
  object_code: '0917010000000120',
  location: null,
}
const rowOf = (changes: Partial<Address> = {}) =>
  Object.fromEntries(addressFileColumns.map(([heading, cellOf]) => [heading, cellOf({ ...address, ...changes })]))

test('a list of addresses has each part of an address in its own column', () => {
  expect(rowOf()).toEqual({
    Straat: 'Akerstraat',
    Huisnummer: 118,
    Toevoeging: 'b',
    Postcode: '6411 CD',
    Plaats: 'Heerlen',
    Gemeente: 'Heerlen',
    Objectcode: '0917010000000120',
  })
})

test('an address without a postal code has an empty cell', () => {
  expect(rowOf({ postal_code: null }).Postcode).toBeNull()
})
