import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { euroText } from '@rd4-loket/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { clearTables } from '../../test/clear-tables.ts'
import { countsIn, runCommand } from '../../test/commands.ts'
import { insertAddress, insertClearances, insertContainer } from '../../test/make.ts'
import { recordStatements } from '../../test/recorded-statements.ts'
import { rowsOf, testDatabase } from '../../test/test-database.ts'
import { findTariffs } from './import-tariffs.queries.ts'
import { importTariffs } from './import-tariffs.ts'

const db = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-tariffs-'))
afterAll(() => rm(folder, { recursive: true }))
await sql`insert into municipality (id, name) values (917, 'Heerlen')`.execute(db)
beforeEach(() => clearTables(db, 'tariff'))

const header = 'gemeente;afvalstroom;soort;volume;bedrag;geldig_vanaf;geldig_tot'
const first = 'Heerlen;residual_waste;minicontainer;140;6.45;2024-01-01;2024-06-30'
const second = '917;residual_waste;minicontainer;140;7;2024-07-01;2024-12-31'

/** Imports these lines and returns four counts: added, changed, unchanged, rejected. */
async function importLines(...lines: string[]) {
  const file = join(folder, 'tarieven.csv')
  await writeFile(file, [header, ...lines].join('\n'))
  const text = await runCommand(importTariffs, db, [file], { rejects: join(folder, 'rejects.csv') })
  return countsIn(text, 'toegevoegd', 'gewijzigd', 'ongewijzigd', 'afgekeurd')
}

test('stores amounts in cents for consecutive periods', async () => {
  expect(await importLines(first, second)).toEqual([2, 0, 0, 0])
  expect(await findTariffs(db)).toMatchObject([
    { municipality_id: 917, volume_litres: 140, amount_cents: 645, valid_from: '2024-01-01', valid_to: '2024-06-30' },
    { amount_cents: 700, valid_from: '2024-07-01' },
  ])
})

test('an import of tariffs changes nothing when the same file is imported again, and a later file updates a tariff', async () => {
  await importLines(first, second)
  expect(await importLines(first, second)).toEqual([0, 0, 2, 0])
  expect(await importLines(first.replace('6.45', '6.50'), second)).toEqual([0, 1, 1, 0])
})

test('logs the old and new values of each municipality, and nothing when nothing changes', async () => {
  const events = () =>
    rowsOf(
      db,
      sql`select object_kind, object_key, old_values, new_values, origin from audit_event
        where action = 'change_tariff' order by position`,
    )
  await importLines(first)
  await importLines(first)
  await importLines(first.replace('6.45', '6.50'), second)
  const name = 'lediging Restafval minicontainer 140 liter vanaf 2024-01-01'
  const logged = { object_kind: 'tariff', object_key: '917', origin: 'import tariffs' }
  const before = await events()
  expect(before.slice(-2)).toEqual([
    { ...logged, old_values: {}, new_values: { [name]: `${euroText(645)} tot en met 2024-06-30` } },
    {
      ...logged,
      old_values: { [name]: `${euroText(645)} tot en met 2024-06-30` },
      new_values: {
        [name]: `${euroText(650)} tot en met 2024-06-30`,
        'lediging Restafval minicontainer 140 liter vanaf 2024-07-01': `${euroText(700)} tot en met 2024-12-31`,
      },
    },
  ])
  await importLines(first.replace('6.45', '6.50'), second)
  expect(await events()).toEqual(before)
})

test('rejects a row that differs from an earlier row about the same tariff', async () => {
  const different = first.replace('6.45', '6.50')
  expect(await importLines(first, different, first)).toEqual([1, 0, 1, 1])
  expect(await importLines(first, different, first)).toEqual([0, 0, 2, 1])
  expect(await findTariffs(db)).toMatchObject([{ amount_cents: 645 }])
})

const wideHeader = `${header};waarvoor;huishouden;regeling`
/** Imports these lines with the columns `waarvoor` and `huishouden`, and returns the same counts. */
async function importCharges(...lines: string[]) {
  const file = join(folder, 'heffingen.csv')
  await writeFile(file, [wideHeader, ...lines].join('\n'))
  const text = await runCommand(importTariffs, db, [file], { rejects: join(folder, 'rejects.csv') })
  return countsIn(text, 'toegevoegd', 'gewijzigd', 'ongewijzigd', 'afgekeurd')
}
const year = '2025-01-01;2025-12-31'
const rental = `Heerlen;residual_waste;minicontainer;240;44,60;${year};huur;;`
const fixed = `Heerlen;;;;166,50;${year};vast;;`
const fixedForOne = `Heerlen;;;;133,20;${year};vast;eenpersoons;`
const charges = [
  ...[rental, fixed, fixedForOne],
  `Heerlen;residual_waste;minicontainer;240;9,90;${year};;;`,
  `Heerlen;residual_waste;minicontainer;240;30,45;${year};Bezorging;;`,
  `Heerlen;;;;170;${year};vast;meerpersoons;`,
  `Heerlen;;;;99;${year};vast;;V`,
  `Heerlen;residual_waste;minicontainer;240;0,35;${year};gewicht;;`,
]

test('stores the charge of a tariff, and the households that pay a fixed part', async () => {
  expect(await importCharges(...charges)).toEqual([8, 0, 0, 0])
  expect(await importCharges(...charges)).toEqual([0, 0, 8, 0])
  const stored = (await findTariffs(db)).map(({ charge, volume_litres, household_size, scheme, amount_cents }) =>
    [charge, volume_litres, household_size, ...(scheme ? [scheme] : []), amount_cents].join(' '),
  )
  expect(stored.sort()).toEqual([
    'clearance 240  990',
    'delivery 240  3045',
    'fixed   16650',
    'fixed   V 9900',
    'fixed  one 13320',
    'fixed  several 17000',
    'rental 240  4460',
    'weight 240  35',
  ])
})

test.each([
  [rental.replace('huur', 'borg'), 'waarvoor ‘borg’ is onbekend; kies uit lediging, gewicht, vast, huur, bezorging'],
  [fixed.replace(';;;;', ';gft;;240;'), 'het vast deel heeft geen afvalstroom, volume'],
  [`${rental}V`, 'alleen het vast deel kan per regeling verschillen'],
  [`${fixed}v`, 'de regeling ‘v’ is geen code'],
  [rental.replace('huur;', 'huur;eenpersoons'), 'alleen het vast deel kan per huishouden verschillen'],
  [fixedForOne.replace('eenpersoons', '1'), 'het huishouden ‘1’ is onbekend; kies uit eenpersoons, meerpersoons'],
  [rental.replace(';240;', ';;'), 'het volume ‘’ is geen getal'],
])('rejects %s: %s', async (line, reason) => {
  await expect(importCharges(line)).rejects.toThrow(reason)
})

test('computes the norms of its municipality and years again, for clearances without an amount', async () => {
  await clearTables(db, 'clearance', 'clearance_norm', 'address')
  for (let index = 0; index < 20; index += 1) {
    const { id } = await insertAddress(db, { house_number: index + 1 })
    const container = await insertContainer(db, { address_id: id })
    const lift = { address_id: id, container_id: container.id, amount_cents: null }
    await insertClearances(db, ['2024-03-04T07:31:00Z', '2025-03-04T07:31:00Z'], lift)
  }
  const norms = () => rowsOf(db, sql`select year, median_cents from clearance_norm order by year`)
  await importLines(first, second)
  expect(await norms()).toEqual([{ year: 2024, median_cents: 645 }])
  await importLines(first.replaceAll('2024', '2025'))
  await importLines(first.replace('6.45', '6.50'), second)
  expect(await norms()).toEqual([
    { year: 2024, median_cents: 650 },
    { year: 2025, median_cents: 645 },
  ])
})

test.each([
  [first.replace('Heerlen', 'Utopia'), 'de gemeente ‘Utopia’ is onbekend'],
  [first.replace('Heerlen', '928'), 'de gemeente 928 staat niet in de database'],
  [first.replace('6.45', '6.455'), 'geen getal met ten hoogste twee decimalen'],
  [first.replace('2024-06-30', '2023-06-30'), 'de laatste dag ligt voor de eerste'],
  [first.replace('residual_waste', 'rest'), 'de afvalstroom ‘rest’ is onbekend'],
])('rejects %s: %s', async (line, reason) => {
  await expect(importLines(line)).rejects.toThrow(reason)
})

test('rejects a tariff whose period overlaps the period of another tariff', async () => {
  await importLines(first)
  const overlapping = first.replace('2024-01-01', '2024-06-01')
  await expect(importLines(overlapping)).rejects.toThrow(
    'er geldt al een ander tarief van 2024-01-01 tot en met 2024-06-30',
  )
})

test('locks the codes of a municipality before it reads which of them are remissions', async () => {
  const file = join(folder, 'vast.csv')
  await writeFile(file, [`${header};waarvoor;regeling`, 'Heerlen;;;;100;2024-01-01;2024-12-31;vast;V'].join('\n'))
  const { statements } = await recordStatements(db, (recorded) => runCommand(importTariffs, recorded, [file]))
  const at = (pattern: RegExp) => statements.findIndex(({ text }) => pattern.test(text))
  const order = [/^begin/, /for no key update/, /from household_scheme/, /insert into tariff/].map(at)
  expect(order.toSorted((one, other) => one - other)).toEqual(order)
  expect(order.slice(1)).not.toContain(-1)
})
