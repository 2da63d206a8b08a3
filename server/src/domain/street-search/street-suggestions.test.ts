import { beforeAll, expect, test } from 'vitest'
import { insertAddress } from '../../test/make.ts'
import { testDatabase } from '../../test/test-database.ts'
import { everyMunicipality } from '../places/in-municipality.queries.ts'
import { streetKey } from './street-key.ts'
import { findTowns, suggestStreets } from './street-suggestions.ts'

const db = await testDatabase()
const heerlen = { id: 917, name: 'Heerlen' }
const kerkrade = { id: 928, name: 'Kerkrade' }
const beekdaelen = { id: 1954, name: 'Beekdaelen' }

beforeAll(async () => {
  for (const street of ['Akerstraat', 'Akerstraat-Noord', 'Nieuwe Akerstraat', 'Sint Jansstraat', 'Glück Auf'])
    await insertAddress(db, { street, municipality: heerlen })
  await insertAddress(db, { street: 'Akerstraat', city: 'Eygelshoven', municipality: kerkrade })
  await insertAddress(db, { street: 'Dorpsstraat', city: 'Nuth', municipality: beekdaelen })
  await insertAddress(db, { street: 'Dorpsstraat', city: 'Heerlen', municipality: kerkrade })
})

const suggested = async (street: string, municipality_id?: number, limit = 10) =>
  (await suggestStreets(db, { street, municipality_id, limit })).map(({ street, city }) => `${street}, ${city}`)

test('suggests the typed name first, then names that begin with the typed text, then names that contain it', async () => {
  expect(await suggested('akerstraat')).toEqual([
    'Akerstraat, Eygelshoven',
    'Akerstraat, Heerlen',
    'Akerstraat-Noord, Heerlen',
    'Nieuwe Akerstraat, Heerlen',
  ])
})

test('suggests at most the requested number of streets, and only streets of the requested municipality', async () => {
  expect(await suggested('aker', undefined, 2)).toEqual(['Akerstraat, Eygelshoven', 'Akerstraat, Heerlen'])
  expect(await suggested('aker', 928)).toEqual(['Akerstraat, Eygelshoven'])
})

test('suggests similar names when no name matches the typed text, and nothing when no name is similar', async () => {
  expect(await suggested('akkerstrat')).toEqual(['Akerstraat, Eygelshoven', 'Akerstraat, Heerlen'])
  expect(await suggested('st jansstart')).toEqual(['Sint Jansstraat, Heerlen'])
  expect(await suggested('xyzzy')).toEqual([])
  expect(await suggested('--')).toEqual([])
})

test('suggests streets by another spelling, and a whole name with a typing error before a part of a name', async () => {
  expect(await suggested('akerstr. noord')).toEqual(['Akerstraat-Noord, Heerlen'])
  await insertAddress(db, { street: 'Bellinistraat', municipality: heerlen })
  await insertAddress(db, { street: 'Liniestraat', municipality: heerlen })
  expect(await suggested('linistraat')).toEqual(['Liniestraat, Heerlen', 'Bellinistraat, Heerlen'])
  expect(await suggested('linistraat', 917, 1)).toEqual(['Liniestraat, Heerlen'])
})

test('suggests a new street for a text with typing errors as soon as the street is inserted', async () => {
  expect(await suggested('waterlelyestrat')).toEqual([])
  await insertAddress(db, { street: 'Waterleliestraat', municipality: heerlen })
  expect(await suggested('waterlelyestrat')).toEqual(['Waterleliestraat, Heerlen'])
})

test('finds towns by the beginning of their name, in every municipality', async () => {
  expect(await findTowns(db, everyMunicipality, 'heer')).toEqual([
    { name: 'Heerlen', municipality: heerlen },
    { name: 'Heerlen', municipality: kerkrade },
  ])
  expect(await findTowns(db, everyMunicipality, 'NUTH')).toEqual([{ name: 'Nuth', municipality: beekdaelen }])
  expect(await findTowns(db, everyMunicipality, '%')).toEqual([])
})

test.each([
  'Weißdorf',
  'Ærø',
  'ẞWEIẞ',
  'Œuvre',
  'Łódź',
  'Đakovo',
  'Þingvellir',
  'Seyðisfjörður',
  'Iğdır',
  "'s-Hertogenbosch",
  'Zürich',
])('finds the town %s when it is typed as written, in capitals or without special letters', async (city) => {
  await insertAddress(db, { street: 'Dorpsstraat', city, municipality: heerlen })
  for (const typed of [city, city.toUpperCase(), streetKey(city)])
    expect(await findTowns(db, everyMunicipality, typed), typed).toEqual([{ name: city, municipality: heerlen }])
})
