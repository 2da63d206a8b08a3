import { readdir } from 'node:fs/promises'
import { extensionKey } from '@rd4-loket/contract'
import { beforeAll, expect, test } from 'vitest'
import { findCollectionSystems } from '../../features/collection-systems/collection-systems.ts'
import type { Db, Statement } from '../../platform/database/db.ts'
import { insertAddress, insertCollectionSystem } from '../../test/make.ts'
import { recordStatements } from '../../test/recorded-statements.ts'
import { testDatabase } from '../../test/test-database.ts'
import { everyMunicipality } from '../places/in-municipality.queries.ts'
import { findAddresses, type LocationSearch } from './location-search.ts'
import { findTowns, suggestStreets } from './street-suggestions.ts'

const db = await testDatabase()
const folder = new URL('./sql/', import.meta.url)

beforeAll(async () => {
  for (const house_number of [116, 118, 120])
    await insertAddress(db, { street: 'Akerstraat', house_number, object_code: `0917${house_number}` })
  const { id } = await insertAddress(db, { street: 'Akerstraat', house_number: 118, house_number_extension: 'b-2' })
  await insertAddress(db, { street: 'Hoofdstraat-Noord', postal_code: '6431HV' })
  await insertCollectionSystem(db, { name: 'Aker 1', address_id: id })
})

const addresses = (criteria: Omit<LocationSearch, 'limit'>) => (db: Db) => findAddresses(db, { ...criteria, limit: 25 })
const heerlen = { municipality_id: 917 }
const extension = { house_number: 118, house_number_extension: extensionKey('b-2') }

/** Searches the second page of a list, by the cursor of the first page. */
async function secondPage(recorded: Db) {
  const criteria = { street: 'akerstraat', limit: 1 }
  const { meta } = await findAddresses(db, criteria)
  return findAddresses(recorded, { ...criteria, cursor: meta.next })
}

const shapes: [file: string, title: string, search: (db: Db) => Promise<unknown>][] = [
  ['object-code', 'Addresses by object code', addresses({ object_code: '0917118' })],
  ['postal-code', 'Addresses by postal code', addresses({ postal_code: '6411CD' })],
  [
    'postal-code-and-number',
    'Addresses by postal code and number',
    addresses({ postal_code: '6411CD', house_number: 118 }),
  ],
  [
    'postal-code-number-and-extension',
    'Addresses by postal code, number and extension',
    addresses({ postal_code: '6411CD', ...extension }),
  ],
  ['street', 'Addresses by street, nationwide', addresses({ street: 'akerstraat' })],
  ['street-and-number', 'Addresses by street and number', addresses({ street: 'akerstraat', house_number: 118 })],
  [
    'street-number-and-extension',
    'Addresses by street, number and extension',
    addresses({ street: 'akerstraat', ...extension }),
  ],
  ['part-of-a-name', 'Addresses by a part of a street name', addresses({ street: 'kerstr' })],
  ['one-typing-error', 'Addresses by a street with one typing error', addresses({ street: 'akkerstraat' })],
  ['two-typing-errors', 'Addresses by a street with two typing errors', addresses({ street: 'akkerstrat' })],
  ['short-word', 'Addresses by a street with a short word', addresses({ street: 'hoofd str noord' })],
  ['municipality', 'Addresses of a municipality', addresses(heerlen)],
  [
    'municipality-and-street',
    'Addresses by municipality and the beginning of a street',
    addresses({ ...heerlen, street: 'aker' }),
  ],
  ['municipality-and-number', 'Addresses by municipality and number', addresses({ ...heerlen, house_number: 118 })],
  ['number-and-extension', 'Addresses by number and extension, nationwide', addresses(extension)],
  [
    'town-street-and-number',
    'Addresses by town, street and number, as the search box finds them',
    addresses({ towns: [{ ...heerlen, name: 'Heerlen' }], street: 'akerstraat', house_number: 118 }),
  ],
  ['second-page', 'The second page of addresses by street', secondPage],
  [
    'collection-systems-of-a-municipality',
    'Collection systems of a municipality',
    (db) => findCollectionSystems(db, { ...heerlen, limit: 25 }),
  ],
  [
    'collection-systems-by-stream-and-number',
    'Collection systems by waste stream and number, nationwide',
    (db) => findCollectionSystems(db, { waste_type: 'glass', house_number: 118, limit: 25 }),
  ],
  ['suggested-streets', 'Suggested streets', (db) => suggestStreets(db, { street: 'aker', limit: 10 })],
  ['towns', 'Towns by the beginning of their name', (db) => findTowns(db, everyMunicipality, 'heer')],
]

test.each(shapes)('sql/%s.sql contains the statements that the server runs for: %s', async (file, title, search) => {
  const { statements } = await recordStatements(db, search)
  await expect(sqlFile(title, statements)).toMatchFileSnapshot(new URL(`${file}.sql`, folder).pathname)
})

test('the folder sql contains one file for each search shape, and no other files', async () => {
  expect((await readdir(folder)).sort()).toEqual(shapes.map(([file]) => `${file}.sql`).sort())
})

/** Returns a psql script that shows the query plan of each statement. */
const sqlFile = (title: string, statements: Statement[]) =>
  [
    `-- ${title}.`,
    '-- Written by search-sql.test.ts; `vitest -u` renews it. psql runs it and shows the plans.',
    'set plan_cache_mode = force_generic_plan;',
    ...statements.map(({ text, values }, index) => {
      const literals = values.map(literal)
      const commented = text.replace(/\$(\d+)/g, (parameter, n) => `${parameter} /* ${literals[n - 1]} */`)
      return `
prepare search_${index + 1} as
${indented(commented)};
explain (analyze, buffers) execute search_${index + 1} (${literals.join(', ')});`
    }),
    '',
  ].join('\n')

/** Indents each line by the number of parentheses that are open before it. */
function indented(text: string) {
  let depth = 0
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const closedFirst = /^\)*/.exec(line)?.[0].length ?? 0
      const indent = '  '.repeat(Math.max(0, depth - closedFirst))
      depth += line.split('(').length - line.split(')').length
      return indent + line
    })
    .join('\n')
}

function literal(value: unknown): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = Array.isArray(value) ? `{${value.map((item) => JSON.stringify(item)).join(',')}}` : String(value)
  return `'${text.replaceAll("'", "''")}'`
}
