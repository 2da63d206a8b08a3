import { existsSync, mkdtempSync, readdirSync, readlinkSync, statSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Worker } from 'node:worker_threads'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ZipFile } from 'yazl'
import { countDifferences } from '../../domain/street-search/derived-data.ts'
import { sql } from '../../platform/database/sql.ts'
import { type CommandContext, CommandError, UsageError } from '../../platform/runtime/command.ts'
import { clearTables } from '../../test/clear-tables.ts'
import { countsIn, runCommand } from '../../test/commands.ts'
import { insertCollectionSystem } from '../../test/make.ts'
import { testDatabase } from '../../test/test-database.ts'
import { importAddresses } from '../addresses/import-addresses.ts'
import { importBag } from './import-bag.ts'
import { bagId, type TestExtract, writeExtract } from './made-up-extract.ts'
import { rdToWgs84 } from './rd-to-wgs84.ts'

const db = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-bag-'))
afterAll(() => rm(folder, { recursive: true }))
beforeEach(() => clearTables(db, 'address', 'street', 'town', 'municipality'))

const rejects = join(folder, 'rejects.csv')
const path = join(folder, 'extract.zip')
const run = (options: Record<string, string> = {}, file = path, context: Partial<CommandContext> = {}) =>
  runCommand(importBag, db, [file], { rejects, date: '2026-11-08', ...options }, context)

/** Imports an extract and returns four counts: added, changed, unchanged, rejected. */
async function importExtract(extract: TestExtract, options: Record<string, string> = {}) {
  await writeExtract(path, extract)
  return countsOf(await run(options))
}
const countsOf = (text: string) => countsIn(text, 'toegevoegd', 'gewijzigd', 'ongewijzigd', 'afgekeurd')

const dwelling = (id: number, main = id) => ({ id, main, at: [195_000 + id, 322_000] })
/** An extract with towns in Heerlen and Kerkrade, and with each kind of address. */
const extract: TestExtract = {
  relations: [
    { town: 1001, municipality: '0917' },
    { town: 1002, municipality: '0928' },
  ],
  towns: [
    { id: 1001, name: 'Heerlen' },
    { id: 1002, name: 'Eygelshoven' },
  ],
  streets: [
    { id: 1, name: 'Akerstraat', town: 1001 },
    { id: 2, name: 'Wieënweg &amp; Hof', town: 1002 },
  ],
  numbers: [
    { id: 1, street: 1, house_number: 118, postal_code: '6411CD' },
    { id: 2, street: 1, house_number: 118, letter: 'b', addition: '2', postal_code: '6411CD' },
    { id: 3, street: 1, house_number: 120 },
    { id: 4, street: 1, house_number: 122, town: 1002, postal_code: '6471AB' },
    { id: 5, street: 2, house_number: 9, postal_code: '6471AC' },
    { id: 6, street: 2, house_number: 11, postal_code: '6471AC' },
  ],
  dwellings: [{ ...dwelling(1), additional: [2, 3] }, dwelling(4)],
  berths: [
    { id: 5, main: 5, at: [200_000, 320_000, 200_010, 320_000, 200_010, 320_010, 200_000, 320_010, 200_000, 320_000] },
  ],
  pitches: [{ id: 6, main: 6, at: [201_000, 321_000] }],
}

const addresses = async () => {
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', street.municipality_id, city || ',', street.name, house_number, house_number_extension,
      coalesce(postal_code, '-'), bag_id, twin, retired_on) as text
    from address join street on street.id = street_id order by bag_id`.execute(db)
  return rows.map(({ text }) => text)
}
const locations = async () => (await sql`select bag_id, lon, lat from address order by bag_id`.execute(db)).rows

test('imports main and additional addresses, berths, pitches, and numbers without a postal code or in another town', async () => {
  expect(await importExtract(extract)).toEqual([6, 0, 0, 0])
  expect(await addresses()).toEqual([
    `917 Heerlen, Akerstraat 118 6411CD ${bagId('20', 1)} 1`,
    `917 Heerlen, Akerstraat 118 b-2 6411CD ${bagId('20', 2)} 1`,
    `917 Heerlen, Akerstraat 120 - ${bagId('20', 3)} 1`,
    `928 Eygelshoven, Akerstraat 122 6471AB ${bagId('20', 4)} 1`,
    `928 Eygelshoven, Wieënweg & Hof 9 6471AC ${bagId('20', 5)} 1`,
    `928 Eygelshoven, Wieënweg & Hof 11 6471AC ${bagId('20', 6)} 1`,
  ])
  const { lon, lat } = rdToWgs84(200_005, 320_005)
  expect((await locations())[4]).toEqual({ bag_id: bagId('20', 5), lon: +lon.toFixed(8), lat: +lat.toFixed(8) })
  const { rows } = await sql`select distinct object_code from address`.execute(db)
  expect(rows).toEqual([{ object_code: null }])
})

test('an import of a BAG extract has the same outcome as a CSV file of the same data', async () => {
  await importExtract(extract)
  const fromExtract = [await addresses(), await locations()]
  await clearTables(db, 'address', 'street', 'town', 'municipality')
  const degrees = ([x = 0, y = 0]: number[]) => {
    const { lat, lon } = rdToWgs84(x, y)
    return `${lat.toFixed(8)};${lon.toFixed(8)}`
  }
  const [one, four] = [degrees([195_001, 322_000]), degrees([195_004, 322_000])]
  const csv = join(folder, 'adressen.csv')
  const objectColumns = 'verblijfsobject;nevenadres;in_aanbouw'
  await writeFile(
    csv,
    `nummeraanduiding;straat;huisnummer;huisletter;toevoeging;postcode;woonplaats;gemeente;lat;lon;${objectColumns}
${bagId('20', 6)};Wieënweg & Hof;11;;;6471AC;Eygelshoven;Kerkrade;${degrees([201_000, 321_000])};${bagId('03', 6)};N;N
${bagId('20', 5)};Wieënweg & Hof;9;;;6471AC;Eygelshoven;Kerkrade;${degrees([200_005, 320_005])};${bagId('02', 5)};N;N
${bagId('20', 4)};Akerstraat;122;;;6471AB;Eygelshoven;Kerkrade;${four};${bagId('01', 4)};N;N
${bagId('20', 3)};Akerstraat;120;;;;Heerlen;Heerlen;${one};${bagId('01', 1)};J;N
${bagId('20', 2)};Akerstraat;118;b;2;6411CD;Heerlen;Heerlen;${one};${bagId('01', 1)};J;N
${bagId('20', 1)};Akerstraat;118;;;6411CD;Heerlen;Heerlen;${one};${bagId('01', 1)};N;N`,
  )
  await runCommand(importAddresses, db, [csv], { rejects })
  expect([await addresses(), await locations()]).toEqual(fromExtract)
  expect(countsOf(await run())).toEqual([0, 0, 6, 0])
})

test('imports only the versions that are valid on the day, were not withdrawn, and belong to an object', async () => {
  const versions: TestExtract = {
    ...extract,
    streets: [
      { id: 1, name: 'Oude Akerstraat', town: 1001, end: '2020-01-01' },
      { id: 1, name: 'Akerstraat', town: 1001, begin: '2020-01-01' },
      { id: 1, name: 'Foute Akerstraat', town: 1001, begin: '2020-01-01', inactive: true },
    ],
    numbers: [
      { id: 1, street: 1, house_number: 1, end: '2021-06-01' },
      { id: 1, street: 1, house_number: 2, begin: '2021-06-01' },
      { id: 2, street: 1, house_number: 3, begin: '2026-11-09' },
      { id: 3, street: 1, house_number: 4, status: 'Naamgeving ingetrokken' },
      { id: 4, street: 1, house_number: 5, inactive: true },
      { id: 5, street: 1, house_number: 6 },
      { id: 6, street: 1, house_number: 7 },
      { id: 7, street: 1, house_number: 8 },
      { id: 8, street: 1, house_number: 9 },
    ],
    dwellings: [
      ...[1, 2, 3, 4].map((id) => dwelling(id)),
      { ...dwelling(5), status: 'Niet gerealiseerd verblijfsobject' },
      { ...dwelling(6), status: 'Verblijfsobject gevormd' },
      { ...dwelling(7), status: 'Verblijfsobject in gebruik (niet ingemeten)', end: '2025-01-01' },
      { ...dwelling(7), status: 'Verbouwing verblijfsobject', begin: '2025-01-01' },
    ],
    berths: [],
    pitches: [],
  }
  await writeExtract(path, versions)
  const text = await run()
  expect(text).toContain('2 nummers zonder verblijfsobject, ligplaats of standplaats zijn overgeslagen.')
  const shown = async () => (await addresses()).map((it) => it.replace(/ - .*/, ''))
  const onDay = ['917 Heerlen, Akerstraat 2', '917 Heerlen, Akerstraat 7', '917 Heerlen, Akerstraat 8']
  expect(await shown()).toEqual(onDay)
  await clearTables(db, 'address', 'street')
  await run({ date: '31-12-2019' })
  expect((await shown())[0]).toBe('917 Heerlen, Oude Akerstraat 1')
})

test('imports the version that began last when an extract has two valid versions of an object', async () => {
  const [first] = extract.numbers
  const versions = [2019, 2021, 2015].map((year) => ({
    ...first,
    id: 1,
    street: 1,
    house_number: year,
    begin: `${year}-01-01`,
  }))
  const objects = [2015, 2020].map((year) => ({ ...dwelling(year, 1), begin: `${year}-01-01` }))
  const text = { ...extract, numbers: versions, dwellings: objects, berths: [], pitches: [] }
  expect(await importExtract(text)).toEqual([1, 0, 0, 0])
  expect(await addresses()).toEqual([`917 Heerlen, Akerstraat 2021 6411CD ${bagId('20', 1)} 1`])
  expect(await locations()).toMatchObject([{ lon: +rdToWgs84(197_020, 322_000).lon.toFixed(8) }])
})

test('an import of a BAG extract applies a later extract as a change: renames, moves and retires addresses, which keep their alias', async () => {
  await importExtract(extract)
  const before = (await sql`select bag_id, alias from address order by bag_id`.execute(db)).rows
  const { rows } = await sql<{ id: number }>`select id from address where bag_id = ${bagId('20', 1)}`.execute(db)
  await insertCollectionSystem(db, { object_code: 'S1', address_id: rows[0]?.id ?? 0 })
  const later: TestExtract = {
    ...extract,
    // The town of Eygelshoven becomes a part of Heerlen.
    relations: [
      { town: 1001, municipality: '0917' },
      { town: 1002, municipality: '0928', end: '2026-01-01' },
      { town: 1002, municipality: '0917', begin: '2026-01-01' },
    ],
    streets: [{ id: 1, name: 'Nieuwe Akerstraat', town: 1001 }, ...extract.streets.slice(1)],
    numbers: extract.numbers.slice(0, -1).map((it) => (it.id === 5 ? { ...it, house_number: 90_001 } : it)),
  }
  expect(await importExtract(later, { retire: '50' })).toEqual([0, 5, 0, 0])
  expect(await addresses()).toEqual([
    `917 Heerlen, Nieuwe Akerstraat 118 6411CD ${bagId('20', 1)} 1`,
    `917 Heerlen, Nieuwe Akerstraat 118 b-2 6411CD ${bagId('20', 2)} 1`,
    `917 Heerlen, Nieuwe Akerstraat 120 - ${bagId('20', 3)} 1`,
    `917 Eygelshoven, Nieuwe Akerstraat 122 6471AB ${bagId('20', 4)} 1`,
    `917 Eygelshoven, Wieënweg & Hof 90001 6471AC ${bagId('20', 5)} 1`,
    `928 Eygelshoven, Wieënweg & Hof 11 6471AC ${bagId('20', 6)} 1`,
  ])
  expect((await sql`select bag_id, alias from address order by bag_id`.execute(db)).rows).toEqual(before)
  const differences = await countDifferences(db)
  expect(Object.entries(differences).filter(([, count]) => count > 0)).toEqual([])
  expect(await importExtract(later)).toEqual([0, 0, 5, 0])
})

test('retires an address of the municipality that the extract omits, only with --retire', async () => {
  await importExtract(extract)
  const later = { ...extract, numbers: extract.numbers.filter(({ id }) => id !== 2) }
  expect(await importExtract(later)).toEqual([0, 0, 5, 0])
  expect((await addresses())[1]).not.toMatch(/ \d{4}-\d\d-\d\d$/)
  const text = await run({ retire: '50' })
  expect(countsIn(text, 'vervallen')).toEqual([1])
  expect((await addresses())[1]).toMatch(/ \d{4}-\d\d-\d\d$/)
  expect(await importExtract(extract)).toEqual([0, 1, 5, 0])
  expect((await addresses())[1]).not.toMatch(/ \d{4}-\d\d-\d\d$/)
})

test('an import of a BAG extract does not change an object code', async () => {
  await importExtract(extract)
  await sql`update address set object_code = 'H118' where bag_id = ${bagId('20', 1)}`.execute(db)
  expect(await importExtract(extract)).toEqual([0, 0, 6, 0])
})

test.each(['Kerkrade', '928', 'heerlen,0928'])(
  'imports only the municipalities of --municipality %s',
  async (names) => {
    const all = names.includes(',')
    expect(await importExtract(extract, { municipality: names })).toEqual([all ? 6 : 3, 0, 0, 0])
    expect((await addresses()).every((it) => all || it.startsWith('928'))).toBe(true)
  },
)

test('rejects addresses of a municipality without a known name, unless --names has it', async () => {
  const [kerkrade = { town: 0, municipality: '' }] = extract.relations.slice(1)
  const unknown = { ...extract, relations: [...extract.relations.slice(0, 1), { ...kerkrade, municipality: '1999' }] }
  expect(await importExtract(unknown)).toEqual([3, 0, 0, 3])
  expect(await readFile(rejects, 'utf8')).toContain('de gemeentecode ‘1999’ is onbekend')
  expect(await importExtract(unknown, { names: '1999=Rodaland' })).toEqual([3, 0, 3, 0])
  expect((await sql`select name from municipality where id = 1999`.execute(db)).rows).toEqual([{ name: 'Rodaland' }])
})

test.each(['', 'x', '99999999999'])('rejects only the number whose house number is %j', async (house_number) => {
  const numbers = extract.numbers.map((it) => (it.id === 3 ? { ...it, house_number } : it))
  expect(await importExtract({ ...extract, numbers })).toEqual([5, 0, 0, 1])
})

test('reports the numbers whose town has no municipality, and guesses none', async () => {
  await writeExtract(path, {
    ...extract,
    relations: [
      { town: 1001, municipality: '0917' },
      { town: 1002, municipality: '0928', status: 'voorlopig' },
    ],
  })
  const text = await run()
  expect(text).toContain('3 nummers zonder straat, woonplaats of gemeente in het extract zijn overgeslagen.')
  expect(countsOf(text)).toEqual([3, 0, 0, 0])
})

test('reads inner files that are compressed twice, and XML files outside a ZIP file', async () => {
  const xml = Buffer.from('<r><GemeenteWoonplaatsRelatie/></r>')
  await writeExtract(path, extract, { compress: true, replace: { 'GEM-WPL-RELATIE-01012026.xml': xml } })
  expect(countsOf(await run())).toEqual([6, 0, 0, 0])
})

test('reads texts with entities, CDATA, comments and other elements inside them', async () => {
  const name = 'Sint &#74;an<!-- no --><b>s</b>&amp;<![CDATA[<Weg>]]>&#x202e;\u2066'
  const towns = extract.towns.map((it) => (it.id === 1001 ? { ...it, name: ` ${name} ` } : it))
  await importExtract({ ...extract, towns })
  expect((await addresses())[0]).toContain('917 Sint Jans&<Weg>, Akerstraat 118')
})

test('imports each number of an extract that is read in several batches', async () => {
  const ids = Array.from({ length: 5001 }, (_, index) => index + 1)
  const numbers = ids.map((id) => ({ id, street: 1, house_number: id, postal_code: '6411CD' }))
  const dwellings = ids.map((id) => dwelling(id))
  expect(await importExtract({ ...extract, numbers, dwellings, berths: [], pitches: [] })).toEqual([5001, 0, 0, 0])
})

test('an import of a BAG extract counts the changes of an extract with --dry-run, and changes nothing', async () => {
  expect(await importExtract(extract, { 'dry-run': '' })).toEqual([6, 0, 0, 0])
  expect(await addresses()).toEqual([])
})

test.each<[string, Record<string, Buffer | undefined>, RegExp]>([
  ['lacks a file', { '9999NUM08112026.zip': undefined }, /^Dit is geen BAG 2.0-extract: er staat geen bestand NUM in/],
  ['has a damaged file', { '9999NUM08112026.zip': Buffer.from('PK') }, /9999NUM08112026.zip is geen ZIP-bestand, of/],
  [
    'has invalid XML',
    { 'GEM-WPL-RELATIE-01012026.xml': Buffer.from('<a><b></a>') },
    /01012026.xml is geen geldige XML: 1:10: unexpected close tag/,
  ],
  [
    'has half an XML file',
    { 'GEM-WPL-RELATIE-01012026.xml': Buffer.from('<a><b>') },
    /01012026.xml is geen geldige XML: 1:6: unclosed tag/,
  ],
  [
    'has invalid XML with numbers',
    { '9999NUM08112026-1.xml': Buffer.from('<a><b></a>') },
    /9999NUM08112026-1.xml is geen geldige XML: 1:10: unexpected close tag/,
  ],
  [
    'has half an XML file with dwellings',
    { '9999VBO08112026-1.xml': Buffer.from('<a><b>') },
    /9999VBO08112026-1.xml is geen geldige XML: 1:6: unclosed tag/,
  ],
])(
  'an import of a BAG extract fails with one sentence when the extract %s, and changes nothing',
  async (_, replace, sentence) => {
    await writeExtract(path, extract, { replace })
    await expect(run()).rejects.toThrow(sentence)
    expect(await addresses()).toEqual([])
  },
)

test.each<[string, Partial<TestExtract>, Record<string, string>, string]>([
  ['no numbers', { numbers: [] }, {}, 'In het extract staat geen adres dat op 2026-11-08 geldt.'],
  ['no numbers on the day', {}, { date: '01-01-1990' }, 'In het extract staat geen adres dat op 1990-01-01 geldt.'],
  [
    'no numbers of the municipality',
    {},
    { municipality: 'Landgraaf' },
    'In het extract staat geen adres van Landgraaf dat op 2026-11-08 geldt.',
  ],
  [
    'no numbers of two municipalities',
    {},
    { municipality: '882,Brunssum' },
    'In het extract staat geen adres van Landgraaf of Brunssum dat op 2026-11-08 geldt.',
  ],
  [
    'no objects',
    { dwellings: [], berths: [], pitches: [] },
    {},
    'In het extract staat geen adres dat op 2026-11-08 geldt. ' +
      '6 nummers zonder verblijfsobject, ligplaats of standplaats zijn overgeslagen.',
  ],
])(
  'an import of a BAG extract fails when an extract has %s, and retires no address',
  async (_, changes, options, sentence) => {
    await importExtract(extract)
    const before = await addresses()
    await writeExtract(path, { ...extract, ...changes })
    await expect(run({ retire: '100', ...options })).rejects.toThrow(
      new CommandError(`${sentence} Controleer het bestand en de opties.`),
    )
    expect(await addresses()).toEqual(before)
  },
)

test('an import of a BAG extract fails with one sentence when the file is not a ZIP file, or is cut off', async () => {
  await writeFile(path, 'straat;huisnummer\n')
  await expect(run()).rejects.toThrow('Het bestand extract.zip is geen ZIP-bestand, of het is beschadigd.')
  await writeExtract(path, extract)
  const whole = await readFile(path)
  await writeFile(path, whole.subarray(0, whole.length - 100))
  await expect(run()).rejects.toThrow('Het bestand extract.zip is geen ZIP-bestand, of het is beschadigd.')
})

test('an import of a BAG extract fails with one sentence when an inner file is longer than its ZIP file states', async () => {
  await writeExtract(path, extract, { compress: true })
  const bytes = await readFile(path)
  const entry = bytes.lastIndexOf('9999VBO08112026.zip') - 46
  const sizeAt = entry + 24
  bytes.writeUInt32LE(bytes.readUInt32LE(sizeAt) - 1, sizeAt)
  await writeFile(path, bytes)
  await expect(run()).rejects.toThrow('Het bestand extract.zip is geen ZIP-bestand, of het is beschadigd.')
  expect(await addresses()).toEqual([])
})

test('an import of a BAG extract fails with one sentence when a byte of a file is wrong', async () => {
  await writeExtract(path, extract, { replace: { '9999OPR08112026-1.xml': Buffer.from('<r>Akerstraat</r>') } })
  const bytes = await readFile(path)
  bytes.write('B', bytes.indexOf('Akerstraat'))
  await writeFile(path, bytes)
  await expect(run()).rejects.toThrow('Het bestand extract.zip is geen ZIP-bestand, of het is beschadigd.')
  expect(await addresses()).toEqual([])
})

/** Returns a ZIP file with one XML file, which has no records. */
async function zipOfXml(name: string, megabytes: number) {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(`<r>${'<a/>'.repeat(megabytes * 256 * 1024)}</r>`), name)
  zip.end()
  return buffer(zip.outputStream)
}

/** Returns the bytes of all files in a folder; 0 when the import removes a folder in it at that moment. */
function bytesIn(folder: string) {
  try {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((it) => it.isFile())
    const sizes = files.map((it) => statSync(join(it.parentPath, it.name), { throwIfNoEntry: false })?.size ?? 0)
    return sizes.reduce((sum, size) => sum + size, 0)
  } catch {
    return 0
  }
}

/** Returns the largest number of bytes that the folder for temporary files had during a test. */
function watchDisk(temporary: string) {
  let largest = 0
  const timer = setInterval(() => {
    largest = Math.max(largest, bytesIn(temporary))
  }, 1)
  onTestFinished(() => clearInterval(timer))
  return () => largest
}

const bomb = '9999OPR08112026.zip'
test.each([
  ['that is a large ZIP file', async () => ({ [bomb]: await zipOfXml('9999OPR08112026-1.xml', 64) }), true],
  ['whose content is large', async () => ({ [bomb]: await zipOfXml('9999OPR08112026-1.xml', 64) }), false],
  [
    'of which each part is below the maximum',
    async () => {
      const part = await zipOfXml('9999OPR08112026-1.xml', 30)
      return { [bomb]: part, '9999OPR08112026-2.zip': part }
    },
    false,
  ],
])('rejects a ZIP file %s after less than 32 MB on the disk, and removes what it wrote', async (_, make, compress) => {
  const { temporary, threads } = watchReading()
  const largest = watchDisk(temporary)
  const inner = await make()
  const replace = compress ? { [bomb]: Buffer.concat([inner[bomb] ?? Buffer.alloc(0), Buffer.alloc(64 << 20)]) } : inner
  await writeExtract(path, extract, { replace, compress })
  expect(statSync(path).size).toBeLessThan(256 * 1024)
  await expect(run()).rejects.toThrow(
    'Het bestand wordt uitgepakt meer dan 250 keer zo groot: dit is geen gewoon bestand.',
  )
  expect(largest()).toBeGreaterThan(0)
  expect(largest()).toBeLessThan(32 * 1024 * 1024)
  expect(readdirSync(temporary)).toEqual([])
  expect(threads.map(({ threadId }) => threadId)).toEqual([ended, ended])
  expect(await addresses()).toEqual([])
})

/** Sets the folder for temporary files during a test. Collects the threads that start in the test. */
function watchReading() {
  const temporary = mkdtempSync(join(folder, 'temporary-'))
  vi.stubEnv('TMPDIR', temporary)
  const threads: Worker[] = []
  const add = (thread: Worker) => threads.push(thread)
  process.on('worker', add)
  onTestFinished(() => {
    process.off('worker', add)
    vi.unstubAllEnvs()
  })
  return { temporary, threads }
}
/** The id of a thread that has ended. */
const ended = -1

test('an import of a BAG extract starts no thread when the extract lacks two files, and names the first', async () => {
  const { threads } = watchReading()
  await writeExtract(path, extract, { replace: { '9999NUM08112026.zip': undefined, '9999VBO08112026.zip': undefined } })
  await expect(run()).rejects.toThrow('er staat geen bestand NUM in.')
  expect(threads).toEqual([])
})

test('an import of a BAG extract fails when the database rejects an object of the last file, and changes nothing', async () => {
  await writeExtract(path, { ...extract, pitches: [{ id: 6, main: Number.NaN, at: [201_000, 321_000] }] })
  await expect(run()).rejects.toThrow('invalid input syntax for type bigint: "0917200000000NaN"')
  expect(await addresses()).toEqual([])
})

test('an import of a BAG extract fails with the first error of the database with --dry-run, while the other thread sends more rows', async () => {
  const towns = extract.towns.map((it) => ({ ...it, begin: '2010-13-45' }))
  const additional = Array.from({ length: 5000 }, (_, index) => index + 1)
  const dwellings = [1, 2, 3].map((id) => ({ ...dwelling(id), additional }))
  // This file has no rows, so the thread that reads it sends its next batch long after the towns.
  const longFile = Buffer.from(`<r>${'<a/>'.repeat(2_000_000)}</r>`)
  await writeExtract(path, { ...extract, towns, dwellings }, { replace: { '9999OPR08112026-1.xml': longFile } })
  await expect(run({ 'dry-run': '' })).rejects.toThrow('date/time field value out of range: "2010-13-45"')
})

test('an import of a BAG extract ends its threads and removes its temporary files when a file is damaged', async () => {
  const { temporary, threads } = watchReading()
  await writeExtract(path, extract, { replace: { '9999VBO08112026.zip': Buffer.from('PK') } })
  await expect(run()).rejects.toThrow(CommandError)
  expect(threads.map(({ threadId }) => threadId)).toEqual([ended, ended])
  expect(readdirSync(temporary)).toEqual([])
})

test('an import of a BAG extract ends its threads, removes its temporary files and changes nothing when the user stops it', async () => {
  const { temporary, threads } = watchReading()
  const stop = new AbortController()
  const onProgress = vi.fn(() => stop.abort())
  await writeExtract(path, extract)
  await expect(run({}, path, { signal: stop.signal, onProgress })).rejects.toThrow('aborted')
  // Each thread can have sent a batch before the stop. There are six batches.
  expect(onProgress.mock.calls.length).toBeLessThanOrEqual(3)
  expect(threads.map(({ threadId }) => threadId)).toEqual([ended, ended])
  expect(readdirSync(temporary)).toEqual([])
  expect(await addresses()).toEqual([])
})

test.each([0, 1])(
  'an import of a BAG extract fails with one sentence when thread %i ends early, and changes nothing',
  async (index) => {
    const { threads } = watchReading()
    process.once('worker', () => setImmediate(() => threads[index]?.terminate()))
    await writeExtract(path, extract)
    await expect(run()).rejects.toThrow(new CommandError('Het lezen van extract.zip is onverwacht gestopt.'))
    expect(threads.map(({ threadId }) => threadId)).toEqual([ended, ended])
    expect(await addresses()).toEqual([])
  },
)

test('an import of a BAG extract fails with the error of the operating system when a thread cannot write its temporary files', async () => {
  const { temporary } = watchReading()
  await writeExtract(path, extract)
  await rm(temporary, { recursive: true })
  await expect(run()).rejects.toMatchObject({ code: 'ENOENT', syscall: 'mkdtemp' })
  expect(await addresses()).toEqual([])
})

/** Returns whether this process has a file open. Linux lists the open files of a process in a folder. */
const isOpen = (file: string) =>
  readdirSync('/proc/self/fd').some((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === file
    } catch {
      return false
    }
  })

test.runIf(existsSync('/proc/self/fd'))('closes a file whose list of files is damaged', async () => {
  await writeExtract(path, extract)
  const bytes = await readFile(path)
  bytes.write('XX', bytes.lastIndexOf('PK\x01\x02'))
  await writeFile(path, bytes)
  await expect(run()).rejects.toThrow('is geen ZIP-bestand, of het is beschadigd.')
  await expect.poll(() => isOpen(path)).toBe(false)
})

test.each([{ date: 'gisteren' }, { municipality: 'Mars' }, { names: 'Mars' }, { retire: 'x' }])(
  'an import of a BAG extract fails for the wrong usage %j',
  async (options) => {
    await expect(run(options as unknown as Record<string, string>)).rejects.toThrow(UsageError)
  },
)

const sample = fileURLToPath(new URL('../../../../../shared/data/bag/BAGNLDL-15092020-small.zip', import.meta.url))
test.runIf(existsSync(sample))('imports the addresses of a real extract', async () => {
  const text = await run({}, sample)
  expect(countsOf(text)[3]).toBe(0)
  const found = await addresses()
  expect(found.length).toBe(8)
  expect(found.filter((it) => it.includes(' - '))).toHaveLength(3)
  expect(found.every((it) => it.startsWith('221 Doesburg, '))).toBe(true)
  expect(countsOf(await run({}, sample)).slice(0, 2)).toEqual([0, 0])
})
