import { extensionKey } from '@rd4-loket/contract'
import { beforeAll, expect, test } from 'vitest'
import { loadDemo } from '../../../demo/demo.ts'
import { makeRandom, type Random } from '../../../demo/random.ts'
import { findAddresses } from '../../domain/street-search/location-search.ts'
import { beginsWord, streetKey, streetSpellings } from '../../domain/street-search/street-key.ts'
import { findOrInsertStreets } from '../../domain/street-search/streets.ts'
import { errorsAllowed } from '../../domain/street-search/typing-errors.ts'
import { sql } from '../../platform/database/sql.ts'
import { writeCursor } from '../../platform/http/page.ts'
import { editDistance } from '../../platform/runtime/edit-distance.ts'
import { effort } from '../../test/effort.ts'
import { insertAddress } from '../../test/make.ts'
import { testDatabase } from '../../test/test-database.ts'

const db = await testDatabase()

type AddressCriteria = {
  municipality_id?: number
  object_code?: string
  street?: string
  house_number?: number
  house_number_extension?: string
  postal_code?: string
}
type DemoAddressRow = Required<AddressCriteria> & {
  alias: string
  id: number
  street_id: number
  key: string
  city: string
  spellings: string[]
}

let rows: DemoAddressRow[]
beforeAll(async () => {
  await loadDemo(db, { addresses: 1000 * Math.min(effort, 3), today: '2024-01-03' })
  const { rows: all } = await sql<DemoAddressRow>`
    select address.id, alias, object_code, street_id, municipality_id, city, street.name as street, key,
      house_number, coalesce(house_number_extension, '') as house_number_extension, postal_code
    from address join street on street.id = street_id`.execute(db)
  rows = all.map((row) => ({ ...row, spellings: streetSpellings(row.street) }))
})

const digitsOf = (key: string) => key.replace(/\D/g, '')

/** Returns the rank and the matching part of a street name, or undefined when the name does not match. */
function matchOf(
  { key, spellings }: DemoAddressRow,
  { street, municipality_id, object_code, postal_code }: AddressCriteria,
  errors: number,
) {
  if (street === undefined) return errors > 0 ? undefined : [1, key]
  const typed = streetKey(street)
  if (errors > 0) {
    const distance = Math.min(
      ...streetSpellings(street)
        .slice(0, 4)
        .filter((one) => digitsOf(key).includes(digitsOf(one)))
        .map((one) => editDistance(one, key, errors)),
    )
    return errors <= errorsAllowed(typed) && distance <= errors ? [2 + errors, key] : undefined
  }
  const isFiltered = (municipality_id ?? object_code ?? postal_code) !== undefined
  const [beginning] = spellings.filter((spelling) => spelling.startsWith(typed)).sort()
  const filteredPart = spellings.includes(typed) ? '' : key.startsWith(typed) ? key : `|${key}`
  if (beginning !== undefined) return [1, isFiltered ? filteredPart : beginning]
  const [inside] = spellings
    .flatMap((spelling) => Array.from(spelling, (_, at) => spelling.slice(at)))
    .filter((ending) => typed.length >= 3 && ending.startsWith(typed))
    .sort()
  return inside === undefined ? undefined : [1, `~${isFiltered ? key : inside}`]
}

const compareRows = (a: (string | number)[], b: (string | number)[]) => {
  const at = a.findIndex((value, index) => value !== b[index])
  return at < 0 ? 0 : (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1
}

/** Returns the expected aliases in list order, by comparing every address of the database with the criteria. */
function bruteForceSearch(criteria: AddressCriteria): string[] {
  const { municipality_id, object_code, house_number, house_number_extension, postal_code } = criteria
  const candidates = rows.filter(
    (row) =>
      (municipality_id ?? row.municipality_id) === row.municipality_id &&
      (object_code ?? row.object_code) === row.object_code &&
      (house_number ?? row.house_number) === row.house_number &&
      (postal_code ?? row.postal_code) === row.postal_code &&
      (house_number_extension === undefined || house_number_extension === extensionKey(row.house_number_extension)),
  )
  for (const errors of [0, 1, 2]) {
    const matches = new Map<number, ReturnType<typeof matchOf>>()
    for (const row of candidates)
      if (!matches.has(row.street_id)) matches.set(row.street_id, matchOf(row, criteria, errors))
    const found = candidates.flatMap((row) => {
      const match = matches.get(row.street_id)
      const { alias, key, city, street_id, house_number, house_number_extension, id } = row
      return match
        ? [
            {
              alias,
              position: [...match, key, city, street_id, house_number, extensionKey(house_number_extension), id],
            },
          ]
        : []
    })
    const sorted = found.sort((a, b) => compareRows(a.position, b.position)).map(({ alias }) => alias)
    if (sorted.length > 0) return [...misspelledBefore(sorted, candidates, criteria), ...sorted]
  }
  return []
}

/**
 * Returns the addresses that come before the results: when the first result has the typed text only at the end of a
 * longer word, those in a street whose whole name is one typing error away.
 */
function misspelledBefore(results: string[], candidates: DemoAddressRow[], criteria: AddressCriteria): string[] {
  const { street } = criteria
  const first = candidates.find(({ alias }) => alias === results[0])
  if (street === undefined || !first || beginsWord(street, first.street)) return []
  if (!streetSpellings(first.street).some((spelling) => spelling.endsWith(streetKey(street)))) return []
  return candidates
    .filter((row) => !results.includes(row.alias) && matchOf(row, criteria, 0) === undefined)
    .filter((row) => matchOf(row, criteria, 1) !== undefined)
    .map(({ alias, key, city, street_id, house_number, house_number_extension, id }) => ({
      alias,
      position: [key, city, street_id, house_number, extensionKey(house_number_extension), id],
    }))
    .sort((a, b) => compareRows(a.position, b.position))
    .map(({ alias }) => alias)
}

async function everyPageOf(criteria: AddressCriteria, limit: number): Promise<string[]> {
  const found: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof findAddresses>> = await findAddresses(db, { ...criteria, limit, cursor })
    found.push(...page.data.map(({ alias }) => alias))
    cursor = page.meta.next
  } while (cursor !== null)
  return found
}

/** Returns a text that an unsure employee types: a part of a street name, an abbreviation, or a misspelt name. */
function typed(name: string, random: Random): string {
  const from = random.below(Math.max(1, name.length - 3))
  const wrong = (text: string) => {
    const at = random.below(text.length)
    return text.slice(0, at) + random.pick(['', 'e', 'x', `${text[at]}${text[at]}`]) + text.slice(at + 1)
  }
  const some = streetSpellings(name)
  return random.pick([
    () => name,
    () => name.slice(0, 1 + random.below(name.length)),
    () => name.slice(from, from + 3 + random.below(6)),
    () => some[random.below(some.length)] ?? name,
    () => wrong(name),
    () => wrong(wrong(name)),
    () => random.pick(['a', 'straat', 'van', 'x', 'st']),
  ])()
}

/** Returns random criteria. Most values are from this address. */
function criteriaFrom(row: DemoAddressRow, random: Random): AddressCriteria {
  const criteria: AddressCriteria = {}
  if (random.chance(0.6)) criteria.street = typed(row.street, random)
  if (random.chance(0.4)) criteria.house_number = random.chance(0.9) ? row.house_number : random.below(200) + 1
  if (random.chance(0.4)) criteria.municipality_id = row.municipality_id
  if (random.chance(0.2)) criteria.postal_code = row.postal_code
  if (random.chance(0.1)) criteria.object_code = row.object_code
  if (random.chance(0.1) && (criteria.house_number ?? criteria.postal_code ?? criteria.object_code))
    criteria.house_number_extension = extensionKey(row.house_number_extension) || 'A'
  return criteria
}

test('S7.6 finds the same addresses in the same order as a comparison with every address', async () => {
  const random = makeRandom('searches')
  let compared = 0
  for (let search = 0; search < 200 * effort; search += 1) {
    const row = rows[random.below(rows.length)]
    const criteria = row ? criteriaFrom(row, random) : {}
    if (Object.keys(criteria).length === 0 || (criteria.street !== undefined && streetKey(criteria.street) === ''))
      continue
    const all = bruteForceSearch(criteria)
    const first = await findAddresses(db, { ...criteria, limit: 100 })
    expect({ criteria, found: first.data.map(({ alias }) => alias) }).toEqual({ criteria, found: all.slice(0, 100) })
    expect({ criteria, more: first.meta.next !== null }).toEqual({ criteria, more: all.length > 100 })
    if (all.length < 60) expect({ criteria, found: await everyPageOf(criteria, 7) }).toEqual({ criteria, found: all })
    compared += 1
  }
  expect(compared).toBeGreaterThan(150 * effort)
})

test('returns each address once when rows are inserted between two pages', async () => {
  const criteria = { street: 'straat', municipality_id: 917 }
  const before = bruteForceSearch(criteria)
  const found: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof findAddresses>> = await findAddresses(db, { ...criteria, limit: 50, cursor })
    found.push(...page.data.map(({ alias }) => alias))
    cursor = page.meta.next
    const last = rows.find(({ alias }) => alias === found.at(-1))
    if (last)
      await sql`
        insert into address (street_id, house_number, house_number_extension, postal_code, alias)
        select ${last.street_id}, house_number, ${`Z${found.length}`}, '6411ZZ', ${`new${found.length}`}
        from (values (1), (99999)) as numbered (house_number)
        where house_number = 1`.execute(db)
  } while (cursor !== null)
  expect(new Set(found).size).toBe(found.length)
  expect(found.filter((alias) => !alias.startsWith('new'))).toEqual(before)
})

test('lists a whole name with a typing error before a part of a name, on every page', async () => {
  await insertAddress(db, { alias: 'bellini', street: 'Bellinistraat' })
  await insertAddress(db, { alias: 'linie-2', street: 'Liniestraat', house_number: 2 })
  await insertAddress(db, { alias: 'linie-3', street: 'Liniestraat', house_number: 3 })
  for (const criteria of [{ street: 'linistraat' }, { street: 'linistraat', municipality_id: 917 }]) {
    for (const limit of [1, 2, 100])
      expect(await everyPageOf(criteria, limit)).toEqual(['linie-2', 'linie-3', 'bellini'])
    expect((await findAddresses(db, { ...criteria, limit: 100 })).meta).toMatchObject({ next: null, close: true })
  }
})

test('a page visits at most 1,000 streets, of which the first begin with the text; the next page continues in the others', async () => {
  const names = Array.from({ length: 600 }, (_, number) => `Qazpad ${number}`)
  const streets = [...names, ...names.map((name) => `Oude ${name}`)]
  await findOrInsertStreets(
    db,
    streets.map((name) => ({ municipality_id: 917, city: 'Heerlen', name })),
  )
  await insertAddress(db, { alias: 'last', street: 'Oude Qazpad 99', house_number: 999 })
  const first = await findAddresses(db, { street: 'qazpad', house_number: 999, limit: 10 })
  expect(first).toMatchObject({ data: [], meta: { truncated: true } })
  expect(await everyPageOf({ street: 'qazpad', house_number: 999 }, 10)).toEqual(['last'])
})

test('lists each address once when the rows of one page are in streets of several statements', async () => {
  const names = Array.from({ length: 1100 }, (_, number) => `Qazpol ${number}`)
  await findOrInsertStreets(
    db,
    names.map((name) => ({ municipality_id: 917, city: 'Heerlen', name })),
  )
  const sorted = names.toSorted((one, other) => (streetKey(one) < streetKey(other) ? -1 : 1))
  // A statement visits 250 streets. The next one starts at the last of them. These streets are around each start.
  const expected: string[] = []
  for (const place of [0, 248, 249, 250, 251, 497, 498, 499, 746, 747, 748, 995, 996, 997, 1050])
    for (const house_number of [1, 2]) {
      const alias = `${place}-${house_number}`
      await insertAddress(db, { alias, street: sorted[place] ?? '', house_number })
      expected.push(alias)
    }
  for (const limit of [1, 2, 3, 4, 5, 6, 7, 14, 20, 26, 100])
    expect(await everyPageOf({ street: 'qazpol' }, limit), `${limit} rows a page`).toEqual(expected)
  // The row after these 24 is in the last street that the page may visit.
  const { data, meta } = await findAddresses(db, { street: 'qazpol', limit: 24 })
  expect(data.map(({ alias }) => alias)).toEqual(expected.slice(0, 24))
  expect(meta.truncated).toBe(false)
  // The page is full at the last street that it may visit.
  const full = await findAddresses(db, { street: 'qazpol', limit: 26 })
  expect(full.data.map(({ alias }) => alias)).toEqual(expected.slice(0, 26))
  expect(full.meta).toMatchObject({ truncated: true, next: expect.any(String) })
})

test('continues a list after a cursor of the previous version, which counted the parts inside a name separately', async () => {
  const { rows } = await sql<{ id: number; street_id: number }>`
    select id, street_id from address where alias = 'linie-2'`.execute(db)
  const cursor = writeCursor([
    2,
    'niestraat',
    'liniestraat',
    'Heerlen',
    rows[0]?.street_id ?? 0,
    2,
    '',
    rows[0]?.id ?? 0,
  ])
  const { data } = await findAddresses(db, { street: 'niestraat', limit: 1, cursor })
  expect(data.map(({ alias }) => alias)).toEqual(['linie-3'])
})

test('a digit is not a typing error', async () => {
  await insertAddress(db, { alias: 'esweg-2', street: '2e Esweg' })
  expect(await everyPageOf({ street: '2e Eswegg' }, 10)).toEqual(['esweg-2'])
  expect(await everyPageOf({ street: '3e Esweg' }, 10)).toEqual([])
})

test('finds a street by another spelling', async () => {
  await insertAddress(db, { alias: 'meerssenerweg', street: 'Meerssenerweg-Noord' })
  for (const street of ['Meerssenerwg. Noord', 'meerssenerweg nrd'])
    expect(await everyPageOf({ street }, 10)).toEqual(['meerssenerweg'])
})
