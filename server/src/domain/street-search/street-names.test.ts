import { expect, test } from 'vitest'
import { insertAddress } from '../../test/make.ts'
import { testDatabase } from '../../test/test-database.ts'
import { closeStreetNames, respelledStreetNames } from './street-names.ts'
import { findRespelledNames } from './streets.queries.ts'
import { findOrInsertStreets } from './streets.ts'

const db = await testDatabase()
await insertAddress(db, { street: 'Akerstraat' })

const insertStreets = (...names: string[]) =>
  findOrInsertStreets(
    db,
    names.map((name) => ({ municipality_id: 917, city: 'Heerlen', name })),
  )
async function allOf<Step>(steps: AsyncIterable<Step>) {
  const found: Step[] = []
  for await (const step of steps) found.push(step)
  return found
}
const close = (typed: string, maxErrors = 2) => allOf(closeStreetNames(db, typed, maxErrors))
const respelled = (typed: string) => allOf(respelledStreetNames(db, typed))

test('finds the first name of the database, and names that are stored after an earlier search', async () => {
  expect(await close('akerstrat')).toEqual([
    { errors: 1, keys: ['akerstraat'] },
    { errors: 2, keys: ['akerstraat'] },
  ])
  await insertStreets('Akkerstraat')
  expect(await close('akerstrat')).toEqual([
    { errors: 1, keys: ['akerstraat'] },
    { errors: 2, keys: ['akerstraat', 'akkerstraat'] },
  ])
  expect(await close('akerstrat', 1)).toEqual([{ errors: 1, keys: ['akerstraat'] }])
})

test('allows no typing errors in a short text, and none in a text of more than 80 letters', async () => {
  await insertStreets('Abe', 'x'.repeat(80), 'y'.repeat(80))
  expect(await close('abc')).toEqual([])
  expect(await close('x'.repeat(79), 1)).toEqual([{ errors: 1, keys: ['x'.repeat(80)] }])
  expect(await close(`${'x'.repeat(79)}z`, 1)).toEqual([{ errors: 1, keys: ['x'.repeat(80)] }])
  expect(await close('y'.repeat(81), 1)).toEqual([])
})

test('compares the spellings of a typed abbreviation', async () => {
  await insertStreets('Burgemeester Waszinkstraat')
  expect(await close('burg waszingstraat', 1)).toEqual([{ errors: 1, keys: ['burgemeesterwaszinkstraat'] }])
})

test('finds at most 50 names, in alphabetical order', async () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const names = letters.flatMap((letter) => [`Zonnebloem${letter}`, `Zonneblo${letter}m`])
  await insertStreets(...names.toReversed())
  const [found] = await close('zonnebloem', 1)
  expect(found?.keys).toEqual(
    names
      .map((name) => name.toLowerCase())
      .sort()
      .slice(0, 50),
  )
})

test('finds at most 50 names by another reading, in alphabetical order', async () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const names = letters.flatMap((letter) => [`Molenplein${letter}`, `${letter} Molenplein`])
  await insertStreets(...names.toReversed())
  expect(await respelled('molenpl')).toEqual([
    {
      step: 3,
      keys: names
        .map((name) => name.toLowerCase().replace(' ', ''))
        .sort()
        .slice(0, 50),
    },
  ])
})

test('reads the first 50 names that begin with a reading, and the first 50 that have it behind another word', async () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'].flatMap((letter) => [letter, letter + letter])
  const beginnings = letters.map((text) => `Havenplein${text}`)
  // The last three names have the same part behind the first word, so the first word decides.
  const ends = [...beginnings.slice(0, 49), 'Havenpleinzz', 'Havenpleinzz', 'Havenpleinzz']
  const insides = ends.map((end, at) => `${letters.at(-1 - at)} ${end}`)
  await insertStreets(...[...beginnings, ...insides].toReversed())
  const found = await findRespelledNames(db, ['havenplein'], [])
  const keyOf = (name: string) => name.toLowerCase().replace(' ', '')
  const expected = [...beginnings.slice(0, 50), ...insides.slice(0, 49), insides.at(-2) ?? ''].map(keyOf)
  expect(found.map(({ key }) => key)).toEqual(expected.toSorted())
})

test('finds names by another reading: a whole name, then two parts of a name, then a beginning or an ending', async () => {
  await insertStreets(
    'Kerkplein',
    'Kerkpleinstraat',
    'Grote Kerkplein',
    'Oude Kerkplein Zuid',
    'Jan Laan',
    'Jan P. Goorpad',
  )
  expect(await respelled('kerkpl')).toEqual([
    { step: 1, keys: ['kerkplein'] },
    { step: 3, keys: ['grotekerkplein', 'kerkpleinstraat', 'oudekerkpleinzuid'] },
  ])
  expect(await respelled('jan goorpad')).toEqual([{ step: 2, keys: ['janpgoorpad'] }])
  expect(await respelled('jan ln')).toEqual([{ step: 1, keys: ['janlaan'] }])
  expect(await respelled('akerstraat')).toEqual([])
})
