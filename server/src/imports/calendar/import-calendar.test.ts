import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { CommandError, UsageError } from '../../platform/runtime/command.ts'
import { nextYear } from '../../test/days-ahead.ts'
import { insertAddress, insertCollectionArea } from '../../test/make.ts'
import { testServer } from '../../test/server.ts'
import { importCalendar } from './import-calendar.ts'

const { app, db } = await testServer()
const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-calendar-'))
afterAll(() => rm(folder, { recursive: true }))

const run = (file: string, options: Record<string, string>) =>
  importCalendar.run({
    args: [file],
    options,
    openDatabase: async () => ({ db, migrated: [] }),
    onProgress: () => {},
    signal: new AbortController().signal,
  })

async function runOn(content: string, options: Record<string, string>, name = 'dagen.csv') {
  const file = join(folder, name)
  await writeFile(file, content)
  return run(file, options)
}

const calendar = async (query: string) => (await app.inject({ url: `/api/v1/waste-calendar?${query}` })).json()
const days = async (house_number: number, year: number) =>
  (await calendar(`postal_code=6417AT&house_number=${house_number}&year=${year}`)).data.items[0].map(
    ({ date, type }: { date: string; type: string }) => `${date} ${type}`,
  )
const address = { address: '6417 AT 32' }
const area = { municipality: 'Heerlen', area: 'Heerlen 6417' }

beforeEach(async () => {
  for (const table of ['collection_area', 'collection_year', 'address'] as const) await db.deleteFrom(table).execute()
  await insertAddress(db, { postal_code: '6417AT', house_number: 32 })
  await insertAddress(db, { postal_code: '6417AT', house_number: 34 })
  await db
    .insertInto('collection_year')
    .values([2025, 2026].map((year) => ({ municipality_id: 917, year, published_on: `${year - 1}-12-01` })))
    .execute()
  await insertCollectionArea(db, {
    name: 'Heerlen 6417',
    postal_codes: ['6417AA', '6417ZZ'],
    rules: [{ category: 'gft', every_weeks: 26, valid_from: '2025-03-05' }],
  })
})

const old = { 2025: ['2025-03-05 gft', '2025-09-03 gft'], 2026: ['2026-03-04 gft', '2026-09-02 gft'] }

test('gives one address days of its own in a year, and leaves its other years and its neighbours', async () => {
  expect(await runOn('datum;afvalsoort\n2026-01-07;residual_waste\n2026-01-08;christmas_trees\n', address)).toBe(
    '6417 AT 32 heeft nu 2 ophaaldagen in 2026.',
  )
  expect(await days(32, 2026)).toEqual(['2026-01-07 residual_waste', '2026-01-08 christmas_trees'])
  expect(await days(32, 2025)).toEqual(old[2025])
  expect(await days(34, 2026)).toEqual(old[2026])
})

test('the same file twice is as good as once, and a later one takes its place', async () => {
  const lines = 'afvalsoort,datum\ngft,2026-01-07\ngft,2026-01-07\n'
  await runOn(lines, address)
  await runOn(lines, address)
  expect(await days(32, 2026)).toEqual(['2026-01-07 gft'])
  await runOn('datum;afvalsoort\n2026-02-03;pmd\n', address)
  expect(await days(32, 2026)).toEqual(['2026-02-03 pmd'])
})

test('lets calendars elsewhere take the days anew: each import counts on from what they know', async () => {
  const count = async (name: string) =>
    (await db.selectFrom('collection_area').select('rules_revision').where('name', '=', name).executeTakeFirst())
      ?.rules_revision
  for (const day of ['2026-01-07', '2026-01-08', '2026-01-09']) await runOn(`datum;afvalsoort\n${day};gft\n`, area)
  expect(await count('Heerlen 6417')).toBe(3)
  await runOn('datum;afvalsoort\n2026-01-07;pmd\n', address)
  expect(await count('6417AT 32')).toBeGreaterThan(3)
  expect(await count('Heerlen 6417')).toBe(3)
})

test.each(['HEERLEN', '917', '0917'])(
  'knows the municipality of an area by its name or code: %s',
  async (municipality) => {
    await runOn('datum;afvalsoort\n2026-01-07;pmd\n', { ...area, municipality })
    expect(await days(34, 2026)).toEqual(['2026-01-07 pmd'])
  },
)

test('leaves an address what was moved and cancelled in its area, and its calendars take it anew', async () => {
  const { id: collection_area_id } = await db.selectFrom('collection_area').select('id').executeTakeFirstOrThrow()
  const exception = { collection_area_id, category: 'gft' as const, reason: 'wegens werk aan de weg', revision: 5 }
  await db
    .insertInto('collection_exception')
    .values([
      { ...exception, day: '2025-03-05', state: 'moved', moved_to: '2025-03-07' },
      { ...exception, day: '2025-09-03', state: 'cancelled', moved_to: null },
    ])
    .execute()
  for (const day of ['2026-01-07', '2026-01-08']) await runOn(`datum;afvalsoort\n${day};pmd\n`, address)
  expect(await days(32, 2025)).toEqual(['2025-03-07 gft'])
  const own = await db
    .selectFrom('collection_exception')
    .innerJoin('collection_area', 'collection_area.id', 'collection_area_id')
    .where('of_one_address', '=', true)
    .select(['revision', 'rules_revision'])
    .execute()
  expect(own).toHaveLength(2)
  for (const { revision, rules_revision } of own) expect(revision + rules_revision).toBeGreaterThan(5)
})

test('gives all twins behind a front door these days, and none that the register no longer has', async () => {
  const door = { postal_code: '6417AT', house_number: 36 }
  for (const twin of [1, 2, 3])
    await insertAddress(db, { ...door, twin, ...(twin === 1 && { retired_on: '2026-01-01' }) })
  for (const day of ['2026-01-07', '2026-01-08'])
    await runOn(`datum;afvalsoort\n${day};pmd\n`, { address: '6417 AT 36' })
  const named = await db
    .selectFrom('collection_area_address')
    .innerJoin('collection_area', 'collection_area.id', 'collection_area_id')
    .innerJoin('address', 'address.id', 'address_id')
    .select(['twin', 'name'])
    .orderBy('twin')
    .execute()
  expect(named).toEqual([2, 3].map((twin) => ({ twin, name: '6417AT 36' })))
  expect(await days(36, 2026)).toEqual(['2026-01-08 pmd'])
})

test('gives an address the days of its own that its door had under another street name', async () => {
  await runOn('datum;afvalsoort\n2025-01-07;pmd\n', address)
  await db
    .updateTable('address')
    .set({ retired_on: '2026-01-01' })
    .where('postal_code', '=', '6417AT')
    .where('house_number', '=', 32)
    .execute()
  await insertAddress(db, { street: 'Nieuwe Akerstraat', postal_code: '6417AT', house_number: 32 })
  expect(await days(32, 2025)).toEqual(old[2025])
  await runOn('datum;afvalsoort\n2026-01-08;pmd\n', address)
  expect([await days(32, 2025), await days(32, 2026)]).toEqual([['2025-01-07 pmd'], ['2026-01-08 pmd']])
})

test('gives no address the area of others that is called like its door', async () => {
  await insertCollectionArea(db, { name: '6417AT 32', postal_codes: ['6418AA', '6418ZZ'] })
  const lines = 'datum;afvalsoort\n2026-01-07;pmd\n'
  await expect(runOn(lines, address)).rejects.toThrow('Een ophaalgebied heet al 6417AT 32.')
  await expect(runOn(lines, address)).rejects.toThrow(CommandError)
})

test('gives a whole area listed days in a year', async () => {
  await runOn('datum;afvalsoort\n2026-01-07;paper\n', area)
  expect(await days(34, 2026)).toEqual(['2026-01-07 paper'])
  expect(await days(34, 2025)).toEqual(old[2025])
})

test('says that a year cannot be seen yet', async () => {
  expect(await runOn('datum;afvalsoort\n2027-01-07;paper\n', area)).toContain(
    'Let op: voor 2027 is nog geen dag van publicatie bekend',
  )
})

test.each([
  ['datum;afvalsoort\n2026-02-30;gft\n', 'dagen.csv', 'regel 2'],
  ['datum;afvalsoort\n2026-02-03;sneeuw\n', 'dagen.csv', 'regel 2'],
  ['dag;soort\n2026-02-03;gft\n', 'dagen.csv', 'datum en afvalsoort'],
  ['datum;afvalsoort\n0000-02-03;gft\n', 'dagen.csv', 'regel 2 (0000-02-03) buiten de jaren 2000 tot en met'],
  ['datum;afvalsoort\n1999-12-31;gft\n', 'dagen.csv', 'regel 2 (1999-12-31) buiten'],
  [`datum;afvalsoort\n${nextYear + 2}-01-01;gft\n`, 'dagen.csv', `tot en met ${nextYear + 1}.`],
  ['{"data":{"items":[[{"date":"9999-12-31","type":"gft"}]]}}', 'dagen.json', 'dag 1 (9999-12-31) buiten'],
  ['datum;afvalsoort\n', 'dagen.csv', 'geen ophaaldagen'],
  ['{"data":', 'dagen.json', 'JSON'],
  ['{"items":[]}', 'dagen.json', 'geen antwoord van een afvalkalender'],
  ['{"data":{"items":[[{"date":"2026-01-01","type":"x"}]]}}', 'dagen.json', 'dag 1'],
])('refuses %j and changes nothing', async (content, name, sentence) => {
  await expect(runOn(content, address, name)).rejects.toThrow(sentence)
  await expect(runOn(content, address, name)).rejects.toThrow(CommandError)
  expect(await days(32, 2026)).toEqual(old[2026])
})

test('asks for one address or one area that there is', async () => {
  const lines = 'datum;afvalsoort\n2026-01-07;paper\n'
  for (const wrong of [{}, { ...address, ...area }, { area: 'Heerlen 6417' }, { address: 'Akerstraat 32' }])
    await expect(runOn(lines, wrong)).rejects.toThrow(UsageError)
  await expect(runOn(lines, { address: '6417AT 99' })).rejects.toThrow('Het adres 6417AT 99 is niet bekend.')
  await expect(runOn(lines, { ...area, area: 'Mars' })).rejects.toThrow('geen ophaalgebied met de naam Mars')
  await expect(runOn(lines, { ...area, municipality: 'Mars' })).rejects.toThrow('De gemeente Mars is onbekend.')
})

const real = fileURLToPath(new URL('../../../../../shared/data/calendars/rd4_6417AT_32_2026.json', import.meta.url))
test.runIf(existsSync(real))(
  'a real answer of a public calendar comes back event for event, field for field',
  async () => {
    expect(await run(real, address)).toBe('6417 AT 32 heeft nu 87 ophaaldagen in 2026.')
    const answer = await calendar('postal_code=6417+AT&house_number=32&house_number_extension=&year=2026')
    expect(answer).toEqual(JSON.parse(await readFile(real, 'utf8')))
    expect(answer.data.items[0]).toHaveLength(87)
  },
)
