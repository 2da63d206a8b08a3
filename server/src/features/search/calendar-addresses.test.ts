import { missingText, searchCalendarAddresses } from '@rd4-loket/contract'
import { beforeAll, expect, test } from 'vitest'
import { insertAddress, insertCollectionSystem } from '../../test/make.ts'
import { type Person, testServer } from '../../test/server.ts'

const { call, db } = await testServer()
const kerkrade = { id: 928, name: 'Kerkrade' }

const find = (person: Person, text: string) => call(person, searchCalendarAddresses, { body: { text } })
const found = async (person: Person, text: string) =>
  (await find(person, text)).data.map((hit) => (hit.kind === 'address' ? hit.alias : `${hit.street}, ${hit.city}`))

beforeAll(async () => {
  const { id: address_id } = await insertAddress(db, { alias: 'aker-118', house_number: 118, object_code: '0917118' })
  await insertAddress(db, { alias: 'aker-118a', house_number: 118, house_number_extension: 'A' })
  await insertCollectionSystem(db, { name: 'Akerstraat bij 118', address_id })
  const theirs = { municipality: kerkrade, city: 'Kerkrade', postal_code: '6461AA' }
  await insertAddress(db, { alias: 'kerkrade-118', house_number: 118, ...theirs })
  await insertAddress(db, { alias: 'hoofd-1', street: 'Hoofdstraat', house_number: 1, ...theirs })
})

test('finds an address by postal code and number, and by street and number in any order', async () => {
  expect(await found('municipal', '6411 cd 118')).toEqual(['aker-118', 'aker-118a'])
  expect(await found('municipal', '6411CD 118a')).toEqual(['aker-118a'])
  expect(await found('municipal', 'heerlen akerstr 118 a')).toEqual(['aker-118a'])
})

test('finds a street by the name of the employee’s municipality, also when the street is in another town', async () => {
  await insertAddress(db, { alias: 'wieen-1', street: 'Wieënweg', house_number: 1, city: 'Hoensbroek' })
  expect(await found('municipal', 'wieënweg 1 heerlen')).toEqual(['wieen-1'])
})

test('finds streets, and no collection systems or object codes', async () => {
  expect(await found('bsgw', 'akerstraat')).toEqual(['Akerstraat, Heerlen', 'Akerstraat, Kerkrade'])
  expect(await found('bsgw', '0917118')).toEqual([])
})

test.each([
  ['akerstraat 118', ['aker-118', 'aker-118a']],
  ['akerstraat', ['Akerstraat, Heerlen']],
  ['akerstraat kerkrade', []],
  ['6461AA 118', []],
  ['hoofdstraat 1', []],
])('S6.2 finds for %s only addresses of the employee’s municipality for a municipal employee', async (text, own) => {
  expect(await found('municipal', text)).toEqual(own)
  expect((await found('bsgw', text)).length).toBeGreaterThan(own.length)
})

test.each([
  ['6411CD 120', '6411 CD bestaat, nummer 120 niet; wel 118.'],
  ['6461AA 120', 'De postcode 6461 AA kennen we niet.'],
  ['hoofdstraat 1', 'De straat hoofdstraat kennen we niet in Heerlen.'],
])('S6.2 the message for %s names nothing outside the employee’s municipality', async (text, message) => {
  const { missing } = (await find('municipal', text)).meta
  expect(missing && missingText(missing)).toBe(message)
})
