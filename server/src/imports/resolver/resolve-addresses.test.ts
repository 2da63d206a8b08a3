import { beforeEach, expect, test } from 'vitest'
import { clearTables } from '../../test/clear-tables.ts'
import { insertAddress } from '../../test/make.ts'
import { testDatabase } from '../../test/test-database.ts'
import { type AddressReference, addressProblem, resolveAddresses, type WrittenAddress } from './resolve-addresses.ts'

const db = await testDatabase()
let ids: Record<'coded' | 'other' | 'square' | 'uncoded', number>
beforeEach(async () => {
  await clearTables(db, 'address', 'street', 'town', 'municipality')
  const insert = async (address: Parameters<typeof insertAddress>[1]) => (await insertAddress(db, address)).id
  ids = {
    coded: await insert({ object_code: 'H118', bag_id: '0917200000000118' }),
    other: await insert({ house_number: 120 }),
    square: await insert({ street: 'Plein 1940', house_number: 12 }),
    uncoded: await insert({ street: 'Bosweg', house_number: 1, postal_code: null }),
  }
})

const usual: WrittenAddress = {
  street: 'Akerstraat',
  house_number: 118,
  house_number_extension: null,
  postal_code: '6411CD',
  city: '',
}
async function resolve(address_code: string | null, written?: Partial<WrittenAddress>) {
  const reference: AddressReference = { address_code, address: written ? { ...usual, ...written } : null }
  const resolved = (await resolveAddresses(db, [reference]))(reference)
  return 'id' in resolved ? resolved.id : addressProblem(resolved)
}

test('finds an address by its object code, and by its BAG id', async () => {
  expect(await resolve('H118')).toBe(ids.coded)
  expect(await resolve('0917200000000118')).toBe(ids.coded)
  expect(await resolve('0917200000000119')).toBe('objectcode 0917200000000119 is bij geen adres bekend')
})

test('prefers the address with an object code over an address with the same BAG id', async () => {
  const { id } = await insertAddress(db, { house_number: 122, object_code: '0917200000000118' })
  expect(await resolve('0917200000000118')).toBe(id)
})

test('rejects a code and a text that belong to different addresses', async () => {
  expect(await resolve('H118', {})).toBe(ids.coded)
  expect(await resolve('H118', { house_number: 120 })).toBe(
    'de objectcode hoort bij een ander adres dan de straat en het huisnummer',
  )
})

test('finds an address by its code when no address has the text of the row', async () => {
  expect(await resolve('H118', { street: 'Akkerstraat' })).toBe(ids.coded)
})

test('requires the town of the row, in any case and accents', async () => {
  expect(await resolve(null, { city: 'HEERLEN' })).toBe(ids.coded)
  expect(await resolve(null, { city: 'Kerkrade' })).toBe('het adres is onbekend')
})

test('distinguishes two towns with the same street, number and postal code', async () => {
  const { id } = await insertAddress(db, { city: 'Hoensbroek' })
  expect(await resolve(null)).toBe('het adres is onbekend')
  expect(await resolve(null, {})).toBe('meer dan één adres leest zo; geef de objectcode')
  expect(await resolve(null, { city: 'Hoensbroek' })).toBe(id)
})

test('splits a text at any number, but never moves a number of one column to another column', async () => {
  const split = { street: 'Plein', house_number: 1940, house_number_extension: '12' }
  expect(await resolve(null, { ...split, inOneText: true })).toBe(ids.square)
  expect(await resolve(null, split)).toBe('het adres is onbekend')
  expect(await resolve(null, { street: 'Plein 1940', house_number: 12 })).toBe(ids.square)
})

test('finds an address without a postal code only by a row without a postal code', async () => {
  const bosweg = { street: 'Bosweg', house_number: 1 }
  expect(await resolve(null, { ...bosweg, postal_code: null })).toBe(ids.uncoded)
  expect(await resolve(null, bosweg)).toBe('het adres is onbekend')
  expect(await resolve(null, { postal_code: null })).toBe('het adres is onbekend')
})

test('never takes an extension for another one with the same key', async () => {
  const twelve = await insertAddress(db, { house_number: 7, house_number_extension: '12', object_code: 'H7' })
  expect(await resolve(null, { house_number: 7, house_number_extension: '12' })).toBe(twelve.id)
  expect(await resolve(null, { house_number: 7, house_number_extension: '1/2' })).toBe('het adres is onbekend')
  const half = await insertAddress(db, { house_number: 7, house_number_extension: '1/2' })
  expect(await resolve(null, { house_number: 7, house_number_extension: '1-2' })).toBe(half.id)
  expect(await resolve('H7', { house_number: 7, house_number_extension: '1/2' })).toBe(
    'de objectcode hoort bij een ander adres dan de straat en het huisnummer',
  )
})
