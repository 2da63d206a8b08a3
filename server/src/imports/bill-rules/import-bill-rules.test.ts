import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { makeRandom } from '../../../demo/random.ts'
import { findChargeRules } from '../../domain/bill/charge-rules.queries.ts'
import { sql } from '../../platform/database/sql.ts'
import { countsIn, runCommand } from '../../test/commands.ts'
import { effort, testSeed } from '../../test/effort.ts'
import { insertAddress, insertContainer } from '../../test/make.ts'
import { rowsOf, testDatabase } from '../../test/test-database.ts'
import { importBillRules } from './import-bill-rules.ts'
import { importSchemes } from './import-schemes.ts'

const db = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-bill-rules-'))
afterAll(() => rm(folder, { recursive: true }))
const { id: address_id } = await insertAddress(db, { object_code: '0917-55' })
await insertContainer(db, { address_id, number: 'C1' })
await insertContainer(db, { address_id: (await insertAddress(db, { house_number: 2 })).id, number: 'C2' })
beforeEach(() => sql`truncate charge_rule, household_scheme`.execute(db))

const header = {
  free: 'gemeente;regel;regeling;afvalstroom;soort;volume;keuze;van;tot;naar_maanden;procent;geldig_vanaf;geldig_tot',
  deduction:
    'gemeente;regel;regeling;huishouden;afvalstroom;soort;waarvan;tot;procent;hoogstens;blijft;geldig_vanaf;geldig_tot',
  average: 'gemeente;regel;afvalstroom;soort;volume;tot;geldig_vanaf;geldig_tot',
  period: 'gemeente;regel;vast_per;rest_per;rest_op;grootte_op;geldig_vanaf;geldig_tot',
  scheme: 'SUBJECT_ID;OBJECT_ID;REGELING;AARD;CONTAINER;VAN;TOT',
}

async function importText(kind: keyof typeof header, lines: string[]) {
  const file = join(folder, 'regels.csv')
  await writeFile(file, lines.join('\n'))
  const options = { rejects: join(folder, 'rejects.csv') }
  return runCommand(kind === 'scheme' ? importSchemes : importBillRules, db, [file], options)
}

/** Imports these lines and returns four counts: added, changed, unchanged, rejected. */
const importLines = async (kind: keyof typeof header, ...lines: string[]) =>
  countsIn(await importText(kind, [header[kind], ...lines]), 'toegevoegd', 'gewijzigd', 'ongewijzigd', 'afgekeurd')

/** Imports lines with the column `vervalt`, and returns the numbers of added, unchanged and deleted rows. */
const importEnds = async (kind: keyof typeof header, ...lines: string[]) =>
  countsIn(await importText(kind, [`${header[kind]};vervalt`, ...lines]), 'toegevoegd', 'ongewijzigd', 'vervallen')

/** Returns rows in an order that depends only on their texts. */
const byText = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort()

const free = 'Heerlen;vrij;;residual_waste;minicontainer;240;rest;1;3;;;2021-01-01;'
const forM = 'Heerlen;vrij;M;residual_waste;depot;;med;14;;ja;;2018-01-01;'
const remission = 'Heerlen;aftrek;K;eenpersoons;;;ledigingen;;;39,41;;2020-01-01;2020-12-31'
const period = 'Heerlen;tijdvak;half jaar;jaar;volgend jaar;eerste dag;2018-01-01;'
const scheme = 'S-1009;0917-55;M;regeling;C1;2025-03-01;2027-12-31'

test('stores the rows of each kind of rule with their values, and changes nothing for the same file', async () => {
  for (const counts of [
    [2, 0, 0, 0],
    [0, 0, 2, 0],
  ])
    expect(await importLines('free', free, forM)).toEqual(counts)
  await importLines('deduction', remission, 'Heerlen;aftrek;K;;;;vast;;50;;;2020-01-01;')
  await importLines('average', 'Heerlen;gemiddelde;residual_waste;ondergronds;60;32;2021-01-01;2021-12-31')
  await importLines('period', period)
  const stored = (await findChargeRules(db, [917])).map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== null && name !== 'id')),
  )
  const common = { municipality_id: 917, kind: 'free', waste_type: 'residual_waste' }
  expect(stored).toEqual([
    {
      ...common,
      ...{ equipment_kind: 'minicontainer', volume_litres: 240, alternative: 'rest', prorated: false },
      ...{ from_lift: 1, to_lift: 3, valid_from: '2021-01-01' },
    },
    {
      ...common,
      ...{ scheme: 'M', equipment_kind: 'depot', alternative: 'med', prorated: true },
      ...{ from_lift: 14, valid_from: '2018-01-01' },
    },
    {
      ...{ municipality_id: 917, kind: 'deduction', scheme: 'K', household_size: 'one', target: 'lifts' },
      ...{ max_cents: 3941, prorated: false, valid_from: '2020-01-01', valid_to: '2020-12-31' },
    },
    {
      ...{ municipality_id: 917, kind: 'deduction', scheme: 'K', target: 'fixed', percent: 50 },
      ...{ prorated: false, valid_from: '2020-01-01' },
    },
    {
      ...{ ...common, kind: 'average', equipment_kind: 'ondergronds', volume_litres: 60, to_lift: 32 },
      ...{ valid_from: '2021-01-01', valid_to: '2021-12-31' },
    },
    {
      ...{ municipality_id: 917, kind: 'period', fixed_per: 'half_year', rest_per: 'year', rest_on: 'next_year' },
      ...{ size_on: 'first_day', valid_from: '2018-01-01' },
    },
  ])
})

test('a later file changes a rule, and the audit log states the values before and after', async () => {
  await importLines('free', free)
  const ended = `${free.replace('1;3', '1;4')}2025-12-31`
  expect(await importLines('free', ended, free.replace('2021', '2026'))).toEqual([1, 1, 0, 0])
  expect((await findChargeRules(db, [917])).map(({ valid_to }) => valid_to)).toEqual(['2025-12-31', null])
  const [event] = await rowsOf(
    db,
    sql`select object_kind, object_key, old_values, new_values, origin from audit_event order by position desc limit 1`,
  )
  const name = (day: string) =>
    `vrij vanaf ${day}, afvalstroom restafval, soort minicontainer, volume 240, keuze rest, van 1`
  expect(event).toEqual({
    object_kind: 'charge_rule',
    object_key: '917',
    old_values: { [name('2021-01-01')]: 'tot 3, naar_maanden nee, tot nader order' },
    new_values: {
      [name('2021-01-01')]: 'tot 4, naar_maanden nee, tot en met 2025-12-31',
      [name('2026-01-01')]: 'tot 3, naar_maanden nee, tot nader order',
    },
    origin: 'import bill-rules',
  })
})

test(`${effort * 30} files with their rows in random order change the same, and reject the same rows`, async () => {
  const random = makeRandom('rule order', testSeed)
  const row = (years: [number, number | null], to = 3) =>
    free
      .replace('1;3', `1;${to}`)
      .replace(/2021.*/, `${years[0]}-01-01;${years[1] === null ? '' : `${years[1]}-12-31`}`)
  const periodOf = (from: number, to: number) => period.replace(/2018.*/, `${from}-01-01;${to}-12-31`)
  const ending = () => (random.chance(0.2) ? ';ja' : ';')
  const file = (kind: 'free' | 'period'): string[] =>
    Array.from({ length: 2 + random.below(4) }, () => {
      const from = 2018 + random.below(6)
      const to = from + random.below(3)
      if (kind === 'period') return periodOf(from, to) + ending()
      return row([from, random.chance(0.2) ? null : to], 3 + random.below(2)) + ending()
    })
  const rejects = join(folder, 'rejects.csv')
  const state = async () => (await findChargeRules(db, [917])).map(({ id, ...rule }) => rule)
  for (let at = 0; at < effort * 30; at += 1) {
    const kind = random.pick(['free', 'period'] as const)
    const [before, after] = [file(kind), file(kind)]
    const results = []
    for (const lines of [after, after.toReversed(), after.toSorted(() => random.next() - 0.5)]) {
      await sql`truncate charge_rule`.execute(db)
      // A file of which all rows are rejected is an error, which states the same.
      await importEnds(kind, ...before).catch(() => {})
      await rm(rejects, { force: true })
      const counts = await importEnds(kind, ...lines).catch(({ message }: Error) => message.match(/ \d+$/gm))
      const rejected = (await readFile(rejects, 'utf8').catch(() => ''))
        .split('\n')
        .map((line) => line.replace(/^\d+/, ''))
      results.push({ counts, stored: byText(await state()), rejected: byText(rejected) })
    }
    expect(results[1], `case ${at}: ${before.join(' ')} / ${after.join(' ')}`).toEqual(results[0])
    expect(results[2], `case ${at}: ${before.join(' ')} / ${after.join(' ')}`).toEqual(results[0])
  }
})

test('a row may begin where a later row of the file ends another one, and rows that contradict each other are rejected', async () => {
  await importLines('free', free)
  const ended = `${free}2025-12-31`
  expect(await importLines('free', free.replace('2021', '2026'), ended)).toEqual([1, 1, 0, 0])
  await expect(importLines('free', ended.replace('1;3', '1;5'), ended)).rejects.toThrow(
    'de regel staat ook op een andere regel, met andere gegevens',
  )
  expect((await findChargeRules(db, [917])).map(({ valid_from, valid_to }) => [valid_from, valid_to])).toEqual([
    ['2021-01-01', '2025-12-31'],
    ['2026-01-01', null],
  ])
})

test('a wrong rule is deleted with vervalt ja, its right row can be in the same file, and the log has both', async () => {
  await importLines('period', period)
  const lines = [`${period.replace('volgend', 'zelfde').replace('2018', '2019')};`, `${period};ja`]
  expect(await importEnds('period', ...lines)).toEqual([1, 0, 1])
  expect(await importEnds('period', ...lines)).toEqual([0, 2, 0])
  expect(await findChargeRules(db, [917])).toMatchObject([{ rest_on: 'own_year', valid_from: '2019-01-01' }])
  const [event] = await rowsOf(db, sql`select old_values, new_values from audit_event order by position desc limit 1`)
  expect(event).toEqual({
    old_values: { 'tijdvak vanaf 2018-01-01': expect.stringContaining('rest_op volgend jaar') },
    new_values: { 'tijdvak vanaf 2019-01-01': expect.stringContaining('rest_op zelfde jaar') },
  })
  await expect(importEnds('period', `${lines[0]}`, `${lines[0]}ja`)).rejects.toThrow(
    'de regel staat ook op een andere regel, met andere gegevens',
  )
})

test('a wrong scheme is deleted with VERVALT ja, and the log has their number but no code', async () => {
  await importLines('scheme', scheme, ';0917-55;K;kwijtschelding;;2025-01-01;2025-12-31')
  const lines = [
    `${scheme.replace('C1', '')};`,
    `${scheme};ja`,
    ';0917-55;K;kwijtschelding;;2025-01-01;2025-12-31;ja',
    ';0917-55;K;regeling;;2025-01-01;2025-12-31;',
  ]
  expect(await importEnds('scheme', ...lines)).toEqual([2, 0, 2])
  expect(await importEnds('scheme', ...lines)).toEqual([0, 4, 0])
  const stored = await rowsOf(db, sql`select code, nature, container_id from household_scheme order by code`)
  expect(stored).toEqual([
    { code: 'K', nature: 'scheme', container_id: null },
    { code: 'M', nature: 'scheme', container_id: null },
  ])
  const [event] = await rowsOf(
    db,
    sql`select action, object_key, result_count, old_values, new_values, origin
      from audit_event order by position desc limit 1`,
  )
  expect(event).toEqual({
    ...{ action: 'delete_schemes', object_key: '917', result_count: 2, origin: 'import schemes' },
    ...{ old_values: null, new_values: null },
  })
})

test.each(['2027-12-31', ''])(
  'a scheme that its file states with and without VERVALT is not deleted, and follows TOT: %s',
  async (last_day) => {
    await importLines('scheme', scheme)
    const lines = [`${scheme};ja`, `${scheme.replace('2027-12-31', last_day)};`]
    for (const file of [lines, lines.toReversed()]) {
      await importEnds('scheme', ...file)
      expect(await readFile(join(folder, 'rejects.csv'), 'utf8')).toContain('op een andere regel, zonder VERVALT')
      expect(await rowsOf(db, sql`select code, last_day from household_scheme`)).toEqual([
        { code: 'M', last_day: last_day || null },
      ])
    }
  },
)

test('of a scheme with two last days in a file, the later row is rejected', async () => {
  await expect(
    importLines('scheme', ...[scheme, scheme.replace('2027', '2026')].map((line) => line.replace('M', 'L'))),
  ).resolves.toEqual([1, 0, 0, 1])
  expect(await readFile(join(folder, 'rejects.csv'), 'utf8')).toContain('met een andere TOT')
})

test.each([
  ['bill-rules', importBillRules, header.free, free],
  ['schemes', importSchemes, header.scheme, scheme],
] as const)(
  'a file of %s may have a byte order mark, and lines that end with CR LF',
  async (_, command, head, line) => {
    const file = join(folder, 'windows.csv')
    await writeFile(file, `\uFEFF${head}\r\n${line}\r\n`)
    const text = await runCommand(command, db, [file], { rejects: join(folder, 'rejects.csv') })
    expect(countsIn(text, 'toegevoegd', 'afgekeurd')).toEqual([1, 0])
    expect(text).not.toContain('niet gebruikt')
  },
)

test.each([
  ['free', free.replace('2021', '2024'), 'er geldt al een andere regel van 2021-01-01 tot nader order'],
  ['free', free.replace('2021', '2024').replace('rest;1', 'Rest;1'), 'er geldt al een andere regel van 2021-01-01'],
  ['free', free.replace('vrij', 'gratis'), 'de regel ‘gratis’ is onbekend; kies uit vrij, aftrek, gemiddelde, tijdvak'],
  ['free', free.replace(';1;', ';;'), 'vrij heeft een eerste lediging nodig (van)'],
  ['free', free.replace(';1;3;', ';4;3;'), 'de laatste lediging ligt voor de eerste'],
  ['free', free.replace(';3;;;', ';3;;50;'), 'procent hoort niet bij vrij'],
  ['free', free.replace(';;res', ';K;res'), 'vrij kan kwijtschelding K niet gebruiken'],
  ['free', free.replace(';;res', ';medisch;res'), 'de regeling ‘medisch’ is geen code'],
  ['deduction', remission.replace('39,41', '-39,41'), 'het bedrag is negatief'],
  ['deduction', remission.replace('39,41;', '39,41;5'), 'blijft gaat niet samen met hoogstens'],
  ['deduction', remission.replace(';;ledigingen', ';zak;vast'), 'aftrek van het vast deel heeft geen soort'],
  ['average', 'Heerlen;gemiddelde;gft;depot;60;32;2021-01-01;', 'de soort ‘depot’ is onbekend'],
  ['period', period.replace('2018-01-01', '2018-02-01'), 'een tijdvak begint op 1 januari'],
  ['period', `${period}2018-06-30`, 'een tijdvak eindigt op 31 december'],
  ['period', period.replace('2018', '2020'), 'er geldt al een andere regel van 2018-01-01 tot nader order'],
  ['scheme', scheme.replace('C1', 'C2'), 'container C2 hoort niet bij dit adres'],
  ['scheme', scheme.replace('regeling', 'kwijtschelding'), 'regeling M is hier al regeling'],
  ['scheme', scheme.replace(';M;regeling', ';V;kwijtschelding'), 'regeling V hoort hier bij vrij of een vast deel'],
  ['scheme', scheme.replace('2025', '2026'), 'de regeling geldt al van 2025-03-01 tot en met 2027-12-31'],
  ['scheme', scheme.replace('0917-55', '0917-56'), 'objectcode 0917-56 is bij geen adres bekend'],
] as const)('rejects in a file of %s: %s: %s', async (kind, line, reason) => {
  await importLines('scheme', scheme, ';0917-55;K;kwijtschelding;;2025-01-01;2025-12-31')
  await importLines('free', free, forM.replace(';M;', ';V;'))
  await importLines('period', period)
  await expect(importLines(kind, line)).rejects.toThrow(reason)
})

test('stores the codes of a household and of an address, and follows only their last day', async () => {
  const ofAddress = ';0917-55;V;perceel;;2024-01-01;'
  expect(await importLines('scheme', scheme, ofAddress)).toEqual([2, 0, 0, 0])
  expect(await importLines('scheme', scheme, ofAddress)).toEqual([0, 0, 2, 0])
  const ended = scheme.replace('2027-12-31', '2025-12-31')
  expect(await importLines('scheme', scheme.replace('2025-03', '2026-01'), ended)).toEqual([1, 1, 0, 0])
  const stored = await rowsOf(
    db,
    sql`select subject_id, code, nature, container_id is not null as has_container, first_day, last_day
      from household_scheme order by code, first_day`,
  )
  const ofHousehold = { subject_id: 'S-1009', code: 'M', nature: 'scheme', has_container: true }
  expect(stored).toEqual([
    { ...ofHousehold, first_day: '2025-03-01', last_day: '2025-12-31' },
    { ...ofHousehold, first_day: '2026-01-01', last_day: '2027-12-31' },
    { subject_id: null, code: 'V', nature: 'premises', has_container: false, first_day: '2024-01-01', last_day: null },
  ])
})
