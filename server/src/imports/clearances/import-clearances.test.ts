import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { findAddressClearances, findCollectionSystemClearances } from '../../domain/clearances/clearances.queries.ts'
import { sql } from '../../platform/database/sql.ts'
import { type CommandContext, CommandError, UsageError } from '../../platform/runtime/command.ts'
import { clearTables } from '../../test/clear-tables.ts'
import { countsIn, runCommand } from '../../test/commands.ts'
import { insertAddress, insertCollectionSystem, insertContainer } from '../../test/make.ts'
import { testDatabase } from '../../test/test-database.ts'
import { importClearances, retryClearances } from './import-clearances.ts'

const db = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-clearances-'))
afterAll(() => rm(folder, { recursive: true }))

const header =
  'SUBJECT_ID;BSN;SUBJECTNAAM;OBJECT_ID;OBJECTADRES;CONTAINER_ID;SLEUTELNUMMER;VERZAMELCONTAINER_J_N;FRACTIE_ID;LEDIGING_ID;GEWICHT_ONVERDEELD;GEWICHT_VERDEELD;LEDIGINGSMOMENT;TOTAALKOSTEN_LEDIGING'
const bsn = '123456782'
const usual = {
  SUBJECT_ID: 'S-4711',
  BSN: bsn,
  SUBJECTNAAM: 'Wilhelmina Duivesteyn',
  OBJECT_ID: 'H118',
  OBJECTADRES: 'Akerstraat 118 [6411CD HEERLEN]',
  CONTAINER_ID: 'C1',
  SLEUTELNUMMER: 'CHIP1',
  VERZAMELCONTAINER_J_N: 'N',
  FRACTIE_ID: 'Restafval',
  LEDIGING_ID: 'L1',
  GEWICHT_ONVERDEELD: '',
  GEWICHT_VERDEELD: '',
  LEDIGINGSMOMENT: '2024-01-15 10:30:00',
  TOTAALKOSTEN_LEDIGING: '6.45',
}
/** Returns a valid line in which these columns have other texts. */
const line = (changes: Partial<typeof usual> = {}) => {
  const row: Record<string, string> = { ...usual, ...changes }
  return header
    .split(';')
    .map((column) => row[column])
    .join(';')
}

let address_id: number
let alias: string
let container_id: number
beforeEach(async () => {
  await clearTables(
    db,
    'clearance',
    'clearance_batch',
    'quarantine_line',
    'clearance_norm',
    'tariff',
    'collection_system_access',
    'container',
    'collection_system',
    'address',
    'street',
    'town',
    'municipality',
  )
  const address = await insertAddress(db, { object_code: 'H118' })
  address_id = address.id
  alias = address.alias
  const container = await insertContainer(db, {
    address_id,
    number: 'C1',
    chip_number: 'CHIP1',
    placed_on: '2020-01-01',
  })
  container_id = container.id
})

const rejects = join(folder, 'rejects.csv')
const run = (args: string[], options: Record<string, string> = {}, context: Partial<CommandContext> = {}) =>
  runCommand(importClearances, db, args, { rejects, ...options }, context)
const retry = () => runCommand(retryClearances, db, [])

const countsOf = (text: string) => countsIn(text, 'toegevoegd', 'gewijzigd', 'ongewijzigd', 'quarantaine', 'afgekeurd')

/** Imports these lines and returns five counts: added, changed, unchanged, quarantined, rejected. */
async function importLines(...lines: string[]) {
  await rm(rejects, { force: true })
  const file = join(folder, 'ledigingen.csv')
  await writeFile(file, [header, ...lines].join('\n'))
  return countsOf(await run([file]))
}
/** Imports a line that is rejected, and returns its line in the rejects file. */
async function importRejected(changes: Partial<typeof usual>) {
  await expect(importLines(line(changes))).rejects.toThrow(CommandError)
  return (await readFile(rejects, 'utf8')).trim().split('\n')[1]
}
const clearancesOfAddress = async (year: number) =>
  (await findAddressClearances(db, alias, { year, purpose: 'aanslag_vraag' })) ?? expect.unreachable()
type StoredRow = Record<'supplier_key' | 'id' | 'container_id' | 'weight_kg' | 'amount_cents', number | string | null>
const findStored = async () => (await sql<StoredRow>`select * from clearance order by supplier_key`.execute(db)).rows
async function findQuarantine() {
  const { rows } = await sql<{ text: string }>`
    select supplier_key || ' ' || reason as text from clearance_quarantine order by supplier_key`.execute(db)
  return rows.map(({ text }) => text)
}

test('adds a clearance to its address, and stores the day until which clearances are complete', async () => {
  expect(await importLines(line(), line({ LEDIGING_ID: 'L2', LEDIGINGSMOMENT: '2024-07-31 08:00:00' }))).toEqual([
    2, 0, 0, 0, 0,
  ])
  const { data, meta } = await clearancesOfAddress(2024)
  expect(data).toMatchObject([
    { cleared_at: '2024-07-31T08:00:00+02:00' },
    {
      cleared_at: '2024-01-15T10:30:00+01:00',
      waste_type: 'residual_waste',
      category: 'rest',
      equipment_id: container_id,
      volume_litres: 140,
      weight_kg: null,
      amount_cents: 645,
    },
  ])
  expect(meta).toMatchObject({ years: [2024], updated_until: '2024-07-31' })
})

test('an import of clearances changes nothing when the same file is imported again, including its rejected and quarantined rows', async () => {
  const lines = [
    line(),
    line({ LEDIGING_ID: 'L2', TOTAALKOSTEN_LEDIGING: '', GEWICHT_VERDEELD: '12.5' }),
    line({ LEDIGING_ID: 'L3', FRACTIE_ID: 'Onbekend' }),
    line({ LEDIGING_ID: 'L4', LEDIGINGSMOMENT: '2024-03-31 02:30:00' }),
    line({ LEDIGING_ID: 'L1', TOTAALKOSTEN_LEDIGING: '9.99' }),
    line(),
  ]
  expect(await importLines(...lines)).toEqual([2, 0, 1, 1, 2])
  const before = await findStored()
  expect(await importLines(...lines)).toEqual([0, 0, 3, 1, 2])
  expect(await findStored()).toEqual(before)
  expect((await sql`select from clearance_batch`.execute(db)).rows).toHaveLength(1)
})

test('updates a clearance from a corrected row, even when its new moment is in another year', async () => {
  await importLines(line(), line({ LEDIGING_ID: 'L2' }))
  const [{ id } = { id: 0 }] = await findStored()
  const corrected = line({
    TOTAALKOSTEN_LEDIGING: '5.90',
    LEDIGINGSMOMENT: '2023-12-31 23:59:59',
    GEWICHT_ONVERDEELD: '7.125',
  })
  expect(await importLines(corrected, line({ LEDIGING_ID: 'L2' }))).toEqual([0, 1, 1, 0, 0])
  expect((await findStored())[0]).toMatchObject({ id, amount_cents: 590, weight_kg: 7.125 })
  expect((await clearancesOfAddress(2023)).data).toMatchObject([{ id }])
  expect((await clearancesOfAddress(2024)).data).toHaveLength(1)
})

test('rejects a row that differs from an earlier row with the same key, even in another batch', async () => {
  const many = Array.from({ length: 6000 }, (_, index) => line({ LEDIGING_ID: `M${index}` }))
  const last = line({ LEDIGING_ID: 'M0', TOTAALKOSTEN_LEDIGING: '1.00' })
  expect(await importLines(...many, last)).toEqual([6000, 0, 0, 0, 1])
  expect(await readFile(rejects, 'utf8')).toContain(
    '6002;LEDIGING_ID staat al op een eerdere regel, met andere gegevens;M0',
  )
  expect(await importLines(...many, last)).toEqual([0, 0, 6000, 0, 1])
})

test('continues an interrupted import when it is started again, and sets updated_until only when the import completes', async () => {
  const file = join(folder, 'lang.csv')
  const lines = Array.from({ length: 12_000 }, (_, index) => line({ LEDIGING_ID: `M${index}` }))
  await writeFile(file, [header, ...lines].join('\n'))
  const stop = new AbortController()
  const onProgress: CommandContext['onProgress'] = ({ detail = '' }) => detail.startsWith('5.000') && stop.abort()
  await expect(run([file], {}, { onProgress, signal: stop.signal })).rejects.toThrow('is gestopt')
  expect((await clearancesOfAddress(2024)).meta.updated_until).toBeNull()
  expect(countsOf(await run([file]))).toEqual([2000, 0, 10_000, 0, 0])
  expect((await clearancesOfAddress(2024)).meta.updated_until).toBe('2024-01-15')
})

test.each([
  ['fraction_unknown', { FRACTIE_ID: 'Restafva' }],
  ['container_unknown', { CONTAINER_ID: 'C2' }],
  ['container_unknown', { SLEUTELNUMMER: 'CHIP2' }],
  ['container_unknown', { CONTAINER_ID: '', SLEUTELNUMMER: '' }],
  ['container_absent', { LEDIGINGSMOMENT: '2019-12-31 10:00:00' }],
  ['fraction_contradiction', { FRACTIE_ID: 'GFT' }],
  ['shared_contradiction', { VERZAMELCONTAINER_J_N: 'J' }],
  ['address_unknown', { OBJECT_ID: 'H119', OBJECTADRES: 'Akerstraat 119 [6411CD HEERLEN]' }],
  ['address_unknown', { OBJECT_ID: '', OBJECTADRES: '' }],
  ['address_unknown', { OBJECT_ID: '', OBJECTADRES: 'achter de kerk' }],
  ['address_contradiction', { OBJECT_ID: 'H119' }],
])('quarantines a clearance whose references are unknown or contradictory: %s, %j', async (reason, changes) => {
  expect(await importLines(line(changes))).toEqual([0, 0, 0, 1, 0])
  expect(await findQuarantine()).toEqual([`L1 ${reason}`])
  expect(await findStored()).toEqual([])
})

test('names the unknown object codes and fractions of the clearances in quarantine, and counts those beyond ten', async () => {
  const file = join(folder, 'ledigingen.csv')
  const unknown = (key: string, changes: Partial<typeof usual>) =>
    line({ LEDIGING_ID: key, OBJECTADRES: '', ...changes })
  await writeFile(
    file,
    [
      header,
      ...[1, 2].map((key) => unknown(`K${key}`, { OBJECT_ID: '600176143' })),
      unknown('Z1', { OBJECT_ID: '' }),
      unknown('F1', { FRACTIE_ID: 'Restafva' }),
    ].join('\n'),
  )
  const named = ['2  objectcode 600176143 is bij geen adres bekend', '1  het adres is onbekend']
  const lines = (text: string) => text.split('\n').map((it) => it.trim())
  expect(lines(await run([file]))).toEqual(expect.arrayContaining([...named, '1  de fractie RESTAFVA is onbekend']))
  const codes = Array.from({ length: 11 }, (_, index) => unknown(`M${index}`, { OBJECT_ID: `H${200 + index}` }))
  await writeFile(file, [header, ...codes].join('\n'))
  const text = lines(await run([file]))
  expect(text).toEqual(expect.arrayContaining([...named, '2  2 andere objectcodes zijn bij geen adres bekend']))
  expect(text.filter((it) => it.startsWith('1  objectcode H2'))).toHaveLength(9)
  expect(text.at(-1)).toMatch(/^De objectcodes .* 'npm run loket -- import object-codes'\.$/)
})

test('finds an address without an object code by its text, when only one address has that text', async () => {
  await sql`update address set object_code = null`.execute(db)
  expect(
    await importLines(line(), line({ LEDIGING_ID: 'L2', OBJECTADRES: 'AKERSTRAAT 118 [6411 CD Heerlen]' })),
  ).toEqual([2, 0, 0, 0, 0])
  await insertAddress(db, { twin: 2 })
  expect(await importLines(line({ LEDIGING_ID: 'L3' }))).toEqual([0, 0, 0, 1, 0])
  expect(await findQuarantine()).toEqual(['L3 address_ambiguous'])
})

test.each([
  ['Plein 1940', 12, null, 'Plein 1940 12 [6411CD HEERLEN]'],
  ['2e Stationsstraat', 5, 'a', '2e Stationsstraat 5a [6411CD HEERLEN]'],
  ["'s-Gravenweg", 400, 'LToe', "'s-Gravenweg 400 LToe [6411CD HEERLEN]"],
  ['Wieënweg', 9, '2', 'Wieënweg 9-2 [6411CD HEERLEN]'],
  ['Professor von Kármánstraat', 31, 'e-3', 'Prof. von Karmanstraat 31 e-3 [6411CD KERKRADE AAN DE GEUL]'],
])(
  'finds the address %s %s %s when the file has %s',
  async (street, house_number, house_number_extension, OBJECTADRES) => {
    const { id } = await insertAddress(db, { street, house_number, house_number_extension })
    await insertContainer(db, { address_id: id, number: 'C9' })
    expect(await importLines(line({ OBJECT_ID: 'X', OBJECTADRES, CONTAINER_ID: 'C9', SLEUTELNUMMER: '' }))).toEqual([
      0, 0, 0, 1, 0,
    ])
    expect(await findQuarantine()).toEqual(['L1 container_absent'])
    await sql`update container set placed_on = '2020-01-01' where number = 'C9'`.execute(db)
    expect(countsOf(await retry()).slice(0, 3)).toEqual([1, 0, 0])
    expect(await findStored()).toMatchObject([{ address_id: id }])
  },
)

test('finds the container that had the chip on the day of the clearance', async () => {
  await sql`update container set removed_on = '2024-06-10'`.execute(db)
  const { id: next } = await insertContainer(db, {
    address_id,
    number: 'C2',
    chip_number: 'CHIP1',
    placed_on: '2024-06-10',
  })
  const lift = (key: string, day: string, CONTAINER_ID = '') =>
    line({ LEDIGING_ID: key, CONTAINER_ID, LEDIGINGSMOMENT: `${day} 10:30:00` })
  expect(
    await importLines(
      lift('L1', '2024-06-09'),
      lift('L2', '2024-06-11'),
      lift('L3', '2024-06-10'),
      lift('L4', '2024-06-10', 'C2'),
      lift('L5', '2024-06-11', 'C1'),
    ),
  ).toEqual([3, 0, 0, 2, 0])
  expect((await findStored()).map((row) => [row.supplier_key, row.container_id])).toEqual([
    ['L1', container_id],
    ['L2', next],
    ['L4', next],
  ])
  expect(await findQuarantine()).toEqual(['L3 container_ambiguous', 'L5 container_absent'])
})

test('quarantines a clearance whose container number and chip are of different containers', async () => {
  await insertContainer(db, { address_id, number: 'C2', chip_number: 'CHIP2', placed_on: '2020-01-01' })
  await importLines(line({ SLEUTELNUMMER: 'CHIP2' }))
  expect(await findQuarantine()).toEqual(['L1 container_contradiction'])
})

test('adds an opening of a shared container to the address, and an emptying to the collection system', async () => {
  const site = await insertCollectionSystem(db, { address_id, alias: 'site' })
  const shared = {
    collection_system_id: site.id,
    kind: 'ondergronds' as const,
    volume_litres: 5000,
    placed_on: '2020-01-01',
  }
  await insertContainer(db, { ...shared, number: 'W1' })
  // For a shared container, SLEUTELNUMMER is the pass of a resident. No container has it as its chip.
  const opening = { CONTAINER_ID: 'W1', SLEUTELNUMMER: '0101010101', VERZAMELCONTAINER_J_N: 'J' }
  const lines = [
    line(opening),
    line({ ...opening, LEDIGING_ID: 'L2', OBJECT_ID: '', OBJECTADRES: '', TOTAALKOSTEN_LEDIGING: '' }),
  ]
  expect(await importLines(...lines)).toEqual([2, 0, 0, 0, 0])
  expect((await clearancesOfAddress(2024)).data).toMatchObject([{ category: 'locations', volume_litres: 60 }])
  expect((await findCollectionSystemClearances(db, 'site', 2024))?.data).toMatchObject([
    { volume_litres: 5000, amount_cents: null },
  ])
})

test('reads a Dutch day, and weights and amounts with a decimal comma', async () => {
  const dutch = { LEDIGINGSMOMENT: '5-1-2024 10:30:00', GEWICHT_VERDEELD: '12,5', TOTAALKOSTEN_LEDIGING: '6,45' }
  await importLines(line(dutch), line({ LEDIGING_ID: 'L2', LEDIGINGSMOMENT: '06-01-2024 10:30:00' }))
  const { data, meta } = await clearancesOfAddress(2024)
  expect(data[1]).toMatchObject({ cleared_at: '2024-01-05T10:30:00+01:00', weight_kg: 12.5, amount_cents: 645 })
  expect(meta.updated_until).toBe('2024-01-06')
})

test('stores the weight share of the address, or the total weight when the row has no share', async () => {
  await importLines(
    line({ GEWICHT_ONVERDEELD: '80.0', GEWICHT_VERDEELD: '12.25' }),
    line({ LEDIGING_ID: 'L2', GEWICHT_ONVERDEELD: '80.0' }),
    line({ LEDIGING_ID: 'L3' }),
  )
  expect((await findStored()).map(({ weight_kg }) => weight_kg)).toEqual([12.25, 80, null])
})

test('imports a clearance from quarantine once its location is known', async () => {
  const lines = [line({ SLEUTELNUMMER: 'CHIP7', CONTAINER_ID: '' }), line({ LEDIGING_ID: 'L2', FRACTIE_ID: 'R1' })]
  expect(await importLines(...lines)).toEqual([0, 0, 0, 2, 0])
  expect(await retry()).toContain('1  de fractie R1 is onbekend')
  await insertContainer(db, { address_id, number: 'C7', chip_number: 'CHIP7', placed_on: '2020-01-01' })
  const text = await retry()
  expect(countsOf(text).slice(0, 3)).toEqual([1, 0, 0])
  expect(await findQuarantine()).toEqual(['L2 fraction_unknown'])

  await expect(run(['-'], { fractions: 'R1=rest' })).rejects.toThrow(UsageError)
  const file = join(folder, 'ledigingen.csv')
  expect(countsOf(await run([file], { fractions: 'R1=residual_waste' }))).toEqual([1, 0, 1, 0, 0])
  expect(await findQuarantine()).toEqual([])
  await sql`delete from fraction where name = 'R1'`.execute(db)
})

test.each([
  [{ LEDIGINGSMOMENT: '2024-03-31 02:30:00' }, 'bestaat niet'],
  [{ LEDIGINGSMOMENT: '15-01-2024 10:30' }, 'geen moment'],
  [{ LEDIGINGSMOMENT: '2093-01-15 10:30:00' }, 'in de toekomst'],
  [{ TOTAALKOSTEN_LEDIGING: '12.345' }, 'geen bedrag'],
  [{ TOTAALKOSTEN_LEDIGING: '6,455' }, 'geen bedrag'],
  [{ TOTAALKOSTEN_LEDIGING: '-6.45' }, 'geen bedrag'],
  [{ GEWICHT_VERDEELD: '1.212,5' }, 'geen getal'],
  [{ VERZAMELCONTAINER_J_N: 'X' }, 'geen J of N'],
  [{ LEDIGING_ID: '' }, 'LEDIGING_ID ontbreekt'],
  [{ FRACTIE_ID: '' }, 'FRACTIE_ID ontbreekt'],
  [{ SUBJECTNAAM: 'Duivesteyn; Wilhelmina' }, 'er staan 15 velden in de regel, en 14 in de kop'],
  [{ SUBJECTNAAM: '"Duivesteyn' }, 'de aanhalingstekens kloppen niet'],
])('rejects a row with %j: %s', async (changes, reason) => {
  expect(await importRejected(changes)).toContain(reason)
  expect(await findStored()).toEqual([])
})

test('stores amounts in cents without rounding', async () => {
  const amounts = ['0', '0.07', '0.1', '1.15', '4.35', '19.99', '1001.1']
  await importLines(
    ...amounts.map((TOTAALKOSTEN_LEDIGING, index) => line({ LEDIGING_ID: `L${index}`, TOTAALKOSTEN_LEDIGING })),
  )
  expect((await findStored()).map(({ amount_cents }) => amount_cents)).toEqual([0, 7, 10, 115, 435, 1999, 100_110])
})

test('stores the tariff of the day when the row has no amount, and null when there is no tariff either', async () => {
  await sql`
    insert into tariff (municipality_id, waste_type, kind, volume_litres, amount_cents, valid_from, valid_to)
    values (917, 'residual_waste', 'minicontainer', 140, 645, '2024-01-01', '2024-06-30'),
      (917, 'residual_waste', 'minicontainer', 140, 700, '2024-07-01', '2024-12-31')`.execute(db)
  const lift = (LEDIGING_ID: string, LEDIGINGSMOMENT: string) =>
    line({ LEDIGING_ID, LEDIGINGSMOMENT, TOTAALKOSTEN_LEDIGING: '' })
  await importLines(
    lift('L1', '2024-06-30 23:59:59'),
    lift('L2', '2024-07-01 00:00:00'),
    lift('L3', '2025-01-01 00:00:00'),
  )
  expect((await findStored()).map(({ amount_cents }) => amount_cents)).toEqual([645, 700, null])
})

test("a quarantined clearance of New Year's night has the tariff of its Dutch day", async () => {
  await sql`
    insert into tariff (municipality_id, waste_type, kind, volume_litres, amount_cents, valid_from, valid_to)
    values (917, 'residual_waste', 'minicontainer', 140, 645, '2024-01-01', '2024-12-31'),
      (917, 'residual_waste', 'minicontainer', 140, 700, '2025-01-01', '2025-12-31')`.execute(db)
  const night = { LEDIGINGSMOMENT: '2025-01-01 00:30:00', TOTAALKOSTEN_LEDIGING: '' }
  expect(await importLines(line({ ...night, SLEUTELNUMMER: 'CHIP7', CONTAINER_ID: '' }))).toEqual([0, 0, 0, 1, 0])
  await insertContainer(db, { address_id, number: 'C7', chip_number: 'CHIP7', placed_on: '2025-01-01' })
  await retry()
  expect(await findStored()).toMatchObject([{ supplier_key: 'L1', amount_cents: 700 }])
  expect((await clearancesOfAddress(2025)).data).toHaveLength(1)
})

test('neither stores nor prints BSN, SUBJECTNAAM and SUBJECT_ID of a person, whatever the outcome of the row', async () => {
  const person = ['Duivesteyn', bsn, 'S-4711']
  const file = join(folder, 'personen.csv')
  const lines = [
    line(),
    line({ LEDIGING_ID: 'L2', FRACTIE_ID: 'Onbekend' }),
    line({ LEDIGING_ID: 'L3', OBJECT_ID: '', OBJECTADRES: `t.a.v. Duivesteyn ${bsn}` }),
    line({ LEDIGING_ID: 'L4', LEDIGINGSMOMENT: `${bsn} Duivesteyn` }),
    line({ LEDIGING_ID: 'L5', SUBJECTNAAM: 'Wilhelmina; Duivesteyn' }),
    line({ LEDIGING_ID: 'L6', SUBJECTNAAM: '"Wilhelmina Duivesteyn' }),
    line({ LEDIGING_ID: 'L7', TOTAALKOSTEN_LEDIGING: 'Duivesteyn', FRACTIE_ID: 'Restafval' }),
  ]
  await writeFile(file, [header, ...lines].join('\n'))
  const text = await run([file])
  expect(countsOf(text)).toEqual([1, 0, 0, 2, 4])

  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    db,
  )
  const outputs = [text, await readFile(rejects, 'utf8')]
  for (const { name } of tables) {
    const { rows } = await sql<{
      content: string
    }>`select to_jsonb(t)::text as content from ${sql.identifier(name)} t`.execute(db)
    outputs.push(...rows.map(({ content }) => content))
  }
  expect(outputs.join('\n')).toContain('CHIP1')
  for (const word of person) expect(outputs.join('\n').toLowerCase()).not.toContain(word.toLowerCase())
  expect(await readdir(folder)).not.toContain('personen.csv.rejects.csv')
})

test('imports compressed files, and accepts column names without underscores', async () => {
  const [first, second] = [join(folder, 'een.csv.zst'), join(folder, 'twee.csv.gz')]
  await writeFile(first, zstdCompressSync(`${header}\n${line()}`))
  await writeFile(second, gzipSync(`${header.replaceAll('_ID', 'ID')}\n${line({ LEDIGING_ID: 'L2' })}`))
  expect(countsOf(await run([first]))).toEqual([1, 0, 0, 0, 0])
  expect(countsOf(await run([second]))).toEqual([1, 0, 0, 0, 0])
})

/** Returns the file, its hash and the line of each clearance, in quarantine or not. */
async function findSources() {
  const { rows } = await sql<{ key: string; source: string; sha256: string | null; line: number }>`
    select supplier_key as key, source, sha256, source_line as line
    from (
      select supplier_key, batch_id, source_line from clearance
      union all select supplier_key, batch_id, source_line from clearance_quarantine
    ) reported join clearance_batch on clearance_batch.id = batch_id
    order by supplier_key`.execute(db)
  return rows
}
/** Writes a file with these lines, and returns its path and its hash. */
async function writeDelivery(name: string, lines: string[], compress = (text: string) => Buffer.from(text)) {
  const path = join(folder, name)
  const content = compress([header, ...lines].join('\n'))
  await writeFile(path, content)
  return { path, sha256: createHash('sha256').update(content).digest('hex') }
}

test('stores the name of a delivered file, the hash of its compressed bytes, and the line of a clearance', async () => {
  const lines = [line(), '', line({ LEDIGING_ID: 'L2', LEDIGINGSMOMENT: 'gisteren' }), line({ LEDIGING_ID: 'L3' })]
  const { path, sha256 } = await writeDelivery('januari.csv.gz', lines, gzipSync)
  await run([path])
  expect(await findSources()).toEqual([
    { key: 'L1', source: 'januari.csv.gz', sha256, line: 2 },
    { key: 'L3', source: 'januari.csv.gz', sha256, line: 5 },
  ])
})

test('leaves the file and line of an unchanged clearance, and replaces both for a corrected clearance', async () => {
  const first = await writeDelivery('eerste.csv', [line(), line({ LEDIGING_ID: 'L2' })])
  const second = await writeDelivery('tweede.csv', [
    line({ LEDIGING_ID: 'L0' }),
    line({ LEDIGING_ID: 'L2', TOTAALKOSTEN_LEDIGING: '7.00' }),
    line(),
  ])
  await run([first.path])
  await run([second.path])
  expect(await findSources()).toEqual([
    { key: 'L0', source: 'tweede.csv', sha256: second.sha256, line: 2 },
    { key: 'L1', source: 'eerste.csv', sha256: first.sha256, line: 2 },
    { key: 'L2', source: 'tweede.csv', sha256: second.sha256, line: 3 },
  ])
})

test('leaves the file and line of a clearance in quarantine unchanged, even when it is retried', async () => {
  const unknown = line({ LEDIGING_ID: 'L2', CONTAINER_ID: '', SLEUTELNUMMER: 'CHIP7' })
  const first = await writeDelivery('eerste.csv', [line(), unknown, line({ LEDIGING_ID: 'L3', FRACTIE_ID: 'R1' })])
  const second = await writeDelivery('tweede.csv', [line({ LEDIGING_ID: 'L3', FRACTIE_ID: 'R2' }), unknown])
  await run([first.path])
  await run([second.path])
  const sources = [
    { key: 'L1', source: 'eerste.csv', sha256: first.sha256, line: 2 },
    { key: 'L2', source: 'eerste.csv', sha256: first.sha256, line: 3 },
    { key: 'L3', source: 'tweede.csv', sha256: second.sha256, line: 2 },
  ]
  expect(await findSources()).toEqual(sources)
  await insertContainer(db, { address_id, number: 'C7', chip_number: 'CHIP7', placed_on: '2020-01-01' })
  expect(countsOf(await retry()).slice(0, 3)).toEqual([1, 0, 0])
  expect(await findSources()).toEqual(sources)
  expect(await findQuarantine()).toEqual(['L3 fraction_unknown'])
})

test('replaces the file of a clearance after a stopped import, when a complete import contains it', async () => {
  const keys = Array.from({ length: 10_001 }, (_, index) => `M${index}`)
  const quarantined = line({ LEDIGING_ID: 'Q', FRACTIE_ID: 'R1' })
  const stopped = await writeDelivery('eerste.csv', [quarantined, ...keys.map((LEDIGING_ID) => line({ LEDIGING_ID }))])
  const stop = new AbortController()
  const onProgress: CommandContext['onProgress'] = ({ detail = '' }) => detail.startsWith('5.000') && stop.abort()
  await expect(run([stopped.path], {}, { onProgress, signal: stop.signal })).rejects.toThrow('is gestopt')
  expect((await findSources()).every(({ sha256 }) => sha256 === null)).toBe(true)

  const next = await writeDelivery('tweede.csv', [
    line({ LEDIGING_ID: 'M1' }),
    line({ LEDIGING_ID: 'M0' }),
    quarantined,
  ])
  expect(countsOf(await run([next.path]))).toEqual([0, 0, 2, 1, 0])
  const sources = new Map((await findSources()).map((source) => [source.key, source]))
  const { sha256 } = next
  expect([sources.get('M0'), sources.get('M1'), sources.get('Q'), sources.get('M2')]).toEqual([
    { key: 'M0', source: 'tweede.csv', sha256, line: 3 },
    { key: 'M1', source: 'tweede.csv', sha256, line: 2 },
    { key: 'Q', source: 'tweede.csv', sha256, line: 4 },
    { key: 'M2', source: 'eerste.csv', sha256: null, line: 5 },
  ])
})

test('computes the norms of the municipality and the years of the changed clearances', async () => {
  const homes = Array.from({ length: 20 }, (_, index) => index)
  for (const index of homes) {
    const { id } = await insertAddress(db, { object_code: `N${index}`, house_number: index + 1 })
    await insertContainer(db, { address_id: id, number: `N${index}`, placed_on: '2020-01-01' })
  }
  const lift = (index: number, year: number, TOTAALKOSTEN_LEDIGING = '6.45') =>
    line({
      ...{
        OBJECT_ID: `N${index}`,
        OBJECTADRES: '',
        CONTAINER_ID: `N${index}`,
        SLEUTELNUMMER: '',
        TOTAALKOSTEN_LEDIGING,
      },
      ...{ LEDIGING_ID: `${year}-${index}`, LEDIGINGSMOMENT: `${year}-03-04 10:30:00` },
    })
  const norms = async () =>
    (await sql`select year, households, median_cents from clearance_norm order by year`.execute(db)).rows
  await importLines(...homes.flatMap((index) => [lift(index, 2023), lift(index, 2024)]))
  expect(await norms()).toEqual([2023, 2024].map((year) => ({ year, households: 20, median_cents: 645 })))
  await sql`update clearance set amount_cents = 700`.execute(db)
  await importLines(...homes.map((index) => lift(index, 2024, '8.00')))
  expect(await norms()).toEqual([
    { year: 2023, households: 20, median_cents: 645 },
    { year: 2024, households: 20, median_cents: 800 },
  ])
})

test('an import of clearances fails with one sentence when the file is missing or the header is wrong, and does not repeat the header', async () => {
  await expect(run([])).rejects.toThrow('Noem ten minste één bestand met ledigingen.')
  const file = join(folder, 'kop.csv')
  await writeFile(file, `${line()}\n${line()}`)
  const failed = run([file])
  await expect(failed).rejects.toThrow('ontbreken de kolommen OBJECT_ID, OBJECTADRES')
  await expect(failed).rejects.not.toThrow(bsn)
})

describe('what is delivered', () => {
  const vaals = { id: 981, name: 'Vaals' }
  async function streamsOf(of: string) {
    const { meta } = (await findAddressClearances(db, of, { purpose: 'aanslag_vraag' })) ?? expect.unreachable()
    return meta.delivered
  }
  const inHeerlen = (...streams: object[]) => ({ municipality: 'Heerlen', streams })

  test('is stored for the municipality and stream of the rows, and for no other municipality', async () => {
    const other = await insertAddress(db, { street: 'Maastrichterlaan', city: 'Vaals', municipality: vaals })
    expect(await streamsOf(alias)).toEqual(inHeerlen())
    await importLines(line({ LEDIGINGSMOMENT: '2024-01-15 10:30:00' }))
    expect(await streamsOf(alias)).toEqual(
      inHeerlen({ waste_type: 'residual_waste', since: '2024-01-15', until: '2024-01-15' }),
    )
    expect(await streamsOf(other.alias)).toEqual({ municipality: 'Vaals', streams: [] })
  })

  test('never becomes earlier, also when the rows are unchanged', async () => {
    const [first, second] = [line(), line({ LEDIGING_ID: 'L2', LEDIGINGSMOMENT: '2024-07-31 08:00:00' })]
    await importLines(first, second)
    await sql`delete from delivered_until`.execute(db)
    await importLines(first, second)
    await importLines(first)
    expect(await streamsOf(alias)).toEqual(
      inHeerlen({ waste_type: 'residual_waste', since: '2024-01-15', until: '2024-07-31' }),
    )
  })

  test('includes the emptying of a shared container, and a lift that left the quarantine', async () => {
    const system = await insertCollectionSystem(db, { address_id })
    await insertContainer(db, { collection_system_id: system.id, number: 'D1', placed_on: '2020-01-01' })
    const shared = { OBJECT_ID: '', OBJECTADRES: '', VERZAMELCONTAINER_J_N: 'J', SLEUTELNUMMER: '' }
    await importLines(
      line({ ...shared, CONTAINER_ID: 'D1', LEDIGINGSMOMENT: '2024-02-01 10:30:00' }),
      line({ LEDIGING_ID: 'L2', CONTAINER_ID: 'C9', SLEUTELNUMMER: '', FRACTIE_ID: 'GFT' }),
    )
    expect(await streamsOf(alias)).toEqual(
      inHeerlen({ waste_type: 'residual_waste', since: '2024-02-01', until: '2024-02-01' }),
    )
    await insertContainer(db, { address_id, number: 'C9', waste_type: 'gft', placed_on: '2020-01-01' })
    await retry()
    expect(await streamsOf(alias)).toEqual(
      inHeerlen(
        { waste_type: 'gft', since: '2024-01-15', until: '2024-02-01' },
        { waste_type: 'residual_waste', since: '2024-02-01', until: '2024-02-01' },
      ),
    )
  })
})
