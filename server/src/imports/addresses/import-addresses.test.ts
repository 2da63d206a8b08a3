import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zstdCompressSync } from 'node:zlib'
import { searchAddresses } from '@rd4-loket/contract'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { findAddresses } from '../../domain/street-search/location-search.queries.ts'
import { UsageError } from '../../platform/runtime/command.ts'
import { testDatabase } from '../../test/database.ts'
import { importAddresses } from './import-addresses.ts'

const db = await testDatabase()
/** Thousands of rows take seconds on a busy machine. */
const timeout = 60_000
const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-import-'))
afterAll(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  for (const table of ['address', 'street', 'town', 'municipality', 'demo'] as const)
    await db.deleteFrom(table).execute()
})

const header = 'straat;huisnummer;huisletter;huisnummertoevoeging;postcode;woonplaats;gemeente;provincie;lat;lon'
const akerstraat = 'Akerstraat;118;b;2;6417AT;Heerlen;Heerlen;Limburg;50.88;5.97'
const wieenweg = 'Wieënweg;12;;;6411CD;Heerlen;Heerlen;Limburg;50.89;5.98'
const rejects = join(folder, 'rejects.csv')

const runOn = (
  args: string[],
  { signal = new AbortController().signal, retire = undefined as string | undefined } = {},
) =>
  importAddresses.run({
    args,
    options: { rejects, retire },
    openDatabase: async () => ({ db, migrated: [] }),
    onProgress: () => {},
    signal,
  })

/** Imports these lines and gives the four counts: added, changed, unchanged, rejected. */
async function importLines(lines: string[], head = header) {
  const file = join(folder, 'adressen.csv')
  await writeFile(file, [head, ...lines].join('\n'))
  return countsOf(await runOn([file]))
}
const countsOf = (text: string) =>
  ['toegevoegd', 'gewijzigd', 'ongewijzigd', 'afgekeurd'].map((what) =>
    Number(new RegExp(`^ *${what} +([0-9.]+)$`, 'm').exec(text)?.[1]?.replaceAll('.', '')),
  )
const stored = () => db.selectFrom('address').selectAll('address').orderBy('house_number').orderBy('twin').execute()

test('an imported address is found in the portal', async () => {
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

test('the same file twice changes nothing', async () => {
  await importLines([akerstraat, wieenweg, wieenweg])
  const before = await stored()
  expect(await importLines([akerstraat, wieenweg, wieenweg])).toEqual([0, 0, 3, 0])
  expect(await stored()).toEqual(before)
})

test('a later file adds what is new and moves what lies elsewhere, and every address keeps its alias', async () => {
  await importLines([akerstraat])
  const [before] = await stored()
  const moved = akerstraat.replace('50.88;5.97', '50.881;5.971')
  expect(await importLines([moved, wieenweg])).toEqual([1, 1, 0, 0])
  const [, after] = await stored()
  expect(after).toEqual({ ...before, lat: 50.881, lon: 5.971 })
})

test(
  'two addresses that read the same are both there, wherever they stand in the file',
  async () => {
    const others = Array.from({ length: 6000 }, (_, index) => akerstraat.replace('118', `${index + 1}`))
    const twins = [wieenweg.replace('5.98', '5.981'), ...others, wieenweg.replace('5.98', '5.982')]
    expect(await importLines(twins)).toEqual([6002, 0, 0, 0])
    expect(await importLines(twins)).toEqual([0, 0, 6002, 0])
    const found = (await stored()).filter(({ postal_code }) => postal_code === '6411CD')
    expect(found.map(({ twin, lon }) => [twin, lon])).toEqual([
      [1, 5.981],
      [2, 5.982],
    ])
  },
  timeout,
)

test(
  'an import that broke off goes on when it is started again',
  async () => {
    const lines = Array.from({ length: 12_000 }, (_, index) => akerstraat.replace('118', `${(index % 6000) + 1}`))
    const file = join(folder, 'lang.csv')
    await writeFile(file, [header, ...lines].join('\n'))
    const stop = new AbortController()
    const broken = importAddresses.run({
      args: [file],
      options: { rejects },
      openDatabase: async () => ({ db, migrated: [] }),
      onProgress: ({ detail }) => detail?.startsWith('5.000') && stop.abort(),
      signal: stop.signal,
    })
    await expect(broken).rejects.toThrow(/is gestopt\. De eerste 10\.000 regels zijn verwerkt/)
    expect(countsOf(await runOn([file]))).toEqual([2000, 0, 10_000, 0])
  },
  timeout,
)

test('an object code is looked up as it is stored, and tells who is who', async () => {
  const head = 'straat;huisnummer;postcode;woonplaats;gemeente;objectcode'
  const of = (code: string) => `Akerstraat;118;6417AT;Heerlen;Heerlen;${code}`
  expect(await importLines([of('a1'), of('a2')], head)).toEqual([2, 0, 0, 0])
  expect(await importLines([of('A 2'), of('A1')], head)).toEqual([0, 0, 2, 0])
  const other = 'Akerstraat;120;6417AT;Heerlen;Heerlen;A2'
  expect(await importLines([of('A1'), other], head)).toEqual([0, 0, 1, 1])
  expect(await readFile(rejects, 'utf8')).toContain('hoort al bij een ander adres: Akerstraat 118, 6417 AT Heerlen')
})

test('a row that is no address is listed with its line and the reason, and stops no other', async () => {
  const file = join(folder, 'adressen.csv')
  const bad = Array.from({ length: 25 }, (_, index) => `Akerstraat;${index}A;;;6417AT;Heerlen;Heerlen;;;`)
  await writeFile(file, [header, akerstraat, ...bad, '"t Hof;1;;;6417AT;Heerlen;Heerlen;;;', wieenweg].join('\r\n'))
  const text = await runOn([file])
  expect(countsOf(text)).toEqual([2, 0, 0, 26])
  expect(text).toContain('regel 3: het huisnummer ‘0A’ is geen getal van 1 tot en met 99999')
  expect(text).toContain('regel 22: ')
  expect(text).not.toContain('regel 23: ')
  expect(text).toContain('… en nog 6')
  const kept = (await readFile(rejects, 'utf8')).replace('\ufeff', '').trim().split('\n')
  expect(kept).toHaveLength(27)
  expect(kept[0]).toBe(`regel;reden;${header}`)
  expect(kept[25]).toBe(`27;het huisnummer ‘24A’ is geen getal van 1 tot en met 99999;${bad[24]}`)
})

test('rejected rows can be mended and imported as they were kept', async () => {
  const file = join(folder, 'adressen.csv')
  await writeFile(file, `${header}\n${akerstraat}\n${wieenweg.replace(';12;', ';12a;')}\n`)
  await runOn([file])
  await writeFile(file, (await readFile(rejects, 'utf8')).replace(';12a;', ';12;'))
  expect(countsOf(await runOn([file]))).toEqual([1, 0, 0, 0])
})

test('a rejected row runs as no formula in a sheet', async () => {
  const head = `${header};"=HYPERLINK(""x"")"`
  const bad = `@Akerstraat;0;+1;-2;"=1+1";"\t=1";Heerlen;;;;" =cmd|' /C calc'!A1"`
  await expect(importLines([bad, '=1+1;"x'], head)).rejects.toThrow(/afgekeurd +2/)
  const kept = (await readFile(rejects, 'utf8')).replace('\ufeff', '').trim().split('\n')
  expect(kept[0]).toBe(`regel;reden;${header};"'=HYPERLINK(""x"")"`)
  expect(kept[1]).toMatch(/^2;.*;'@Akerstraat;0;'\+1;'-2;'=1\+1;'\t=1;Heerlen;;;;' =cmd\|' \/C calc'!A1$/)
  expect(kept[2]).toBe('3;de aanhalingstekens kloppen niet;"\'=1+1;""x"')
})

test('a file of which no row is an address makes the command fail', async () => {
  await expect(importLines(['x;x;x;x;x;x;x;x;x;x'])).rejects.toThrow(/afgekeurd +1/)
})

test('a packed file goes in, and so do several files at once', async () => {
  const [first, second] = [join(folder, 'een.csv.zst'), join(folder, 'twee.csv')]
  await writeFile(first, zstdCompressSync(`${header}\n${akerstraat}`))
  await writeFile(second, `${header}\n${wieenweg}`)
  const run = (options: Record<string, string>) =>
    importAddresses.run({
      args: [first, second],
      options,
      openDatabase: async () => ({ db, migrated: [] }),
      onProgress: () => {},
      signal: new AbortController().signal,
    })
  expect((await run({})).split('\n\n').map(countsOf)).toEqual([
    [1, 0, 0, 0],
    [1, 0, 0, 0],
  ])
  await expect(run({ rejects })).rejects.toThrow(UsageError)
  await expect(run({ rejects: second })).rejects.toThrow(UsageError)
})

test('a municipality whose name is taken by another code is rejected', async () => {
  const head = 'straat;huisnummer;postcode;woonplaats;gemeente;gemeentecode'
  const of = (code: string) => `Akerstraat;118;6417AT;Heerlen;Nieuwland;${code}`
  expect(await importLines([of('9998'), of('9999')], head)).toEqual([1, 0, 0, 1])
})

test('an import says so when the database holds made-up data', async () => {
  await db.insertInto('demo').defaultValues().execute()
  const file = join(folder, 'adressen.csv')
  await writeFile(file, `${header}\n${akerstraat}`)
  expect(await runOn([file])).toContain('voorbeeldgegevens')
})

test('nothing to import, an empty file and a wrong header each give one sentence', async () => {
  await expect(runOn([])).rejects.toThrow(UsageError)
  await expect(importLines([], '')).rejects.toThrow('heeft geen regel met de namen van de kolommen')
  await expect(importLines([akerstraat], 'street;number')).rejects.toThrow('ontbreken de kolommen straat, huisnummer')
  expect(await importLines([])).toEqual([0, 0, 0, 0])
})

// Real addresses, kept beside the project where they may be.
const realData = fileURLToPath(new URL('../../../../../shared/data/addresses/', import.meta.url))
test.runIf(existsSync(realData)).each([
  ['rd4_region_seed.csv', 118, 7],
  ['tricky_addresses.csv', 604, 0],
])('every row of the real file %s that has a postal code comes in', async (name, count, without) => {
  const file = join(realData, name)
  expect(countsOf(await runOn([file]))).toEqual([count, 0, 0, without])
  expect(countsOf(await runOn([file]))).toEqual([0, 0, count, without])
})

describe('of a complete file', () => {
  const lane = Array.from({ length: 20 }, (_, at) => `Laan;${at + 1};;;6411CE;Heerlen;Heerlen;Limburg;50.88;5.97`)
  const elsewhere = 'Markt;40;;;6461ED;Kerkrade;Kerkrade;Limburg;50.86;6.06'
  const next = 'Markt;42;;;6461ED;Kerkrade;Kerkrade;Limburg;50.86;6.06'
  const importComplete = async (lines: string[], retire = '5') => {
    const file = join(folder, 'compleet.csv')
    await writeFile(file, [header, ...lines].join('\n'))
    return runOn([file], { retire })
  }
  const retired = async () => (await stored()).filter(({ retired_on }) => retired_on !== null)

  test('what it no longer names retires in its municipalities alone, and a later file brings it back by its alias', async () => {
    await importLines([...lane, elsewhere])
    const before = await stored()
    expect(await importComplete(lane.slice(1))).toMatch(/^ *vervallen +1$/m)
    expect(await retired()).toMatchObject([{ street_id: before[0]?.street_id, house_number: 1 }])
    expect(await importComplete(lane.slice(1))).toMatch(/^ *vervallen +0$/m)
    expect(await importLines(lane)).toEqual([0, 1, 19, 0])
    expect(await stored()).toEqual(before)
  })

  test('nothing retires when more would go than was allowed', async () => {
    await importLines([...lane, elsewhere])
    await expect(importComplete(lane.slice(2))).rejects.toThrow(
      /toegevoegd +0\n(?:.|\n)*In Heerlen vervalt niets: 2 van de 20 adressen .* meer dan 5 procent/,
    )
    expect(await retired()).toEqual([])
    expect(await importComplete(lane.slice(2), '10')).toMatch(/^ *vervallen +2$/m)
  })

  test('each municipality is judged by itself, however many addresses the others have', async () => {
    await importLines([...lane, elsewhere, next])
    await expect(importComplete([...lane.slice(1), next])).rejects.toThrow(
      /vervallen +1\n(?:.|\n)*In Kerkrade vervalt niets: 1 van de 2 adressen/,
    )
    expect(await retired()).toMatchObject([{ house_number: 1 }])
  })

  test('two files at once are refused, of which each could hold half a municipality', async () => {
    const files = ['een.csv', 'twee.csv'].map((name) => join(folder, name))
    for (const file of files) await writeFile(file, [header, ...lane].join('\n'))
    await expect(runOn(files, { retire: '5' })).rejects.toThrow(UsageError)
  })

  test('an import that broke off retires nothing', async () => {
    await importLines(lane)
    const stopped = new AbortController()
    stopped.abort()
    const file = join(folder, 'compleet.csv')
    await writeFile(file, [header, ...lane.slice(1)].join('\n'))
    await expect(runOn([file], { retire: '5', signal: stopped.signal })).rejects.toThrow(/gestopt/)
    expect(await retired()).toEqual([])
  })

  test('nothing retires when a row was rejected, which may be about an address that is still there', async () => {
    await importLines(lane)
    await expect(importComplete([...lane.slice(1), lane[0]?.replace('6411CE', '6411') ?? ''])).rejects.toThrow(
      /Er vervalt niets: er is 1 regel afgekeurd/,
    )
    expect(await retired()).toEqual([])
  })

  test('of two that read the same the one that is left stays', async () => {
    await importLines([...lane, lane[0] ?? ''])
    await importComplete(lane)
    expect(await retired()).toMatchObject([{ house_number: 1, twin: 2 }])
    await importComplete(lane)
    expect(await retired()).toMatchObject([{ house_number: 1, twin: 2 }])
  })

  test.each(['veel', '-1', '101', '5%'])('asks for a percentage instead of %s', async (typed) => {
    await expect(importComplete(lane, typed)).rejects.toThrow(UsageError)
  })
})
