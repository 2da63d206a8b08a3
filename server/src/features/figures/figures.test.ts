import {
  exportFigures,
  type Figure,
  type FigureSubject,
  fullPath,
  listFigureRows,
  listFigures,
} from '@rd4-loket/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApp } from '../../app/app.ts'
import { sql } from '../../platform/database/sql.ts'
import { clearTables } from '../../test/clear-tables.ts'
import {
  insertAddress,
  insertClearances,
  insertCollectionArea,
  insertCollectionSystem,
  insertNonClearances,
  insertOccupancy,
  insertPass,
  insertRow,
} from '../../test/make.ts'
import { settings, testServer } from '../../test/server.ts'
import { rowsOf } from '../../test/test-database.ts'
import { findDueMonths } from './figures.queries.ts'
import { completeMonths, countMonth, startFigures } from './figures.ts'

const { app, call, db, idOf, send, tokens } = await testServer()

const month = '2026-03'
const kerkrade = { id: 928, name: 'Kerkrade' }

/** Inserts addresses of a municipality, each with a household. */
async function insertHomes(count: number, place: object = {}) {
  const homes: { id: number; alias: string }[] = []
  for (let house_number = 1; house_number <= count; house_number += 1) {
    const home = await insertAddress(db, { house_number, ...place })
    await insertOccupancy(db, { address_id: home.id, first_day: '2020-01-01' })
    homes.push(home)
  }
  return homes
}

beforeEach(async () => {
  await clearTables(db, 'address', 'collection_area')
  await sql`delete from figure`.execute(db)
  await sql`update employee set municipality_id = null where roles @> '{administrator}'`.execute(db)
  await insertAddress(db, {})
})

const figuresOf = async (subject: FigureSubject): Promise<[string | null, string | null, number | null][]> => {
  const { data } = await call('administrator', listFigures, { query: { month } })
  return data
    .filter((figure) => figure.subject === subject)
    .map(({ municipality, group, count }) => [municipality?.name ?? null, group, count])
}

describe('the figures of a month', () => {
  test('count non-clearances by reason and route, with small groups and municipalities merged', async () => {
    const [home] = await insertHomes(1)
    const [other] = await insertHomes(1, {
      municipality: kerkrade,
      city: 'Kerkrade',
      street: 'Markt',
      postal_code: '6461AA',
    })
    await insertCollectionArea(db, { name: 'Heerlen noord', municipality_id: 917, postal_codes: ['6411AA', '6411ZZ'] })
    const at = (count: number) => Array<string>(count).fill('2026-03-31T21:30:00Z')
    await insertNonClearances(db, at(15), { address_id: home?.id, reason: 'deksel_open' })
    await insertNonClearances(db, at(11), { address_id: home?.id, reason: 'te_laat' })
    await insertNonClearances(db, at(4), { address_id: home?.id, reason: 'obstakel' })
    await insertNonClearances(db, at(3), { address_id: other?.id, reason: 'deksel_open' })
    // The next month begins at midnight in the Netherlands.
    await insertNonClearances(db, ['2026-03-31T22:00:00Z'], { address_id: home?.id, reason: 'deksel_open' })
    expect(await countMonth(db, month)).toBe(true)
    // Kerkrade has few, so Heerlen joins it: all of it is one area without a name.
    expect(await figuresOf('not_emptied_reason')).toEqual([
      [null, 'deksel_open', 18],
      [null, null, 15],
    ])
    expect(await figuresOf('not_emptied_route')).toEqual([[null, null, 33]])
  })

  test('count an area of one address in no route', async () => {
    const [home] = await insertHomes(1)
    const { id: collection_area_id } = await insertCollectionArea(db, { name: 'Akerstraat 1', municipality_id: 917 })
    await sql`insert into collection_area_address values (${home?.id}, ${collection_area_id})`.execute(db)
    await sql`update collection_area set of_one_address = true`.execute(db)
    await insertNonClearances(db, Array<string>(12).fill('2026-03-10T08:00:00Z'), { address_id: home?.id })
    await countMonth(db, month)
    expect(await figuresOf('not_emptied_route')).toEqual([['Heerlen', null, 12]])
  })

  test('count closed contacts by purpose, outcome, channel and hour, also those of a collection system', async () => {
    const [home] = await insertHomes(1)
    const { id: collection_system_id } = await insertCollectionSystem(db, { address_id: home?.id ?? 0 })
    const contact = {
      ...{ employee_id: idOf.get('bsgw'), started_at: '2026-03-02T08:59Z', closed_at: '2026-03-02T09:10Z' },
      ...{ purpose: 'aanslag_vraag', outcome: 'answered', channel: 'phone' },
    }
    for (let at = 0; at < 11; at += 1) await insertRow(db, 'contact', { ...contact, address_id: home?.id })
    const ofSystem = { ...contact, collection_system_id, outcome: 'transferred', started_at: '2026-03-02T09:00Z' }
    for (let at = 0; at < 10; at += 1) await insertRow(db, 'contact', ofSystem)
    // It gave its place to the seventh customer.
    await insertRow(db, 'contact', { ...contact, address_id: home?.id, outcome: null })
    await countMonth(db, month)
    expect(await figuresOf('contact_purpose')).toEqual([['Heerlen', 'aanslag_vraag', 21]])
    expect(await figuresOf('contact_outcome')).toEqual([
      ['Heerlen', 'answered', 11],
      ['Heerlen', 'transferred', 10],
    ])
    expect(await figuresOf('contact_channel')).toEqual([['Heerlen', 'phone', 21]])
    expect(await figuresOf('contact_hour')).toEqual([
      ['Heerlen', '9', 11],
      ['Heerlen', '10', 10],
    ])
    const { data } = await call('administrator', listFigureRows, {
      query: { month, subject: 'contact_outcome', group: 'transferred' },
    })
    expect(data[0]).toMatchObject({ day: '2026-03-02', address: null })
  })

  test('count promised calls on time or late in the month of their time, without withdrawn ones', async () => {
    const [home] = await insertHomes(1)
    const employee_id = idOf.get('bsgw')
    const contact = { ...{ employee_id, address_id: home?.id }, closed_at: '2026-02-27T09:00Z', outcome: 'call_back' }
    const promise = async (row: object) => {
      const { id: contact_id } = await insertRow(db, 'contact', contact)
      await insertRow(db, 'call_back', { contact_id, employee_id, due_at: '2026-03-02T11:00Z', ...row })
    }
    const closed = { closed_by: employee_id, outcome: 'reached' }
    for (let at = 0; at < 11; at += 1) await promise({ ...closed, closed_at: '2026-03-02T11:00Z' })
    for (let at = 0; at < 5; at += 1) await promise({ ...closed, closed_at: '2026-03-02T11:01Z' })
    for (let at = 0; at < 5; at += 1) await promise({})
    await promise({ ...closed, outcome: 'withdrawn', closed_at: '2026-03-01T11:00Z' })
    await promise({ due_at: '2026-04-01T11:00Z' })
    await countMonth(db, month)
    expect(await figuresOf('call_backs')).toEqual([
      ['Heerlen', 'on_time', 11],
      ['Heerlen', 'late', 10],
    ])
  })

  test('count disputed lifts by reason, outcome and days, in the month of the decision', async () => {
    const [home] = await insertHomes(1)
    const dispute = async (row: object) =>
      insertRow(db, 'clearance_objection', {
        ...{ clearance_id: Math.floor(Math.random() * 1e9), cleared_at: '2026-01-05T08:00Z', address_id: home?.id },
        ...{ reason: 'duplicate', note: '', filed_by: idOf.get('bsgw'), filed_at: '2026-03-01T08:00Z' },
        ...row,
      })
    const decided = { decided_by: idOf.get('both'), decided_at: '2026-03-09T08:00Z' }
    for (let at = 0; at < 11; at += 1) await dispute({ ...decided, state: 'upheld' })
    for (let at = 0; at < 10; at += 1)
      await dispute({ ...decided, state: 'rejected', reason: 'moved', decided_at: '2026-03-03T08:00Z' })
    await dispute({ state: 'open' })
    await dispute({ ...decided, state: 'rejected', decided_at: '2026-04-01T08:00Z' })
    await countMonth(db, month)
    expect(await figuresOf('dispute_reason')).toEqual([
      ['Heerlen', 'duplicate', 11],
      ['Heerlen', 'moved', 10],
    ])
    expect(await figuresOf('dispute_outcome')).toEqual([
      ['Heerlen', 'upheld', 11],
      ['Heerlen', 'rejected', 10],
    ])
    expect(await figuresOf('dispute_days')).toEqual([
      ['Heerlen', 'days_14', 11],
      ['Heerlen', 'days_7', 10],
    ])
  })

  test('count written objections by outcome and days, in the month in which they were closed', async () => {
    const homes = await insertHomes(21)
    for (const [at, { id }] of homes.entries())
      await insertRow(db, 'objection_handover', {
        ...{ address_id: id, year: 2025, note: 'Te hoog', handed_over_by: idOf.get('bsgw') },
        ...{ received_on: '2026-01-05', handed_over_at: '2026-01-05T08:00Z' },
        ...{ closed_by: idOf.get('bsgw'), closed_at: '2026-03-20T08:00Z' },
        ...(at < 11 ? { outcome: 'upheld', decided_on: '2026-01-20' } : { outcome: 'withdrawn' }),
      })
    await countMonth(db, month)
    expect(await figuresOf('objection_outcome')).toEqual([
      ['Heerlen', 'upheld', 11],
      ['Heerlen', 'withdrawn', 10],
    ])
    expect(await figuresOf('objection_days')).toEqual([
      ['Heerlen', 'days_28', 11],
      ['Heerlen', 'days_84', 10],
    ])
  })

  test('count issues of rolls, lifts with their amount, and lifts that fit nowhere', async () => {
    const [home] = await insertHomes(1)
    const address_id = home?.id ?? 0
    const { id: environmental_pass_id } = await insertPass(db, { address_id, number: '0101010101' })
    const issue = { environmental_pass_id, employee_id: idOf.get('municipal'), requested_at: '2026-03-02T08:00Z' }
    for (let at = 0; at < 12; at += 1) await insertRow(db, 'roll_issue', { ...issue, rolls: 2 })
    await insertRow(db, 'roll_issue', { ...issue, rolls: 2, cancelled_at: '2026-03-02T08:01Z' })
    const moments = Array.from({ length: 14 }, (_, at) => `2026-03-${10 + at}T08:00:00Z`)
    await insertClearances(db, moments, { address_id })
    const { id: line_id } = await insertRow(db, 'quarantine_line', {
      cause: 'fraction_unknown',
      key: 'GRIJS',
      rows: 10,
    })
    const { id: batch_id } = await insertRow(db, 'clearance_batch', { source: 'test' })
    for (let at = 0; at < 10; at += 1)
      await insertRow(db, 'clearance_quarantine', {
        ...{ supplier_key: `Q${at}`, line_id, batch_id, reason: 'fraction_unknown', shared: false },
        ...{ fraction: 'GRIJS', cleared_at: '2026-03-05T08:00:00Z' },
      })
    await countMonth(db, month)
    expect(await figuresOf('rolls')).toEqual([['Heerlen', '2', 12]])
    expect(await figuresOf('quarantine')).toEqual([[null, 'fraction_unknown', 10]])
    const { data } = await call('administrator', listFigures, { query: { month } })
    const expected: Figure = {
      ...{ subject: 'lifts', municipality: { id: 917, name: 'Heerlen' }, group: 'all', count: 14, cents: 14 * 645 },
    }
    expect(data.filter(({ subject }) => subject === 'lifts')).toEqual([expected])
  })

  test('have zero without things, and no count of one to nine things', async () => {
    const [home] = await insertHomes(1)
    await insertNonClearances(db, ['2026-03-10T08:00:00Z'], { address_id: home?.id })
    await countMonth(db, month)
    expect(await figuresOf('not_emptied_reason')).toEqual([[null, null, null]])
    expect(await figuresOf('rolls')).toEqual([[null, null, 0]])
  })
})

describe('when a month is counted', () => {
  test('from the second day after it, and then each month once', async () => {
    const dueOn = (today: string) => findDueMonths(db, { today, months: 1 })
    expect(await dueOn('2026-04-01')).toEqual(['2026-02'])
    expect(await dueOn('2026-04-02')).toEqual(['2026-03'])
    expect(await findDueMonths(db, { today: '2026-04-02', months: 3 })).toEqual(['2026-01', '2026-02', '2026-03'])
    await countMonth(db, month)
    expect(await dueOn('2026-04-30')).toEqual([])
    // Missed runs are made up later.
    expect(await dueOn('2026-07-15')).toEqual(['2026-04', '2026-05', '2026-06'])
  })

  test('the first run counts at most the months of which no row was deleted', () => {
    expect(completeMonths({})).toBe(12)
    expect(completeMonths({ roll_requests: 6 })).toBe(5)
    expect(completeMonths({ non_clearances: 1 })).toBe(1)
  })

  test('two processes store it once', async () => {
    const stored = await Promise.all([countMonth(db, month), countMonth(db, month)])
    expect(stored.sort()).toEqual([false, true])
    expect(await countMonth(db, month)).toBe(false)
    const rows = await rowsOf(db, sql<{ subject: string }>`select subject from figure`)
    expect(new Set(rows.map(({ subject }) => subject)).size).toBe(rows.length)
  })

  test('a run that fails stores nothing, and the next run stores the month', async () => {
    const run = async () => {
      const codes: string[] = []
      const months: string[] = []
      const stop = startFigures(
        db,
        { roll_requests: 2 },
        {
          done: (counted) => months.push(counted),
          failed: (code) => codes.push(code),
        },
      )
      await vi.waitFor(() => expect(codes.length + months.length).toBeGreaterThan(0))
      await stop()
      return { codes, months }
    }
    await sql`alter table figure add constraint no_lifts check (subject <> 'lifts') not valid`.execute(db)
    const failed = await run()
    await sql`alter table figure drop constraint no_lifts`.execute(db)
    expect(failed).toEqual({ codes: ['23514'], months: [] })
    expect(await rowsOf(db, sql`select from figure`)).toEqual([])
    const { codes, months } = await run()
    expect([codes, months.length]).toEqual([[], 1])
  })

  test('a stored month stays the same when its rows change', async () => {
    const [home] = await insertHomes(1)
    await insertNonClearances(db, Array<string>(12).fill('2026-03-10T08:00:00Z'), { address_id: home?.id })
    await countMonth(db, month)
    await sql`delete from non_clearance`.execute(db)
    await countMonth(db, month)
    expect(await figuresOf('not_emptied_reason')).toEqual([['Heerlen', 'te_zwaar', 12]])
  })
})

describe('the rows of a figure', () => {
  const query = { month, subject: 'not_emptied_reason' as const }

  beforeEach(async () => {
    const homes = await insertHomes(14)
    for (const [at, { id }] of homes.entries()) {
      const reason = at < 11 ? 'deksel_open' : 'obstakel'
      await insertNonClearances(db, [`2026-03-${10 + at}T08:00:00Z`], { address_id: id, reason })
    }
    const [other] = await insertHomes(1, {
      municipality: kerkrade,
      city: 'Kerkrade',
      street: 'Markt',
      postal_code: '6461AA',
    })
    await insertNonClearances(db, Array<string>(60).fill('2026-03-10T08:00:00Z'), {
      ...{ address_id: other?.id, reason: 'obstakel' },
    })
    await countMonth(db, month)
  })

  test('are those of its group and municipality, with day, groups and address', async () => {
    // Three rows are few, so the group of eleven joined them.
    const input = { query: { ...query, municipality: '917' } }
    const { data, meta } = await call('administrator', listFigureRows, input)
    expect(meta).toEqual({ next: null, counted: 14, left: 14 })
    expect(data[0]).toEqual({
      day: '2026-03-10',
      groups: [
        { subject: 'not_emptied_reason', group: 'deksel_open' },
        { subject: 'not_emptied_route', group: null },
      ],
      address: { alias: expect.any(String), line: 'Akerstraat 1, 6411 CD Heerlen' },
    })
    const kerkradeOnly = { ...query, group: 'obstakel', municipality: '928' }
    const first = await call('administrator', listFigureRows, { query: kerkradeOnly })
    expect([first.data.length, first.meta.counted]).toEqual([50, 60])
    const cursor = first.meta.next ?? expect.unreachable()
    const second = await call('administrator', listFigureRows, { query: { ...kerkradeOnly, cursor } })
    expect([second.data.length, second.meta.next]).toEqual([10, null])
  })

  test('are logged for each household, with the purpose of supervision', async () => {
    await call('administrator', listFigureRows, { query: { ...query, municipality: '917' } })
    const [event] = await rowsOf(
      db,
      sql<{ position: number; trace_id: string; purpose: string }>`
        select trace_id, purpose from audit_event where action = 'show_figure_rows' order by position desc limit 1`,
    )
    expect(event?.purpose).toBe('toezicht')
    const households = await rowsOf(
      db,
      sql`select distinct data_subject_id from processing_record
        where trace_id = ${event?.trace_id}::uuid and data_subject_id_type = 'household_hmac_sha256'`,
    )
    expect(households.length).toBe(14)
  })

  test('state how many are left after rows were deleted', async () => {
    await sql`delete from non_clearance where reason = 'deksel_open'`.execute(db)
    const { meta } = await call('administrator', listFigureRows, { query: { ...query, municipality: '917' } })
    expect(meta).toMatchObject({ counted: 14, left: 3 })
  })

  test('do not exist for a figure that is not shown, and for another municipality', async () => {
    const sent = (input: object) => send('administrator', listFigureRows, { query: { ...query, ...input } })
    expect((await sent({ group: 'deksel_open', municipality: '917' })).statusCode).toBe(404)
    expect((await sent({ month: '2026-02' })).statusCode).toBe(404)
    expect((await sent({ municipality: '0' })).statusCode).toBe(404)
    await sql`update employee set municipality_id = 928 where id = ${idOf.get('administrator')}`.execute(db)
    expect((await sent({ municipality: '917' })).statusCode).toBe(404)
    expect((await sent({ group: 'obstakel' })).statusCode).toBe(200)
  })
})

describe('who may read figures', () => {
  const token = 'figures-of-the-region-0123456789-abc'
  let open: Awaited<ReturnType<typeof buildApp>>
  beforeAll(async () => {
    open = await buildApp({ db, reads: db }, tokens, { ...settings, figures_token: token, rate_limit: 5 })
  })
  afterAll(() => open.close())

  const figuresWith = (of: typeof app, bearer: string) =>
    of.inject({ url: `${fullPath(listFigures)}?month=${month}`, headers: { authorization: `Bearer ${bearer}` } })

  beforeEach(async () => {
    for (const [municipality_id, count] of [
      [917, 12],
      [928, 20],
    ])
      await insertRow(db, 'figure', { month: '2026-03-01', subject: 'rolls', municipality_id, group_key: '2', count })
  })

  test('an administrator of a municipality sees that municipality only, and the provider sees all', async () => {
    await insertAddress(db, { municipality: kerkrade, city: 'Kerkrade', street: 'Markt' })
    await sql`update employee set municipality_id = 928 where id = ${idOf.get('administrator')}`.execute(db)
    expect(await figuresOf('rolls')).toEqual([['Kerkrade', '2', 20]])
    const file = await send('administrator', exportFigures, { body: { from: month, to: month } })
    expect(file.body.split('\r\n').slice(1)).toEqual([
      `2026-03-01;"Uitgiften naar aantal rollen";"Kerkrade";"2 rollen";20;`,
      '',
    ])
    await sql`update employee set roles = '{administrator,bsgw_employee}', municipality_id = null
      where id = ${idOf.get('administrator')}`.execute(db)
    expect(await figuresOf('rolls')).toHaveLength(2)
    await sql`update employee set roles = '{administrator}' where id = ${idOf.get('administrator')}`.execute(db)
  })

  test('another program reads the figures with the token, and nothing else', async () => {
    const response = await figuresWith(open, token)
    expect([response.statusCode, response.json().data.length]).toEqual([200, 2])
    const rows = await open.inject({
      url: `${fullPath(listFigureRows)}?month=${month}&subject=rolls`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(rows.statusCode).toBe(401)
    expect((await figuresWith(open, `${token}d`)).statusCode).toBe(401)
    // The rate of calls from one address is limited, with and without the right token.
    expect((await figuresWith(open, '')).statusCode).toBe(401)
    expect((await figuresWith(open, token)).statusCode).toBe(200)
    expect((await figuresWith(open, token)).statusCode).toBe(429)
  })

  test('without a token in the settings, no bearer token reads the figures', async () => {
    for (const bearer of ['undefined', '', token]) expect((await figuresWith(app, bearer)).statusCode).toBe(401)
  })
})
