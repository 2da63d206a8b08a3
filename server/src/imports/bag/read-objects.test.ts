import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { bagId, type TestExtract, writeExtract } from './made-up-extract.ts'
import { rdToWgs84 } from './rd-to-wgs84.ts'
import { type BagKind, type ObjectBatch, readMunicipalities, readObjects } from './read-objects.ts'

const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-objects-'))
afterAll(() => rm(folder, { recursive: true }))

/**
 * Writes an extract and reads the objects of one kind. Returns their rows, the names of their tables, and the number of
 * rows and objects of each batch.
 */
async function read(kind: BagKind, objects: Partial<TestExtract>) {
  const path = join(folder, 'extract.zip')
  await writeExtract(path, { relations: [], towns: [], streets: [], numbers: [], ...objects })
  const extract = { path, name: 'extract.zip', day: '2026-11-08' }
  const municipalities = await readMunicipalities(extract)
  const batches: ObjectBatch[] = []
  for await (const batch of readObjects({ ...extract, kinds: [kind], municipalities })) batches.push(batch)
  return {
    rows: batches.flatMap(({ rows }) => rows),
    sizes: batches.map(({ rows, objects }) => [rows.length, objects]),
    tables: [...new Set(batches.map(({ table }) => table))],
  }
}

const begin = '2010-01-01'

test('returns the towns that are designated, with their municipality', async () => {
  const relations = [
    { town: 1001, municipality: '0917' },
    { town: 1002, municipality: '0928', status: 'voorlopig' },
    { town: 1003, municipality: '0928', end: '2026-11-08' },
  ]
  const towns = [
    { id: 1001, name: 'Heerlen', begin: '2026-11-08' },
    { id: 1002, name: ' ’t Loon &amp; <![CDATA[<Weg>]]>' },
    { id: 1003, name: 'Eygelshoven' },
    { id: 1004, name: 'Weg', status: 'Woonplaats ingetrokken' },
    { id: 1005, name: 'Later', begin: '2026-11-09' },
    { id: 1006, name: 'Vroeger', end: '2026-11-08' },
    { id: 1007, name: 'Vergissing', inactive: true },
  ]
  expect(await read('WPL', { relations, towns })).toEqual({
    rows: [
      { valid_from: '2026-11-08', id: '1001', name: 'Heerlen', municipality_id: 917 },
      { valid_from: begin, id: '1002', name: '’t Loon & <Weg>', municipality_id: null },
      { valid_from: begin, id: '1003', name: 'Eygelshoven', municipality_id: null },
    ],
    sizes: [[3, 7]],
    tables: ['bag_town'],
  })
})

test('returns the streets and numbers that are issued', async () => {
  const streets = [
    { id: 1, name: 'Akerstraat', town: 1001 },
    { id: 2, name: 'Weg', town: 1001, status: 'Naamgeving ingetrokken' },
  ]
  expect(await read('OPR', { streets })).toMatchObject({
    rows: [{ valid_from: begin, id: bagId('30', 1), name: 'Akerstraat', town_id: '1001' }],
    tables: ['bag_street'],
  })
  const numbers = [
    { id: 1, street: 1, house_number: 9, letter: 'b', addition: '2', postal_code: '6411CD', town: 1002 },
    { id: 2, street: 1, house_number: 11 },
    { id: 3, street: 1, house_number: 13, status: 'Naamgeving ingetrokken' },
  ]
  const street = { valid_from: begin, street_id: bagId('30', 1) }
  const empty = { letter: '', addition: '', postal_code: '', town_id: null }
  expect(await read('NUM', { numbers })).toMatchObject({
    rows: [
      { bag_id: bagId('20', 1), house_number: '9', letter: 'b', addition: '2', postal_code: '6411CD', town_id: '1002' },
      { ...street, ...empty, bag_id: bagId('20', 2), house_number: '11' },
    ],
    tables: ['bag_number'],
  })
})

test.each([
  ['VBO', 'dwellings', 'Verblijfsobject in gebruik'],
  ['VBO', 'dwellings', 'Verblijfsobject in gebruik (niet ingemeten)'],
  ['VBO', 'dwellings', 'Verblijfsobject gevormd'],
  ['VBO', 'dwellings', 'Verblijfsobject buiten gebruik'],
  ['VBO', 'dwellings', 'Verbouwing verblijfsobject'],
  ['LIG', 'berths', 'Plaats aangewezen'],
  ['STA', 'pitches', 'Plaats aangewezen'],
] as const)('returns the object and the location of each number: %s, %s, %s', async (kind, name, status) => {
  const objects = [
    { id: 1, main: 1, additional: [2], at: [195_000, 322_000], status },
    { id: 2, main: 3, at: [10, 10, 20, 10, 20, 20, 10, 20, 10, 10].map((it) => 200_000 + it), status },
    { id: 3, main: 4, at: [195_000, 322_000], status: 'Plaats ingetrokken' },
    { id: 4, main: 5, at: [195_000, 322_000], status: `Niet ${status}` },
  ]
  const [point, centre] = [rdToWgs84(195_000, 322_000), rdToWgs84(200_015, 200_015)]
  const objectOf = (id: number, is_additional = false) => ({
    valid_from: begin,
    object_id: bagId(kind === 'VBO' ? '01' : kind === 'LIG' ? '02' : '03', id),
    is_additional,
    is_under_construction: status === 'Verblijfsobject gevormd',
  })
  const rows = [
    { ...objectOf(1), bag_id: bagId('20', 1), ...point },
    { ...objectOf(1, true), bag_id: bagId('20', 2), ...point },
    { ...objectOf(2), bag_id: bagId('20', 3), ...centre },
  ]
  expect(await read(kind, { [name]: objects })).toEqual({ rows, sizes: [[3, 4]], tables: ['bag_place'] })
})

test('returns no location for an object without coordinates', async () => {
  const dwellings = [{ id: 1, main: 1, at: [] }]
  expect((await read('VBO', { dwellings })).rows).toMatchObject([{ lon: null, lat: null }])
})

test('returns all rows in batches that do not grow with the extract', async () => {
  const numbers = Array.from({ length: 12_000 }, (_, id) => ({ id, street: 1, house_number: id }))
  const { rows, sizes } = await read('NUM', { numbers })
  expect(rows.map((row) => 'bag_id' in row && row.bag_id)).toEqual(numbers.map(({ id }) => bagId('20', id)))
  expect(sizes.length).toBeGreaterThan(2)
  expect(sizes.every(([size = 0]) => size < 6000)).toBe(true)
  expect(sizes.reduce((sum, [, objects = 0]) => sum + objects, 0)).toBe(12_000)
})

test.each([
  ['a long text', 'x'.repeat(5 << 20)],
  ['many numbers', '<NummeraanduidingRef>1</NummeraanduidingRef>'.repeat(100_000)],
  ['deep elements', '<a>'.repeat(101)],
  ['a long comment', `<!--${'x'.repeat(5 << 20)}-->`],
])('rejects a record with %s', async (_, name) => {
  await expect(read('WPL', { towns: [{ id: 1001, name }] })).rejects.toThrow(
    'Het bestand 9999WPL08112026-000001.xml heeft een onderdeel dat te groot is.',
  )
})
