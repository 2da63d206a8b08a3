import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { clearTables } from '../../test/clear-tables.ts'
import { countsIn, runCommand } from '../../test/commands.ts'
import { insertAddress, insertClearances } from '../../test/make.ts'
import { rowsOf, testDatabase } from '../../test/test-database.ts'
import { importOccupancies } from './import-occupancies.ts'

const db = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-occupancies-'))
afterAll(() => rm(folder, { recursive: true }))

beforeEach(async () => {
  await clearTables(
    db,
    'occupancy',
    'clearance',
    'clearance_batch',
    'clearance_norm',
    'address',
    'street',
    'town',
    'municipality',
  )
  await insertAddress(db, { object_code: 'H118' })
})

const rejects = join(folder, 'rejects.csv')
const header = 'SUBJECT_ID;OBJECT_ID;VAN;TOT;HUISHOUDEN'
const before = 'S1;H118;2010-03-01;2025-05-14;2'
const after = 'S2;H118;2025-05-15;;1'

/** Imports these lines and returns four counts: added, changed, unchanged, rejected. */
async function importLines(...lines: string[]) {
  await rm(rejects, { force: true })
  const file = join(folder, 'bewoningen.csv')
  await writeFile(file, [header, ...lines].join('\n'))
  const text = await runCommand(importOccupancies, db, [file], { rejects })
  return countsIn(text, 'toegevoegd', 'gewijzigd', 'ongewijzigd', 'afgekeurd')
}
const findOccupancies = async () => {
  const rows = await rowsOf(
    db,
    sql<{ text: string }>`
      select concat_ws(' ', subject_id, first_day, coalesce(last_day::text, '-'), coalesce(household_size::text, '?')) as text
      from occupancy order by address_id, first_day`,
  )
  return rows.map(({ text }) => text)
}
const findRejects = async () => (await readFile(rejects, 'utf8')).trim().split('\n').slice(1)

test('adds the households of an address, with the number of persons if it is known', async () => {
  expect(await importLines(before, 'S2;h 118;2025-05-15;;')).toEqual([2, 0, 0, 0])
  expect(await findOccupancies()).toEqual(['S1 2010-03-01 2025-05-14 2', 'S2 2025-05-15 - ?'])
})

test('an import of households changes nothing for the same file, even when the file repeats a row', async () => {
  await importLines(before, after)
  const ids = await rowsOf(db, sql`select id, xmin::text from occupancy order by id`)
  expect(await importLines(before, after, before)).toEqual([0, 0, 3, 0])
  expect(await rowsOf(db, sql`select id, xmin::text from occupancy order by id`)).toEqual(ids)
})

test.each([
  ['before', [before, after]],
  ['after', [after, before]],
])(
  'an import of households ends a household and adds the next household, when the row with the end is %s the other row',
  async (_, lines) => {
    await importLines('S1;H118;2010-03-01;;2')
    expect(await importLines(...lines)).toEqual([1, 1, 0, 0])
    expect(await findOccupancies()).toEqual(['S1 2010-03-01 2025-05-14 2', 'S2 2025-05-15 - 1'])
  },
)

test('an import of households changes the day on which one household follows another, and preserves their ids', async () => {
  await importLines(before, after)
  const ids = await rowsOf(db, sql`select id from occupancy order by first_day`)
  expect(await importLines('S1;H118;2010-03-01;2025-05-31;2', 'S2;H118;2025-06-01;;1')).toEqual([0, 2, 0, 0])
  expect(await findOccupancies()).toEqual(['S1 2010-03-01 2025-05-31 2', 'S2 2025-06-01 - 1'])
  expect(await rowsOf(db, sql`select id from occupancy order by first_day`)).toEqual(ids)
})

test('an import of households changes the subject and the number of persons of a household with the same first day', async () => {
  await importLines(before, after)
  expect(await importLines(before, 'S9;H118;2025-05-15;;4')).toEqual([0, 1, 1, 0])
  expect(await findOccupancies()).toEqual(['S1 2010-03-01 2025-05-14 2', 'S9 2025-05-15 - 4'])
})

test('adds a second period of a household that returned', async () => {
  await importLines('S1;H118;2010-03-01;2020-12-31;2')
  expect(await importLines('S1;H118;2024-01-01;;2')).toEqual([1, 0, 0, 0])
})

test('rejects a household that overlaps an earlier row of the file, and stores the rest', async () => {
  const other = 'S3;H118;2025-05-14;2025-05-14;'
  expect(await importLines(before, other, after)).toEqual([2, 0, 0, 1])
  expect(await findRejects()).toEqual([
    `3;de bewoning valt deels samen met die van regel 2, van 2010-03-01 tot en met 2025-05-14;${other}`,
  ])
})

test('rejects a household that overlaps a stored household that the file does not change', async () => {
  await importLines('S1;H118;2010-03-01;;2')
  await expect(importLines(after)).rejects.toThrow(
    'regel 2: de bewoning valt deels samen met een die er al is, van 2010-03-01 tot en met nu',
  )
  expect(await findOccupancies()).toEqual(['S1 2010-03-01 - 2'])
})

test('rejects a row that fits only after another change, when that other change is rejected', async () => {
  await importLines('S1;H118;2010-03-01;2020-12-31;2', 'S2;H118;2021-01-01;;1')
  // The new period of S2 overlaps S3, so S2 remains in its old period. S1 overlaps that old period.
  const lines = ['S3;H118;2022-01-01;2022-12-31;', 'S1;H118;2010-03-01;2021-06-30;2', 'S2;H118;2021-07-01;;1']
  expect(await importLines(...lines, 'S4;H118;2000-01-01;2000-12-31;')).toEqual([1, 0, 0, 3])
  expect(await findOccupancies()).toEqual([
    'S4 2000-01-01 2000-12-31 ?',
    'S1 2010-03-01 2020-12-31 2',
    'S2 2021-01-01 - 1',
  ])
})

test('rejects a second row with the same first day and other data, even in another batch', async () => {
  for (let index = 0; index < 60; index += 1)
    await insertAddress(db, { object_code: `M${index}`, house_number: index + 1 })
  const many = Array.from({ length: 60 }, (_, index) =>
    Array.from({ length: 90 }, (_, year) => `S${year};M${index};${1930 + year}-01-01;${1930 + year}-12-31;`),
  ).flat()
  const different = many[0]?.replace('S0', 'S1') ?? ''
  expect(await importLines(...many, different, many[1] ?? '')).toEqual([5400, 0, 1, 1])
  expect(await findRejects()).toEqual([
    `5402;de bewoning staat al op een eerdere regel, met andere gegevens;${different}`,
  ])
})

test('checks the rows of one address together when a batch ends between them', async () => {
  await sql`
    insert into address (street_id, house_number, postal_code, object_code)
    select street_id, n + 1, '6411ZZ', 'M' || n from address cross join generate_series(0, 4998) n`.execute(db)
  await importLines('S1;H118;2010-03-01;;2')
  const many = Array.from({ length: 4999 }, (_, index) => `S;M${index};2020-01-01;;`)
  expect(await importLines(...many, after, before)).toEqual([5000, 1, 0, 0])
})

test.each([
  ['S1;H119;2010-03-01;;', 'objectcode H119 is bij geen adres bekend'],
  ['S1;;2010-03-01;;', 'OBJECT_ID ontbreekt'],
  [';H118;2010-03-01;;', 'SUBJECT_ID ontbreekt of heeft vreemde tekens'],
  ['Jan de Vries;H118;2010-03-01;;', 'SUBJECT_ID ontbreekt of heeft vreemde tekens'],
  ['S1;H118;01-13-2010;;', 'de eerste dag ‘01-13-2010’ is geen'],
  ['S1;H118;2010-03-01;2010-02-28;', 'de laatste dag ligt voor de eerste'],
  ['S1;H118;2010-03-01;;0', 'het aantal personen ‘0’ is geen getal van 1 tot en met 99'],
  ['S1;H118;2010-03-01', 'er staan 3 velden in de regel, en 5 in de kop'],
])('rejects %s: %s', async (line, reason) => {
  await expect(importLines(line)).rejects.toThrow(reason)
  expect(await findOccupancies()).toEqual([])
})

test('lists a rejected row without the other columns of the file, such as a name or a citizen number', async () => {
  const file = join(folder, 'personen.csv')
  await writeFile(file, `BSN;${header};SUBJECTNAAM\n123456782;S1;H119;2010-03-01;;;Wilhelmina Duivesteyn`)
  await expect(runCommand(importOccupancies, db, [file], { rejects })).rejects.toThrow(
    /is bij geen adres bekend[\s\S]*import object-codes'/,
  )
  expect(await findRejects()).toEqual(['2;objectcode H119 is bij geen adres bekend;S1;H119;2010-03-01;;'])
})

test('imports a compressed file without the column HUISHOUDEN', async () => {
  const file = join(folder, 'bewoningen.csv.zst')
  await writeFile(file, zstdCompressSync('subject_id,object_id,van,tot\nS1,H118,2010-03-01,'))
  expect(await runCommand(importOccupancies, db, [file], { rejects })).toContain('toegevoegd')
  expect(await findOccupancies()).toEqual(['S1 2010-03-01 - ?'])
})

test('computes the norms of the municipality in every year when households change', async () => {
  for (let index = 0; index < 20; index += 1) {
    const { id } = await insertAddress(db, { object_code: `N${index}`, house_number: index + 1 })
    await insertClearances(db, ['2024-03-04T07:31:00Z', '2025-03-04T07:31:00Z'], { address_id: id })
  }
  const norms = () =>
    rowsOf(
      db,
      sql`select year, household_size, households, median_lifts, median_cents from clearance_norm order by year`,
    )
  await importLines(...Array.from({ length: 20 }, (_, index) => `S${index};N${index};2024-01-01;;3`))
  const norm = { household_size: 'several', households: 20, median_lifts: 1, median_cents: 645 }
  expect(await norms()).toEqual([
    { year: 2024, ...norm },
    { year: 2025, ...norm },
  ])
  await importLines('S0;N0;2024-01-02;;3')
  expect(await norms()).toEqual([{ year: 2025, ...norm }])
})
