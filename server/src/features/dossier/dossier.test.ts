import { createHash } from 'node:crypto'
import {
  type DossierFormat,
  listBillYears,
  makeBillLetter,
  makeBillMail,
  makeDossier,
  purposeHeader,
  showBill,
} from '@rd4-loket/contract'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { findSubjectKey } from '../../domain/access-log/access-log.queries.ts'
import { sql } from '../../platform/database/sql.ts'
import { callLimits } from '../../platform/runtime/limits.ts'
import {
  insertAddress,
  insertClearances,
  insertContainer,
  insertNonClearances,
  insertOccupancy,
  insertRow,
} from '../../test/make.ts'
import { readPdf } from '../../test/read-pdf.ts'
import { type Person, testServer } from '../../test/server.ts'
import { findDossierFacts } from './dossier.ts'
import type { DossierFacts } from './dossier-facts.ts'
import { markOf, readMark } from './dossier-mark.ts'
import { dossierPdf } from './dossier-pdf.ts'

const { call, db, send } = await testServer()

const tariff = { municipality_id: 917, valid_from: '2025-01-01', valid_to: '2025-12-31' }
const residual = { waste_type: 'residual_waste', kind: 'minicontainer', volume_litres: 240 }

type StatedPurpose = 'aanslag_vraag' | 'aanslag_bezwaar'

const makeFile = (
  alias: string,
  format: DossierFormat,
  purpose: StatedPurpose = 'aanslag_vraag',
  person: Person = 'bsgw',
) => send(person, makeDossier, { params: { alias }, query: { year: '2025', format } }, { [purposeHeader]: purpose })

const makeLetter = (alias: string, purpose: StatedPurpose = 'aanslag_vraag') =>
  send('bsgw', makeBillLetter, { params: { alias }, query: { year: '2025' } }, { [purposeHeader]: purpose })

const factsOf = async (alias: string, purpose?: StatedPurpose) =>
  (await makeFile(alias, 'json', purpose)).json<{ facts: DossierFacts; facts_sha256: string }>()

/** Returns the text of a PDF in reading order, with one space between words. */
async function textOf(bytes: Buffer) {
  const { pages } = await readPdf(bytes)
  return pages
    .flatMap(({ texts }) => texts)
    .join(' ')
    .replaceAll('\u00a0', ' ')
}

/** The household moved in on 15 May. It disputes a lift. One lift was delivered after the assessment. */
beforeAll(async () => {
  await insertRow(db, 'tariff', { ...tariff, charge: 'fixed', amount_cents: 16_650 })
  await insertRow(db, 'tariff', { ...tariff, ...residual, amount_cents: 990, valid_to: '2025-06-30' })
  await insertRow(db, 'tariff', { ...tariff, ...residual, amount_cents: 1140, valid_from: '2025-07-01' })
  const { id: address_id } = await insertAddress(db, {
    alias: 'moved',
    house_number: 118,
    house_number_extension: 'b',
    object_code: '0917000042',
  })
  await insertOccupancy(db, { address_id, subject_id: 'OLD', first_day: '2020-01-01', last_day: '2025-05-14' })
  await insertOccupancy(db, { address_id, subject_id: 'NEW', first_day: '2025-05-15', household_size: 3 })
  const { id: container_id } = await insertContainer(db, {
    address_id,
    number: 'C-118',
    volume_litres: 240,
    chip_number: 'CHIP118',
  })
  // These containers were not at the address in 2025.
  await insertContainer(db, { address_id, number: 'C-OLD', removed_on: '2024-12-31' })
  await insertContainer(db, { address_id, number: 'C-NEW', placed_on: '2026-01-01' })
  const own = { address_id, container_id, volume_litres: 240, amount_cents: null }
  await insertClearances(db, ['2025-02-03T09:00:00Z'], own)
  const { id: batch_id } = await insertRow(db, 'clearance_batch', {
    source: 'ledigingen-2025-07.csv',
    sha256: 'ab'.repeat(32),
    updated_until: '2026-03-04',
    loaded_at: '2025-08-01T09:00:00Z',
  })
  // In Dutch time, this lift was on 1 July.
  const [disputed] = await insertClearances(db, ['2025-06-30T22:30:00Z'], {
    ...own,
    batch_id,
    source_line: 17,
    supplier_key: 'L-1',
  })
  await insertClearances(db, ['2025-12-30T09:00:00Z'], own)
  const { id: assessment_id } = await insertRow(db, 'assessment', {
    number: 'A-1',
    subject_id: 'NEW',
    address_id,
    year: 2025,
    assessed_on: '2025-12-31',
    amount_cents: 10_852,
  })
  await insertRow(db, 'assessment_line', {
    assessment_id,
    position: 1,
    description: 'Vast deel en ledigingen',
    amount_cents: 10_852,
  })
  const { rows } = await sql<{ id: number }>`select id from employee order by id`.execute(db)
  await insertRow(db, 'clearance_objection', {
    clearance_id: disputed,
    cleared_at: '2025-06-30T22:30:00Z',
    address_id,
    reason: 'not_presented',
    note: '=Was op vakantie; "echt"',
    filed_by: rows[0]?.id,
    filed_at: '2026-01-05T10:00:00Z',
  })
})

describe('the facts of a dossier', () => {
  test('contain every lift with its price, tariff, container, chip, file and line', async () => {
    const { facts } = await factsOf('moved')
    expect(facts.lifts).toMatchObject([
      {
        cleared_at: '2025-07-01T00:30:00+02:00',
        ...residual,
        container_number: 'C-118',
        chip_number: 'CHIP118',
        charged_cents: 1140,
        supplier_cents: null,
        tariff_from: '2025-07-01',
        is_late: false,
        is_billed: true,
        supplier_key: 'L-1',
        file: 1,
        line: 17,
      },
      { cleared_at: '2025-12-30T10:00:00+01:00', is_late: true, supplier_key: null, file: 2, line: null },
    ])
    expect(facts.files).toEqual([
      { number: 1, name: 'ledigingen-2025-07.csv', sha256: 'ab'.repeat(32) },
      { number: 2, name: 'test', sha256: null },
    ])
  })

  test('contain the periods, lines, assessment, objections, containers and method of calculation', async () => {
    const { facts } = await factsOf('moved')
    expect(facts).toMatchObject({
      address: { alias: 'moved', object_code: '0917000042', line: 'Akerstraat 118 b', town: '6411 CD Heerlen' },
      year: 2025,
      total_cents: 9712 + 2 * 1140,
      method: { proration: 'twelfths', standard_containers: 1 },
      periods: [
        {
          from: '2025-05-15',
          to: '2025-12-31',
          lines: [
            { charge: 'clearance', count: 2, unit_cents: 1140, amount_cents: 2280, valid_from: '2025-07-01' },
            { charge: 'fixed', twelfths: 7, amount_cents: 9712 },
          ],
          assessment: { number: 'A-1', difference_cents: 1140, late: { amount_cents: 1140 }, tariff_cents: 0 },
        },
      ],
      objections: [{ clearance_id: facts.lifts[0]?.id, reason: 'not_presented', state: 'open', amount_cents: 1140 }],
      containers: [{ number: 'C-118', placed_on: '2024-03-01', removed_on: null }],
    })
  })

  test('contain no line that only compares with the year before', async () => {
    const gft = { waste_type: 'gft', kind: 'minicontainer', volume_litres: 140 }
    const lastYear = { valid_from: '2024-01-01', valid_to: '2024-12-31' }
    await insertRow(db, 'tariff', { ...tariff, ...gft, ...lastYear, amount_cents: 170 })
    const { id: address_id } = await insertAddress(db, { alias: 'fewer', house_number: 3 })
    await insertOccupancy(db, { address_id, subject_id: 'SAME', first_day: '2020-01-01', household_size: 3 })
    const { id: container_id } = await insertContainer(db, { address_id, ...gft })
    const lift = { address_id, container_id, waste_type: 'gft', volume_litres: 140, amount_cents: null }
    await insertClearances(db, ['2024-03-04T09:00:00Z'], lift)
    const { periods } = await call('bsgw', showBill, { params: { alias: 'fewer' }, query: { year: '2025' } })
    const countsOf = (lines: { count: number }[] = []) => lines.map(({ count }) => count)
    expect(countsOf(periods[0]?.lines)).toContain(0)
    const { facts } = await factsOf('fewer')
    expect(countsOf(facts.periods[0]?.lines)).toEqual([1])
  })

  test('contain no name of an employee', async () => {
    const file = (await makeFile('moved', 'json')).body
    expect(file).toContain('Was op vakantie')
    expect(file).not.toMatch(/Kim de Vries|filed_by/)
  })

  test('are covered by a SHA-256 over their JSON with sorted keys', async () => {
    const { facts, facts_sha256 } = await factsOf('moved')
    const sorted = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(sorted)
        : value !== null && typeof value === 'object'
          ? Object.fromEntries(
              Object.keys(value)
                .sort()
                .map((key) => [key, sorted((value as Record<string, unknown>)[key])]),
            )
          : value
    expect(facts_sha256).toBe(
      createHash('sha256')
        .update(JSON.stringify(sorted(facts)))
        .digest('hex'),
    )
  })

  test('are about the current household, or about all households when the purpose is an objection', async () => {
    const [asked, objected] = [await factsOf('moved'), await factsOf('moved', 'aanslag_bezwaar')]
    expect(asked.facts).toMatchObject({ scope: 'current_household', hidden_periods: 1 })
    expect(objected.facts).toMatchObject({ scope: 'all_households', hidden_periods: 0 })
    expect(asked.facts.lifts.map(({ cleared_at }) => cleared_at.slice(0, 10))).toEqual(['2025-07-01', '2025-12-30'])
    expect(objected.facts.lifts.map(({ cleared_at }) => cleared_at.slice(0, 10))).toEqual([
      '2025-02-03',
      '2025-07-01',
      '2025-12-30',
    ])
    expect(objected.facts.periods.map(({ from }) => from)).toEqual(['2025-01-01', '2025-05-15'])
  })

  test('about a past year are the same after a delivery of a later year', async () => {
    const before = await factsOf('moved')
    await insertRow(db, 'clearance_batch', { source: 'later.csv', updated_until: '2026-05-31' })
    expect((await factsOf('moved')).facts_sha256).toBe(before.facts_sha256)
    expect(before.facts.delivered_until).toBe('2025-12-31')
  })

  test('state no delivery for a year before the first clearance', async () => {
    await sql`update delivered_until set since = '2026-01-05'`.execute(db)
    const { facts } = await factsOf('moved')
    await sql`update delivered_until set since = null`.execute(db)
    expect(facts.delivered_until).toBeNull()
  })
})

describe('a dossier', () => {
  test.each([
    ['pdf', 'application/pdf'],
    ['csv', 'text/csv; charset=utf-8'],
    ['json', 'application/json'],
  ] as const)('in format %s is a file that names the year, the address and the object code', async (format, type) => {
    const { statusCode, headers } = await makeFile('moved', format)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="dossier 2025 Akerstraat 118 b 0917000042.${format}"; filename*=UTF-8''dossier%202025%20Akerstraat%20118%20b%200917000042.${format}`,
    })
  })

  test.each(['pdf', 'csv', 'json'] as const)(
    'in format %s has the same bytes for the same facts, even when another employee requests it',
    async (format) => {
      const [first, again, other] = [
        await makeFile('moved', format),
        await makeFile('moved', format),
        await makeFile('moved', format, 'aanslag_vraag', 'both'),
      ]
      expect(again.rawPayload.equals(first.rawPayload)).toBe(true)
      expect(other.rawPayload.equals(first.rawPayload)).toBe(true)
    },
  )

  test.each(['pdf', 'csv', 'json'] as const)(
    'in format %s has the same bytes with what the crew did not empty, on a day of a lift and on another day',
    async (format) => {
      const before = await makeFile('moved', format)
      const place = await sql<object>`
        select address_id, id as container_id from container where number = 'C-118'`.execute(db)
      await insertNonClearances(db, ['2025-07-01T08:00:00Z', '2025-09-02T08:00:00Z'], { ...place.rows[0] })
      const after = await makeFile('moved', format)
      await sql`delete from non_clearance`.execute(db)
      expect(after.rawPayload.equals(before.rawPayload)).toBe(true)
    },
  )

  test('as a PDF reads as a letter with tables, and states how many periods are left out', async () => {
    const text = await textOf((await makeFile('moved', 'pdf')).rawPayload)
    for (const part of [
      'Rd4 Loket',
      'Dossier bij de aanslag afvalstoffenheffing 2025',
      'Objectcode 0917000042',
      'Het gaat om 2 ledigingen en een bedrag van € 119,92.',
      'Over 1 periode in 2025 woonde hier een ander huishouden.',
      'Van 15 mei 2025 tot en met 31 december 2025, 3 personen',
      '7/12 166,50 97,12',
      'Op 31 december 2025 is aanslag A-1 opgelegd: € 108,52.',
      'Daarna is nog 1 lediging van € 11,40 geleverd. Nu komen wij op € 119,92.',
      '1-7-2025 00:30',
      'CHIP118',
      '1, regel 17',
      '=Was op vakantie; "echt"',
      'abab',
      'bladzijde 1 van ',
    ])
      expect(text).toContain(part)
  })

  test('as a CSV names the address, object code and year in its first rows, and has amounts with two decimals', async () => {
    const { body } = await makeFile('moved', 'csv')
    const rows: string[][] = parse(body, {
      bom: true,
      delimiter: ';',
      relax_column_count: true,
      skip_empty_lines: true,
    })
    expect(rows.slice(0, 5)).toEqual([
      ['Dossier', 'Aanslag afvalstoffenheffing 2025'],
      ['Adres', 'Akerstraat 118 b, 6411 CD Heerlen'],
      ['Gemeente', 'Heerlen'],
      ['Objectcode', '="0917000042"'],
      ['Jaar', '2025'],
    ])
    expect(rows.filter(([first]) => first === 'Samen').map((row) => row.at(-1))).toEqual(['119,92', '108,52', '22,80'])
    // Otherwise a spreadsheet would run the note as a formula.
    expect(body).toContain(`"'=Was op vakantie; ""echt"""`)
  })

  test('returns 404 for an unknown address, and 422 without a year or with an unknown format', async () => {
    expect((await makeFile('nowhere', 'pdf')).statusCode).toBe(404)
    expect((await makeFile('moved', 'docx' as 'pdf')).json()).toMatchObject({
      status: 422,
      errors: { format: expect.any(Array) },
    })
    const response = await send('bsgw', makeDossier, { params: { alias: 'moved' }, query: { format: 'pdf' } as never })
    expect(response.json()).toMatchObject({ status: 422, errors: { year: expect.any(Array) } })
  })

  test('states that the lifts of a municipality were never delivered, instead of that there are none', async () => {
    const municipality = { id: 981, name: 'Vaals' }
    await insertAddress(db, { alias: 'vaals', street: 'Maastrichterlaan', city: 'Vaals', municipality })
    const text = await textOf((await makeFile('vaals', 'pdf')).rawPayload)
    expect(text).toContain('In Vaals zijn nog nooit ledigingen ingelezen.')
    expect(text).not.toContain('Er zijn geen ledigingen.')
    // Heerlen has deliveries, Vaals has none.
    expect(text).not.toContain('De inzamelaar heeft de ledigingen doorgegeven')
  })

  test('is complete for an address without lifts or an object code', async () => {
    await insertAddress(db, { alias: 'bare', house_number: 33, object_code: null })
    const { headers, rawPayload } = await makeFile('bare', 'pdf')
    expect(headers['content-disposition']).toContain('filename="dossier 2025 Akerstraat 33.pdf"')
    expect(await textOf(rawPayload)).toContain('Er zijn geen ledigingen.')
  })

  test('with 1,000 lifts takes less processor time than a call may last, and lets other calls run meanwhile', async () => {
    const { id: address_id } = await insertAddress(db, { alias: 'busy', house_number: 9 })
    const { id: batch_id } = await insertRow(db, 'clearance_batch', { source: 'busy.csv' })
    await sql`insert into clearance (batch_id, address_id, cleared_at, waste_type, category, amount_cents)
      select ${batch_id}, ${address_id}, timestamptz '2025-01-01 12:00Z' + n * interval '4 hours', 'gft', 'waste_depot', 100
      from generate_series(1, 1000) n`.execute(db)
    const purpose = 'aanslag_vraag'
    const facts = await findDossierFacts(db, { alias: 'busy', year: 2025, purpose, scheme_months: 36 })
    if (!facts) throw new Error('The address was not found')
    // Processor time does not depend on the load of the machine.
    const processorTime = () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1000
    }
    const begin = processorTime()
    const turns = [begin]
    const timer = setInterval(() => turns.push(processorTime()), 0)
    const file = await dossierPdf(facts, markOf(facts, purpose), ['Rd4']).finally(() => clearInterval(timer))
    turns.push(processorTime())
    const total = processorTime() - begin
    const longest = Math.max(...turns.map((at, index) => at - (turns[index - 1] ?? begin)))
    expect(total).toBeLessThan(callLimits.call_ms)
    expect(longest).toBeLessThan(total / 2)
    expect((await readPdf(file)).pages.length).toBeGreaterThan(20)
  })
})

describe('the mark of a dossier', () => {
  test.each(['pdf', 'csv', 'json'] as const)('in format %s is read only from the unchanged file', async (format) => {
    const { rawPayload: file } = await makeFile('moved', format)
    const key = await findSubjectKey(db)
    expect(readMark(file, key)).toMatchObject({ alias: 'moved', year: 2025, purpose: 'aanslag_vraag', lifts: 2 })
    expect(readMark(file, Buffer.from('another portal'))).toBe('changed')
    expect(readMark(Buffer.concat([file, Buffer.from(' ')]), key)).toBe('changed')
    fc.assert(
      fc.property(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), (at, difference) => {
        const edited = Buffer.from(file)
        edited[at] = (edited[at] ?? 0) ^ difference
        return typeof readMark(edited, key) === 'string'
      }),
      { seed: 20_261_123, numRuns: 200 },
    )
  })

  test('is absent in other files', () => {
    expect(readMark(Buffer.from('%PDF-1.7 iets anders'), Buffer.from('key'))).toBe('none')
  })

  test('cannot be replaced by a text in the dossier that looks like a mark', async () => {
    const { id: address_id } = await insertAddress(db, { alias: 'sly', house_number: 10 })
    const [clearance_id] = await insertClearances(db, ['2025-03-03T09:00:00Z'], { address_id })
    const { rows } = await sql<{ id: number }>`select id from employee order by id`.execute(db)
    await insertRow(db, 'clearance_objection', {
      clearance_id,
      cleared_at: '2025-03-03T09:00:00Z',
      address_id,
      reason: 'other',
      note: `rd4-loket-dossier/1 e30 ${'0'.repeat(64)}`,
      filed_by: rows[0]?.id,
    })
    const key = await findSubjectKey(db)
    for (const format of ['pdf', 'csv', 'json'] as const)
      expect(readMark((await makeFile('sly', format)).rawPayload, key)).toMatchObject({ alias: 'sly' })
  })
})

describe('the letter about a bill', () => {
  test('explains the bill on one page, in the words that are read aloud, and says how to reach the sender', async () => {
    await insertRow(db, 'letter_sender', {
      municipality_id: 917,
      contact: 'Telefoon (045) 123 45 67',
      opening_hours: 'op werkdagen van 9.00 tot 17.00 uur',
      names_employee: true,
    })
    const { headers, rawPayload } = await makeLetter('moved')
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('filename="brief aanslag 2025 Akerstraat 118 b 0917000042.pdf"'),
    })
    const text = await textOf(rawPayload)
    for (const part of [
      'Aan de bewoners van Akerstraat 118 b 6411 CD Heerlen',
      'Vanaf 15 mei 2025 is de restafvalcontainer van 240 liter 2 keer geleegd: € 22,80.',
      'Aanslagnummer: A-1',
      'Op uw aanslag van ',
      'Tegen 1 lediging is een bezwaar ingediend. Daarover is nog niet beslist.',
      'Telefoon (045) 123 45 67',
      'U kunt ons bereiken: op werkdagen van 9.00 tot 17.00 uur',
      /Ons kenmerk: 0917000042-2025-\d{8}/,
      /Met vriendelijke groet, .+ Rd4 Loket/,
      'bladzijde 1 van 1',
    ])
      expect(text).toMatch(part)
    expect(text.indexOf('Op uw aanslag van')).toBeLessThan(text.indexOf('Nu komen wij op'))
  })

  test('is also the text of a mail, which names no employee when the setting says so', async () => {
    const call = (purpose?: 'aanslag_bezwaar') =>
      send(
        'bsgw',
        makeBillMail,
        { params: { alias: 'moved' }, query: { year: '2025' } },
        purpose ? { [purposeHeader]: purpose } : {},
      )
    await sql`update letter_sender set names_employee = false`.execute(db)
    const { data } = (await call('aanslag_bezwaar')).json<{ data: { text: string } }>()
    expect(data.text).toMatch(/^Beste bewoner,\n\n/)
    expect(data.text).toContain('Op uw aanslag van')
    expect(data.text).toContain('Telefoon (045) 123 45 67\nU kunt ons bereiken')
    expect(data.text).toContain('Met vriendelijke groet,\nRd4 Loket')
    expect(data.text).not.toContain('3 keer geleegd')
  })

  test('is only about the household that lives there, even when the purpose is an objection', async () => {
    const text = await textOf((await makeLetter('moved', 'aanslag_bezwaar')).rawPayload)
    expect(text).toContain('2 keer geleegd')
    expect(text).not.toContain('3 keer geleegd')
  })

  test('has one page when the bill has many lines', async () => {
    const { id: address_id } = await insertAddress(db, { alias: 'lines', house_number: 11 })
    await insertOccupancy(db, { address_id, first_day: '2020-01-01', household_size: 2 })
    const { id: container_id } = await insertContainer(db, { address_id, volume_litres: 240 })
    for (let amount_cents = 1; amount_cents <= 40; amount_cents += 1)
      await insertClearances(db, ['2025-03-03T09:00:00Z'], {
        address_id,
        container_id,
        volume_litres: 240,
        amount_cents,
      })
    const text = await textOf((await makeLetter('lines')).rawPayload)
    expect(text).toContain('bladzijde 1 van 1')
    expect(text).toContain('Restafval, container 240 liter 40 verschilt 8,20')
  })

  test('returns 404, as the dossier does, for a year that has not begun', async () => {
    const year = new Date().getFullYear() + 1
    const headers = { [purposeHeader]: 'aanslag_vraag' }
    const path = { params: { alias: 'moved' } }
    for (const reply of [
      await send('bsgw', makeBillLetter, { ...path, query: { year: `${year}` } }, headers),
      await send('bsgw', makeDossier, { ...path, query: { year: `${year}`, format: 'csv' } }, headers),
    ]) {
      expect(reply.statusCode).toBe(404)
      expect(reply.body).toContain(`${year} is nog niet begonnen. Er is nog geen aanslag.`)
    }
  })

  test('returns 409 when nobody lives at the address now', async () => {
    const { id: address_id } = await insertAddress(db, { alias: 'vacant', house_number: 12 })
    await insertOccupancy(db, { address_id, first_day: '2020-01-01', last_day: '2025-06-30' })
    expect((await makeLetter('vacant', 'aanslag_bezwaar')).json()).toMatchObject({
      status: 409,
      message: 'Wie nu op dit adres woont, heeft geen aanslag over 2025. Daarom is er geen brief.',
    })
  })
})

describe('of a year of which schemes may be deleted', () => {
  const year = { year: '2021' }
  const why = 'Over 2021 bewaart de portal geen regelingen meer. Daarom staat hier alleen de opgelegde aanslag.'

  beforeAll(async () => {
    const municipality = { id: 971, name: 'Stein' }
    const { id: address_id } = await insertAddress(db, { alias: 'old', municipality, postal_code: '6171AA' })
    await insertOccupancy(db, { address_id, subject_id: 'S-old', first_day: '2020-01-01' })
    const { id: container_id } = await insertContainer(db, { address_id })
    await insertClearances(db, ['2021-03-01T09:00:00Z'], { address_id, container_id, amount_cents: 725 })
    await insertRow(db, 'charge_rule', {
      ...{ municipality_id: 971, kind: 'free', scheme: 'M', from_lift: 1, prorated: false },
      valid_from: '2020-01-01',
    })
    const { id: assessment_id } = await insertRow(db, 'assessment', {
      ...{ number: 'A-old', subject_id: 'S-old', address_id, year: 2021, assessed_on: '2022-01-31' },
      amount_cents: 12_345,
    })
    const line = { assessment_id, position: 1, description: 'Vast deel' }
    await sql`
      insert into assessment_line (assessment_id, position, description, count, unit_cents, amount_cents)
      values (${line.assessment_id}, 1, ${line.description}, 1, 12345, 12345)`.execute(db)
  })

  test('the bill and the file of lifts have no amount of our own', async () => {
    const bill = await call('bsgw', showBill, { params: { alias: 'old' }, query: year })
    expect(bill).toMatchObject({ imposed_only: why, totals: { amount_cents: null, count: 1 } })
    expect(bill.periods).toMatchObject([{ assessment: { amount_cents: 12_345, difference_cents: null } }])
    const { years, spoken } = await call('bsgw', listBillYears, { params: { alias: 'old' } })
    expect(years.map((it) => it.year)).not.toContain(2021)
    expect(spoken).toContain(why)
  })

  test('the letter and the mail have the imposed lines, and say why there is nothing else', async () => {
    const letter = await textOf(
      (await send('bsgw', makeBillLetter, { params: { alias: 'old' }, query: year })).rawPayload,
    )
    expect(letter).toContain(`Op uw aanslag van 31 januari 2022 staat € 123,45. ${why}`)
    expect(letter).toContain('Regels van aanslag A-old')
    expect(letter).not.toContain('7,25')
    const { text } = await call('bsgw', makeBillMail, { params: { alias: 'old' }, query: year })
    expect(text).toContain(why)
  })

  test.each(['pdf', 'csv', 'json'] as const)('the dossier in format %s has no amount of our own', async (format) => {
    const file = (await send('bsgw', makeDossier, { params: { alias: 'old' }, query: { ...year, format } })).rawPayload
    const text = format === 'pdf' ? await textOf(file) : file.toString()
    expect(text).toContain('123')
    expect(text).toContain(why)
    // Not as digits of a hash.
    expect(text).not.toMatch(/(?<![\da-f])725(?![\da-f])/)
    for (const own of ['7,25', 'berekend', 'Berekening', 'gelijk aan', 'M, vanaf']) expect(text).not.toContain(own)
  })
})
