import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { commands } from '../../cli/command-table.ts'
import { sql } from '../../platform/database/sql.ts'
import { CommandError, UsageError } from '../../platform/runtime/command.ts'
import { clearTables } from '../../test/clear-tables.ts'
import { countsIn, runCommand } from '../../test/commands.ts'
import { insertAddress, insertContainer } from '../../test/make.ts'
import { testDatabase } from '../../test/test-database.ts'
import { importAddresses } from '../addresses/import-addresses.ts'
import { importClearances } from '../clearances/import-clearances.ts'

const db = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-run-import-'))
afterAll(() => rm(folder, { recursive: true }))
beforeEach(() => clearTables(db, 'address', 'street', 'town', 'municipality'))

const rejects = join(folder, 'rejects.csv')
const header = 'straat;huisnummer;postcode;woonplaats;gemeente'
const good = (number: number) => `Akerstraat;${number};6417AT;Heerlen;Heerlen`
const bad = 'Akerstraat;118;6417;Heerlen;Heerlen'
/** Returns this number of good lines, and then this number of bad lines. */
const linesOf = (accepted: number, rejected: number) => [
  ...Array.from({ length: accepted }, (_, index) => good(index + 1)),
  ...Array.from({ length: rejected }, () => bad),
]

async function importFile(lines: string[], options: Record<string, string> = {}, head = header) {
  const file = join(folder, 'adressen.csv')
  await writeFile(file, [head, ...lines].join('\n'))
  return runCommand(importAddresses, db, [file], { rejects, 'max-rejects': '1', ...options })
}
const countAddresses = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from address`.execute(db)).rows[0]?.count

test('reports a renamed column, and refuses the file with --strict', async () => {
  const head = 'straat;huisnummer;huis_nr_toevoeging;postcode;woonplaats;gemeente'
  const lines = ['Akerstraat;118;b;6417AT;Heerlen;Heerlen']
  await expect(importFile(lines, { strict: '' }, head)).rejects.toThrow(
    'Het bestand adressen.csv heeft kolommen die niet gebruikt worden: ‘huis_nr_toevoeging’.',
  )
  expect(await countAddresses()).toBe(0)
  expect(await importFile(lines, {}, head)).toContain('Kolommen die niet gebruikt zijn: ‘huis_nr_toevoeging’.')
})

test('reports no column when all are used, whatever their letter case', async () => {
  expect(await importFile([good(1)], { strict: '' }, header.toUpperCase())).not.toContain('niet gebruikt')
})

test('an import counts with --dry-run what a file would change, over all its batches, and changes nothing', async () => {
  await importFile(linesOf(2, 0))
  const text = await importFile(linesOf(6000, 3), { 'dry-run': '' })
  expect(countsIn(text, 'toegevoegd', 'gewijzigd', 'ongewijzigd', 'afgekeurd')).toEqual([5998, 0, 2, 3])
  expect(text).toContain('Dit was een proef (--dry-run): er is niets gewijzigd.')
  expect(await countAddresses()).toBe(2)
  expect(countsIn(await importFile(linesOf(6000, 3)), 'toegevoegd', 'ongewijzigd')).toEqual([5998, 2])
})

test('an import counts with --dry-run which addresses would retire', async () => {
  await importFile(linesOf(10, 0))
  const text = await importFile(linesOf(9, 0), { 'dry-run': '', retire: '20' })
  expect(countsIn(text, 'ongewijzigd', 'vervallen')).toEqual([9, 1])
  expect((await sql`select from address where retired_on is not null`.execute(db)).rows).toEqual([])
})

test('adds no delivery and no year of clearances with --dry-run', async () => {
  const { id: address_id } = await insertAddress(db, { object_code: 'H118' })
  await insertContainer(db, { address_id, number: 'C1', placed_on: '2020-01-01' })
  const file = join(folder, 'ledigingen.csv')
  await writeFile(
    file,
    `OBJECT_ID;OBJECTADRES;CONTAINER_ID;SLEUTELNUMMER;VERZAMELCONTAINER_J_N;FRACTIE_ID;LEDIGING_ID;LEDIGINGSMOMENT;BSN
H118;;C1;;N;GEHEIM;L1;2021-01-15 10:30:00;
H118;;C1;;N;RESTAFVAL;L2;2021-01-15 10:30:00;`,
  )
  const options = { rejects, 'dry-run': '', strict: '', fractions: 'GEHEIM=residual_waste' }
  expect(countsIn(await runCommand(importClearances, db, [file], options), 'toegevoegd')).toEqual([2])
  for (const table of [
    'clearance',
    'clearance_batch',
    'clearance_year where year = 2021',
    "fraction where name = 'GEHEIM'",
  ])
    expect((await sql`select from ${sql.raw(table)}`.execute(db)).rows, table).toEqual([])
})

test.each([
  [99, 1, '1', false],
  [98, 2, '1', true],
  [98, 2, '2', false],
  [199, 1, '0,5', false],
  [198, 2, '0.5', true],
  [99, 1, '0', true],
  [50, 50, '100', false],
])('a file with %i good and %i bad rows and --max-rejects %s fails: %s', async (accepted, rejected, max, fails) => {
  const imported = importFile(linesOf(accepted, rejected), { 'max-rejects': max })
  if (fails) await expect(imported).rejects.toThrow(/procent van de regels is afgekeurd\. Er is niets gewijzigd\./)
  else await imported
  expect(await countAddresses()).toBe(fails ? 0 : accepted)
})

test('rejects at most 1 per cent of the rows when the option is absent', async () => {
  const file = join(folder, 'adressen.csv')
  await writeFile(file, [header, ...linesOf(98, 2)].join('\n'))
  const run = () => importAddresses.run(context)
  const context = {
    args: [file],
    options: { rejects },
    openDatabase: async () => ({ db, migrated: [] }),
    onProgress: () => {},
    signal: new AbortController().signal,
  }
  await expect(run()).rejects.toThrow(CommandError)
  await writeFile(file, [header, ...linesOf(99, 1)].join('\n'))
  await run()
})

test('rolls back a batch when the database rejects too many of its rows', async () => {
  const code = (number: number) => `${good(number)};${number === 1 ? 'A2' : `A${number}`}`
  await expect(importFile([code(2), code(1)], {}, `${header};objectcode`)).rejects.toThrow(/Er is niets gewijzigd/)
  expect(await countAddresses()).toBe(0)
  expect(await readFile(rejects, 'utf8')).toContain('hoort al bij een ander adres')
})

test('an import stops a long file at the batch that exceeds the maximum of the whole file', async () => {
  const lines = linesOf(16_000, 200)
  await expect(importFile(lines)).rejects.toThrow(
    /1 procent van de regels is afgekeurd\. De eerste 15\.000 regels zijn/,
  )
  expect(await countAddresses()).toBe(15_000)
  expect(countsIn(await importFile(lines.slice(0, -40)), 'toegevoegd', 'afgekeurd')).toEqual([1000, 160])
})

test('reads standard input to its end, and then fails when too many rows were rejected', async () => {
  const stdin = vi.spyOn(process, 'stdin', 'get')
  const input = Readable.from([Buffer.from([header, ...linesOf(9, 1)].join('\n'))])
  stdin.mockReturnValue(input as unknown as typeof process.stdin)
  const imported = runCommand(importAddresses, db, ['-'], { rejects, 'max-rejects': '1' })
  await expect(imported).rejects.toThrow(/Meer dan 1 procent van de regels is afgekeurd\. Klopt dat/)
  stdin.mockRestore()
  expect(await countAddresses()).toBe(9)
})

test.each(['101', '-1', 'x', '1%', '1,2345'])('--max-rejects %s is wrong usage', async (max) => {
  await expect(importFile([good(1)], { 'max-rejects': max })).rejects.toThrow(UsageError)
})

test('every import of rows has the options', async () => {
  const imports = commands.filter(({ name, usage }) => name.startsWith('import ') && usage === 'BESTAND…')
  expect(imports.length).toBeGreaterThan(7)
  for (const { name, options = {} } of imports)
    expect(Object.keys(options), name).toEqual(expect.arrayContaining(['rejects', 'max-rejects', 'strict', 'dry-run']))
})
