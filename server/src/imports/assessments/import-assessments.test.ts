import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { clearTables } from '../../test/clear-tables.ts'
import { countsIn, runCommand } from '../../test/commands.ts'
import { insertAddress } from '../../test/make.ts'
import { rowsOf, testDatabase } from '../../test/test-database.ts'
import { importAssessments } from './import-assessments.ts'

const db = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-assessments-'))
afterAll(() => rm(folder, { recursive: true }))

let address_id: number
beforeEach(async () => {
  await clearTables(db, 'assessment', 'address', 'street', 'town', 'municipality')
  const address = await insertAddress(db, { object_code: 'H118' })
  address_id = address.id
})

const rejects = join(folder, 'rejects.csv')
const header =
  'AANSLAGNUMMER;SUBJECT_ID;OBJECT_ID;BELASTINGJAAR;DAGTEKENING;REGEL;OMSCHRIJVING;AANTAL;TARIEF;BEDRAG;TOTAAL'
const start = 'A1;S1;H118;2025;2026-01-31'
const lifts = `${start};1;Restafval 240 liter;9;9,90;89,10;`
const fixed = `${start};2;Vast deel;;;166.50;`

/** Imports these lines and returns four counts: added, changed, unchanged, rejected. */
async function importLines(...lines: string[]) {
  await rm(rejects, { force: true })
  const file = join(folder, 'aanslagen.csv')
  await writeFile(file, [header, ...lines].join('\n'))
  const text = await runCommand(importAssessments, db, [file], { rejects })
  return countsIn(text, 'toegevoegd', 'gewijzigd', 'ongewijzigd', 'afgekeurd')
}
const findAssessments = () =>
  rowsOf(
    db,
    sql<Record<string, unknown>>`
      select number, subject_id, address_id, year, assessed_on, amount_cents,
        array(select concat_ws('|', position, description, coalesce(count::text, '-'), coalesce(unit_cents::text, '-'), amount_cents)
          from assessment_line where assessment_id = assessment.id order by position) as lines
      from assessment order by number`,
  )
const findRejects = async () =>
  (await readFile(rejects, 'utf8'))
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(';').slice(0, 3).join(';'))

test('adds an assessment with its lines in cents, and their sum', async () => {
  expect(await importLines(lifts, fixed)).toEqual([2, 0, 0, 0])
  expect(await findAssessments()).toEqual([
    {
      ...{ number: 'A1', subject_id: 'S1', address_id, year: 2025, assessed_on: '2026-01-31', amount_cents: 25_560 },
      lines: ['1|Restafval 240 liter|9|990|8910', '2|Vast deel|-|-|16650'],
    },
  ])
})

test('an import of assessments changes nothing for the same file', async () => {
  await importLines(lifts, fixed)
  const versions = () =>
    rowsOf(db, sql`select xmin::text from assessment union all select xmin::text from assessment_line`)
  const before = await versions()
  expect(await importLines(lifts, fixed)).toEqual([0, 0, 2, 0])
  expect(await versions()).toEqual(before)
})

test('replaces the lines of an assessment by the lines of a later file, in any order', async () => {
  await importLines(lifts, fixed)
  const credit = `${start};3;Teruggaaf;1;-9,90;-9,90;`
  expect(await importLines(credit, lifts)).toEqual([0, 2, 0, 0])
  expect(await findAssessments()).toMatchObject([
    { amount_cents: 7920, lines: ['1|Restafval 240 liter|9|990|8910', '3|Teruggaaf|1|-990|-990'] },
  ])
})

test.each(['0', '0,07', '0.1', '1,15', '4.35', '19,99', '1001,1', '999999.99'])(
  'stores the amount %s in cents without rounding',
  async (amount) => {
    await importLines(`${start};1;Vast deel;;;${amount};`)
    expect(await findAssessments()).toMatchObject([
      { amount_cents: Number((Number(amount.replace(',', '.')) * 100).toFixed(0)) },
    ])
  },
)

test.each([
  [lifts.replace('H118', 'H119'), 'objectcode H119 is bij geen adres bekend'],
  [lifts.replace('A1', ''), 'AANSLAGNUMMER ontbreekt'],
  [lifts.replace('S1', 'Jan de Vries'), 'SUBJECT_ID ontbreekt of heeft vreemde tekens'],
  [lifts.replace('2025', '25'), 'het belastingjaar ‘25’ is geen getal van 2000 tot en met 2100'],
  [lifts.replace('2026-01-31', '31-02-2026'), 'de dagtekening ‘31-02-2026’ is geen'],
  [lifts.replace(';1;', ';0;'), 'de regel ‘0’ is geen getal'],
  [lifts.replace('Restafval 240 liter', ''), 'de omschrijving ontbreekt'],
  [lifts.replace(';9;', ';9,5;'), 'het aantal ‘9,5’ is geen getal'],
  [lifts.replace('89,10', '89,105'), 'het bedrag ‘89,105’ is geen getal met ten hoogste twee decimalen'],
  [`${lifts}89,00`, 'de bedragen van deze aanslag zijn samen niet het TOTAAL'],
])('rejects %s: %s', async (line, reason) => {
  await expect(importLines(line)).rejects.toThrow(reason)
  expect(await findAssessments()).toEqual([])
})

test.each([
  [
    'another row has a wrong amount',
    [lifts, fixed.replace('166.50', 'veel')],
    'een andere regel van deze aanslag klopt niet',
  ],
  [
    'another row has too many fields',
    [lifts, fixed.replace('Vast', 'Vast;')],
    'een andere regel van deze aanslag klopt niet',
  ],
  ['the next row has no readable fields', [lifts, `"${fixed}`], 'een andere regel van deze aanslag klopt niet'],
  ['its rows differ in their year', [lifts, fixed.replace('2025', '2024')], 'de regels van deze aanslag verschillen'],
  [
    'two rows have the same REGEL',
    [lifts, fixed.replace(';2;', ';1;')],
    'een REGEL van deze aanslag komt meer dan één keer voor',
  ],
])('rejects a whole assessment when %s, and stores the others', async (_, lines, reason) => {
  const other = lifts.replace('A1', 'A2')
  expect(await importLines(`${other}89,10`, ...lines)).toEqual([1, 0, 0, 2])
  expect(await findAssessments()).toMatchObject([{ number: 'A2' }])
  expect((await findRejects())[0]).toContain(`3;${reason}`)
})

test('processes the rows of one assessment together when a batch ends between them', async () => {
  const many = Array.from({ length: 4999 }, (_, index) => lifts.replace('A1', `M${index}`))
  expect(await importLines(...many, lifts, fixed)).toEqual([5001, 0, 0, 0])
  expect((await findAssessments())[0]).toMatchObject({ number: 'A1', amount_cents: 25_560 })
})

test('rejects rows of an assessment that do not directly follow its other rows, even in another batch', async () => {
  const many = Array.from({ length: 5001 }, (_, index) => lifts.replace('A1', `M${index}`))
  expect(await importLines(lifts, ...many, fixed)).toEqual([5002, 0, 0, 1])
  expect(await findRejects()).toEqual(['5004;"de aanslag staat al eerder in het bestand; zet haar regels bij elkaar"'])
})

test('imports a compressed file without the column TOTAAL', async () => {
  const file = join(folder, 'aanslagen.csv.gz')
  await writeFile(file, gzipSync(`${header.replace(';TOTAAL', '')}\n${lifts.slice(0, -1)}`))
  expect(countsIn(await runCommand(importAssessments, db, [file], { rejects }), 'toegevoegd')).toEqual([1])
})
