import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zstdCompressSync } from 'node:zlib'
import { searchAddresses } from '@rd4-loket/contract'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { findAddresses } from '../../domain/street-search/location-search.ts'
import { sql } from '../../platform/database/sql.ts'
import { type CommandContext, UsageError } from '../../platform/runtime/command.ts'
import { clearTables } from '../../test/clear-tables.ts'
import { countsIn, runCommand } from '../../test/commands.ts'
import { testDatabase } from '../../test/test-database.ts'
import { importAddresses } from './import-addresses.ts'

const db = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-import-'))
afterAll(() => rm(folder, { recursive: true }))
beforeEach(() => clearTables(db, 'address', 'street', 'town', 'municipality', 'demo'))

const header = 'straat;huisnummer;huisletter;huisnummertoevoeging;postcode;woonplaats;gemeente;provincie;lat;lon'
const akerstraat = 'Akerstraat;118;b;2;6417AT;Heerlen;Heerlen;Limburg;50.88;5.97'
const wieenweg = 'Wieënweg;12;;;6411CD;Heerlen;Heerlen;Limburg;50.89;5.98'
const rejects = join(folder, 'rejects.csv')

const run = (args: string[], retire?: string, context: Partial<CommandContext> = {}) =>
  runCommand(importAddresses, db, args, { rejects, retire }, context)

/** Imports these lines and returns four counts: added, changed, unchanged, rejected. */
async function importLines(lines: string[], head = header) {
  const file = join(folder, 'adressen.csv')
  await writeFile(file, [head, ...lines].join('\n'))
  return countsOf(await run([file]))
}
const countsOf = (text: string) => countsIn(text, 'toegevoegd', 'gewijzigd', 'ongewijzigd', 'afgekeurd')

type StoredAddress = Record<'id' | 'street_id' | 'house_number' | 'twin' | 'lon', number> &
  Record<'postal_code' | 'alias' | 'retired_on', string | null>
const findStored = async () =>
  (await sql<StoredAddress>`select * from address order by house_number, twin`.execute(db)).rows

test('adds an address that the search finds', async () => {
  expect(await importLines([akerstraat, wieenweg])).toEqual([2, 0, 0, 0])
  const { data } = await findAddresses(db, z.parse(searchAddresses.body, { street: 'wieenweg' }))
  expect(data).toMatchObject([
    {
      street: 'Wieënweg',
      house_number: 12,
      house_number_extension: null,
      postal_code: '6411CD',
      city: 'Heerlen',
      municipality: { id: 917, name: 'Heerlen' },
      location: { lon: 5.98, lat: 50.89 },
    },
  ])
})

test('an import of addresses changes nothing when the same file is imported again', async () => {
  await importLines([akerstraat, wieenweg, wieenweg])
  const before = await findStored()
  expect(await importLines([akerstraat, wieenweg, wieenweg])).toEqual([0, 0, 3, 0])
  expect(await findStored()).toEqual(before)
})

test('adds addresses and updates locations from a later file, and preserves the alias of an updated address', async () => {
  await importLines([akerstraat])
  const [before] = await findStored()
  const moved = akerstraat.replace('50.88;5.97', '50.881;5.971')
  expect(await importLines([moved, wieenweg])).toEqual([1, 1, 0, 0])
  const [, after] = await findStored()
  expect(after).toEqual({ ...before, lat: 50.881, lon: 5.971 })
})

test('stores two addresses with the same text, even when their rows are in different batches', async () => {
  const others = Array.from({ length: 6000 }, (_, index) => akerstraat.replace('118', `${index + 1}`))
  const twins = [wieenweg.replace('5.98', '5.981'), ...others, wieenweg.replace('5.98', '5.982')]
  expect(await importLines(twins)).toEqual([6002, 0, 0, 0])
  expect(await importLines(twins)).toEqual([0, 0, 6002, 0])
  const found = (await findStored()).filter(({ postal_code }) => postal_code === '6411CD')
  expect(found.map(({ twin, lon }) => [twin, lon])).toEqual([
    [1, 5.981],
    [2, 5.982],
  ])
})

test('continues an interrupted import when it is started again', async () => {
  const lines = Array.from({ length: 12_000 }, (_, index) => akerstraat.replace('118', `${(index % 6000) + 1}`))
  const file = join(folder, 'lang.csv')
  await writeFile(file, [header, ...lines].join('\n'))
  const stop = new AbortController()
  const onProgress: CommandContext['onProgress'] = ({ detail }) => detail?.startsWith('5.000') && stop.abort()
  await expect(run([file], undefined, { onProgress, signal: stop.signal })).rejects.toThrow(
    /is gestopt\. De eerste 10\.000 regels zijn verwerkt/,
  )
  expect(countsOf(await run([file]))).toEqual([2000, 0, 10_000, 0])
})

test('adds an address without a postal code once, and finds it by its street', async () => {
  const without = wieenweg.replace('6411CD', '')
  expect(await importLines([without, wieenweg])).toEqual([2, 0, 0, 0])
  expect(await importLines([without, wieenweg])).toEqual([0, 0, 2, 0])
  const { data } = await findAddresses(db, z.parse(searchAddresses.body, { street: 'wieenweg' }))
  expect(data.map(({ postal_code }) => postal_code)).toEqual([null, '6411CD'])
})

test('identifies addresses by their object code, whatever its letter case and spaces', async () => {
  const head = 'straat;huisnummer;postcode;woonplaats;gemeente;objectcode'
  const of = (code: string) => `Akerstraat;118;6417AT;Heerlen;Heerlen;${code}`
  expect(await importLines([of('a1'), of('a2')], head)).toEqual([2, 0, 0, 0])
  expect(await importLines([of('A 2'), of('A1')], head)).toEqual([0, 0, 2, 0])
  const other = 'Akerstraat;120;6417AT;Heerlen;Heerlen;A2'
  expect(await importLines([of('A1'), other], head)).toEqual([0, 0, 1, 1])
  expect(await readFile(rejects, 'utf8')).toContain('hoort al bij een ander adres: Akerstraat 118, 6417 AT Heerlen')
})

test('lists a rejected row with its line and reason, and imports the other rows', async () => {
  const file = join(folder, 'adressen.csv')
  const bad = Array.from({ length: 25 }, (_, index) => `Akerstraat;${index}A;;;6417AT;Heerlen;Heerlen;;;`)
  await writeFile(file, [header, akerstraat, ...bad, '"t Hof;1;;;6417AT;Heerlen;Heerlen;;;', wieenweg].join('\r\n'))
  const text = await run([file])
  expect(countsOf(text)).toEqual([2, 0, 0, 26])
  expect(text).toContain('regel 3: het huisnummer ‘0A’ is geen getal van 1 tot en met 99999')
  expect(text).toContain('regel 22: ')
  expect(text).not.toContain('regel 23: ')
  expect(text).toContain('… en nog 6')
  const listed = (await readFile(rejects, 'utf8')).replace('\ufeff', '').trim().split('\n')
  expect(listed).toHaveLength(27)
  expect(listed[0]).toBe(`regel;reden;${header}`)
  expect(listed[25]).toBe(`27;het huisnummer ‘24A’ is geen getal van 1 tot en met 99999;${bad[24]}`)
})

test('imports the rejects file after its row is corrected', async () => {
  const file = join(folder, 'adressen.csv')
  await writeFile(file, `${header}\n${akerstraat}\n${wieenweg.replace(';12;', ';12a;')}\n`)
  await run([file])
  await writeFile(file, (await readFile(rejects, 'utf8')).replace(';12a;', ';12;'))
  expect(countsOf(await run([file]))).toEqual([1, 0, 0, 0])
})

test('guards a rejected row against spreadsheet formulas', async () => {
  const head = `${header};"=HYPERLINK(""x"")"`
  const bad = `@Akerstraat;0;+1;-2;"=1+1";"\t=1";Heerlen;;;;" =cmd|' /C calc'!A1"`
  await expect(importLines([bad, '=1+1;"x'], head)).rejects.toThrow(/afgekeurd +2/)
  const listed = (await readFile(rejects, 'utf8')).replace('\ufeff', '').trim().split('\n')
  expect(listed[0]).toBe(`regel;reden;${header};"'=HYPERLINK(""x"")"`)
  expect(listed[1]).toMatch(/^2;.*;'@Akerstraat;0;'\+1;'-2;'=1\+1;'\t=1;Heerlen;;;;' =cmd\|' \/C calc'!A1$/)
  expect(listed[2]).toBe('3;de aanhalingstekens kloppen niet;"\'=1+1;""x"')
})

test('an import of addresses fails when all rows are rejected', async () => {
  await expect(importLines(['x;x;x;x;x;x;x;x;x;x'])).rejects.toThrow(/afgekeurd +1/)
})

test('imports a compressed and a plain file in one run, and fails when they would share a rejects file', async () => {
  const [first, second] = [join(folder, 'een.csv.zst'), join(folder, 'twee.csv')]
  await writeFile(first, zstdCompressSync(`${header}\n${akerstraat}`))
  await writeFile(second, `${header}\n${wieenweg}`)
  const runBoth = (options: Record<string, string>) => runCommand(importAddresses, db, [first, second], options)
  expect((await runBoth({})).split('\n\n').map(countsOf)).toEqual([
    [1, 0, 0, 0],
    [1, 0, 0, 0],
  ])
  await expect(runBoth({ rejects })).rejects.toThrow(UsageError)
  await expect(runBoth({ rejects: second })).rejects.toThrow(UsageError)
})

test('rejects a row whose municipality has another code in the database', async () => {
  const head = 'straat;huisnummer;postcode;woonplaats;gemeente;gemeentecode'
  const of = (code: string) => `Akerstraat;118;6417AT;Heerlen;Nieuwland;${code}`
  expect(await importLines([of('9998'), of('9999')], head)).toEqual([1, 0, 0, 1])
})

test('warns when the database has demo data', async () => {
  await sql`insert into demo default values`.execute(db)
  const file = join(folder, 'adressen.csv')
  await writeFile(file, `${header}\n${akerstraat}`)
  expect(await run([file])).toContain('voorbeeldgegevens')
})

test('an import of addresses fails with one sentence when the file, its header or a required column is missing', async () => {
  await expect(run([])).rejects.toThrow(UsageError)
  await expect(importLines([], '')).rejects.toThrow('heeft geen regel met de namen van de kolommen')
  await expect(importLines([akerstraat], 'weg;nummer op de weg')).rejects.toThrow(
    'ontbreken de kolommen straat, huisnummer',
  )
  expect(await importLines([])).toEqual([0, 0, 0, 0])
})

// Real addresses may not be published, so these files are outside the project.
const realData = fileURLToPath(new URL('../../../../../shared/data/addresses/', import.meta.url))
test.runIf(existsSync(realData)).each([
  ['rd4_region_seed.csv', 125],
  ['tricky_addresses.csv', 604],
])('imports every row of the real file %s, also without a postal code', async (name, count) => {
  const file = join(realData, name)
  expect(countsOf(await run([file]))).toEqual([count, 0, 0, 0])
  expect(countsOf(await run([file]))).toEqual([0, 0, count, 0])
})

describe('an import of a complete file', () => {
  const lane = Array.from({ length: 20 }, (_, at) => `Laan;${at + 1};;;6411CE;Heerlen;Heerlen;Limburg;50.88;5.97`)
  const elsewhere = 'Markt;40;;;6461ED;Kerkrade;Kerkrade;Limburg;50.86;6.06'
  const next = 'Markt;42;;;6461ED;Kerkrade;Kerkrade;Limburg;50.86;6.06'
  const importComplete = async (lines: string[], retire = '5') => {
    const file = join(folder, 'compleet.csv')
    await writeFile(file, [header, ...lines].join('\n'))
    return run([file], retire)
  }
  const findRetired = async () => (await findStored()).filter(({ retired_on }) => retired_on !== null)

  test('retires missing addresses only in the municipalities of the file, and a later file restores them with the same alias', async () => {
    await importLines([...lane, elsewhere])
    const before = await findStored()
    expect(await importComplete(lane.slice(1))).toMatch(/^ *vervallen +1$/m)
    expect(await findRetired()).toMatchObject([{ street_id: before[0]?.street_id, house_number: 1 }])
    expect(await importComplete(lane.slice(1))).toMatch(/^ *vervallen +0$/m)
    expect(await importLines(lane)).toEqual([0, 1, 19, 0])
    expect(await findStored()).toEqual(before)
  })

  test('retires nothing in a municipality where more addresses would retire than the limit allows', async () => {
    await importLines([...lane, elsewhere])
    await expect(importComplete(lane.slice(2))).rejects.toThrow(
      /toegevoegd +0\n(?:.|\n)*In Heerlen vervalt niets: 2 van de 20 adressen .* meer dan 5 procent/,
    )
    expect(await findRetired()).toEqual([])
    expect(await importComplete(lane.slice(2), '10')).toMatch(/^ *vervallen +2$/m)
  })

  test('applies the limit to each municipality separately', async () => {
    await importLines([...lane, elsewhere, next])
    await expect(importComplete([...lane.slice(1), next])).rejects.toThrow(
      /vervallen +1\n(?:.|\n)*In Kerkrade vervalt niets: 1 van de 2 adressen/,
    )
    expect(await findRetired()).toMatchObject([{ house_number: 1 }])
  })

  test('rejects two files in one run, because each file could contain half a municipality', async () => {
    const files = ['een.csv', 'twee.csv'].map((name) => join(folder, name))
    for (const file of files) await writeFile(file, [header, ...lane].join('\n'))
    await expect(run(files, '5')).rejects.toThrow(UsageError)
  })

  test('retires nothing when the import is stopped', async () => {
    await importLines(lane)
    const stopped = new AbortController()
    stopped.abort()
    const file = join(folder, 'compleet.csv')
    await writeFile(file, [header, ...lane.slice(1)].join('\n'))
    await expect(run([file], '5', { signal: stopped.signal })).rejects.toThrow(/gestopt/)
    expect(await findRetired()).toEqual([])
  })

  test('retires nothing when a row is rejected, because that row can be about a current address', async () => {
    await importLines(lane)
    await expect(importComplete([...lane.slice(1), lane[0]?.replace('6411CE', '6411') ?? ''])).rejects.toThrow(
      /Er vervalt niets: er is 1 regel afgekeurd/,
    )
    expect(await findRetired()).toEqual([])
  })

  test('retires one of two twins when the file has only one row with their text', async () => {
    await importLines([...lane, lane[0] ?? ''])
    await importComplete(lane)
    expect(await findRetired()).toMatchObject([{ house_number: 1, twin: 2 }])
    await importComplete(lane)
    expect(await findRetired()).toMatchObject([{ house_number: 1, twin: 2 }])
  })

  test.each(['veel', '-1', '101', '5%'])('rejects %s as the percentage of --retire', async (option) => {
    await expect(importComplete(lane, option)).rejects.toThrow(UsageError)
  })
})
