import {
  approveQuarantineLine,
  decideQuarantineLine,
  listMissingData,
  listQuarantine,
  type QuarantineCause,
  type QuarantineChoice,
  type RequestInput,
  retryQuarantineLine,
  showQuarantineLine,
  showSubjectReport,
  undoQuarantineLine,
} from '@rd4-loket/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeRandom } from '../../../demo/random.ts'
import { sumQuarantineCounts } from '../../domain/quarantine/quarantine-lines.queries.ts'
import type { DeliveredClearance } from '../../imports/clearances/clearance-rows.ts'
import { retryAfterImport } from '../../imports/clearances/import-clearances.ts'
import { placeLines } from '../../imports/clearances/place-lines.ts'
import { openClearanceWriter } from '../../imports/clearances/write-clearances.ts'
import { sql } from '../../platform/database/sql.ts'
import { clearTables } from '../../test/clear-tables.ts'
import { effort, testSeed } from '../../test/effort.ts'
import { insertAddress, insertContainer, insertOccupancy, insertPass, insertRow } from '../../test/make.ts'
import { type Person, testServer } from '../../test/server.ts'
import { rowOf, rowsOf } from '../../test/test-database.ts'

const { call, db } = await testServer()

beforeEach(async () => {
  await clearTables(
    db,
    'clearance',
    'clearance_batch',
    'quarantine_line',
    'quarantine_count',
    'placed_clearance',
    'tariff',
    'container',
  )
  await clearTables(db, 'address', 'street', 'town')
  await sql`delete from fraction where name in ('MED', 'BAD')`.execute(db)
})

const delivered: DeliveredClearance = {
  ...{ batch_id: null, source_line: 2, supplier_key: 'L1', address_code: 'H1', address: null },
  ...{ container_number: 'C1', chip_number: 'A1B2C3D4', shared: false, fraction: 'REST', day: '2026-06-03' },
  ...{ cleared_at: Date.parse('2026-06-03T08:00:00Z') / 1000, weight_kg: null, amount_cents: 200 },
}
/** Returns a delivered clearance of the container of an address, with these changes. */
const liftOf = (changes: Partial<DeliveredClearance>) => ({ ...delivered, ...changes })

/** Inserts address `at` on its own street, with a container and a chip. */
async function insertHome(at: number, changes: object = {}) {
  const street = ['Akerstraat', 'Kerkplein', 'Bergweg', 'Molenlaan'][at % 4] ?? ''
  const home = { street, house_number: 100 + at, postal_code: '6411CD', object_code: `H${at}` }
  const { id, alias } = await insertAddress(db, home)
  const chip_number = `A${at}B2C3D4`
  const container = { address_id: id, number: `C${at}`, chip_number, placed_on: '2020-01-01', ...changes }
  return { id, alias, container_id: (await insertContainer(db, container)).id }
}

const importLifts = (lifts: DeliveredClearance[]) =>
  db.transaction(async (transaction) =>
    (await openClearanceWriter(transaction, 'week.csv')).writeBatch(
      transaction,
      lifts.map((lift) => ({ ...lift })),
      () => {},
    ),
  )

const listed = async (query: RequestInput<typeof listQuarantine>['query'] = {}) =>
  (await call('bsgw', listQuarantine, { query })).data
const onlyLine = async () => (await listed())[0] ?? expect.unreachable()
type DecisionBody = Partial<RequestInput<typeof decideQuarantineLine>['body']>
async function decide(body: DecisionBody, person: Person = 'bsgw') {
  const { id, rows, cents } = await onlyLine()
  return call(person, decideQuarantineLine, { params: { line_id: String(id) }, body: { rows, cents, ...body } })
}
const undo = (id: number, person: Person = 'bsgw') =>
  call(person, undoQuarantineLine, { params: { line_id: String(id) } })
const choose = async (choice: QuarantineChoice) => {
  const line = await decide({ choice })
  await placeLines(db)
  return line
}

/** Everything that an undo must restore: lifts, rows and lines, without their ids and moments of insertion. */
const stored = async () =>
  JSON.stringify([
    await rowsOf(db, sql`select * from clearance order by supplier_key`),
    await rowsOf(
      db,
      sql`select supplier_key, waiting.reason, cause, key, state, rows, cents, unpriced, oldest_on, choice, clearance_id,
          clearance_before, object_code, street, amount_cents
        from clearance_quarantine waiting join quarantine_line line on line.id = line_id order by supplier_key`,
    ),
    await rowsOf(db, sql`select * from placed_clearance`),
    await rowsOf(db, sql`select name from fraction order by name`),
  ])

/** Returns the lines whose counts differ from their rows. */
const wrongCounts = () =>
  rowsOf(
    db,
    sql`
      select line.id, line.rows, counted.rows as counted from quarantine_line line
      left join lateral (
        select count(*) as rows, coalesce(sum(amount_cents), 0) as cents,
          count(*) filter (where amount_cents is null) as unpriced,
          (min(cleared_at) at time zone 'Europe/Amsterdam')::date as oldest_on
        from clearance_quarantine where line_id = line.id
      ) counted on true
      where (line.rows, line.cents, line.unpriced) <> (counted.rows, counted.cents, counted.unpriced)
        or line.oldest_on is distinct from counted.oldest_on`,
  )

/** Returns the causes and states of which the stored count differs from the lines. */
const wrongSums = () =>
  rowsOf(
    db,
    sql`
      select cause, state, counted.*, stored.* from (
        select cause, state, count(*) as lines, sum(rows) as rows, sum(cents) as cents from quarantine_line
        where state in ('waiting', 'proposed', 'placing') group by 1, 2
      ) counted full join (
        select cause, state, sum(lines) as lines, sum(rows) as rows, sum(cents) as cents from quarantine_count
        group by 1, 2 having sum(lines) <> 0 or sum(rows) <> 0 or sum(cents) <> 0
      ) stored using (cause, state)
      where (counted.lines, counted.rows, counted.cents) is distinct from (stored.lines, stored.rows, stored.cents)`,
  )

describe('a decision about waiting lifts', () => {
  test('places the rows of an unknown fraction, remembers the fraction, and is undone in one step', async () => {
    await insertHome(1)
    await insertHome(2, { waste_type: 'gft' })
    const lifts = [1, 2].map((at) =>
      liftOf({ supplier_key: `L${at}`, fraction: 'MED', ...home(at), amount_cents: at * 100 }),
    )
    expect(await importLifts(lifts)).toMatchObject({ quarantined: 2 })
    const before = await stored()
    const line = await onlyLine()
    expect(line).toMatchObject({ cause: 'fraction_unknown', key: 'MED', rows: 2, cents: 300, oldest_on: '2026-06-03' })

    await choose({ waste_type: 'gft' })
    expect(await rowsOf(db, sql`select supplier_key, waste_type from clearance`)).toEqual([
      { supplier_key: 'L2', waste_type: 'gft' },
    ])
    // The container of the other row is for another stream: it waits under its new cause.
    expect(await listed()).toMatchObject([{ cause: 'fraction_contradiction', key: 'MED', rows: 1, cents: 100 }])
    expect(await wrongCounts()).toEqual([])
    // The same delivery again adds nothing, and asks nothing again.
    expect(await importLifts(lifts)).toMatchObject({ added: 0, changed: 0, unchanged: 1, quarantined: 1 })

    await undo(line.id)
    expect(await stored()).toBe(before)
    expect(await wrongCounts()).toEqual([])
  })

  test('restores the lift that a correction without a place had changed', async () => {
    await insertHome(1)
    const [other] = [await insertHome(2)]
    await importLifts([liftOf({})])
    await importLifts([liftOf({ address_code: 'H2', amount_cents: 900 })])
    const before = await stored()
    const { id } = await choose({ alias: other.alias })
    expect(await rowsOf(db, sql`select address_id, amount_cents from clearance`)).toEqual([
      { address_id: other.id, amount_cents: 900 },
    ])
    await undo(id)
    expect(await stored()).toBe(before)
  })

  test.each([
    [10_000, 'placing'],
    [10_001, 'proposed'],
  ])('about %i cents is %s', async (amount_cents, state) => {
    await insertHome(1)
    await importLifts([liftOf({ fraction: 'MED', amount_cents })])
    expect(await decide({ choice: { waste_type: 'residual_waste' } })).toMatchObject({ state, is_own: true })
  })

  test.each([
    ['without a tariff', undefined, 'proposed'],
    ['by the tariff of the day', 10_000, 'left_out'],
    ['by the tariff of the day', 10_001, 'proposed'],
  ])('about a lift without an amount counts it %s: %s', async (_, amount_cents, state) => {
    await insertHome(1)
    const priced = { municipality_id: 917, waste_type: 'residual_waste', kind: 'minicontainer', volume_litres: 140 }
    if (amount_cents !== undefined)
      await insertRow(db, 'tariff', { ...priced, amount_cents, valid_from: '2026-06-03', valid_to: '2026-06-03' })
    await importLifts([liftOf({ fraction: 'MED', amount_cents: null })])
    expect(await decide({ left_out: 'test_round' })).toMatchObject({ state })
  })

  test.each([
    [10_000, 'left_out'],
    [10_001, 'proposed'],
  ])('about %i lifts, one of them without an amount, is %s: more tariffs are not read', async (rows, state) => {
    await insertHome(1)
    const priced = { municipality_id: 917, waste_type: 'residual_waste', kind: 'minicontainer', volume_litres: 140 }
    await insertRow(db, 'tariff', { ...priced, amount_cents: 0, valid_from: '2026-06-03', valid_to: '2026-06-03' })
    await importLifts([liftOf({ fraction: 'MED', amount_cents: null })])
    await sql`update quarantine_line set rows = ${rows}`.execute(db)
    expect(await decide({ left_out: 'test_round' })).toMatchObject({ state })
  })

  test('above the maximum of one employee waits for a colleague, who sees what changed', async () => {
    await insertHome(1)
    await importLifts([liftOf({ fraction: 'MED', amount_cents: 20_000 })])
    const { id, rows, cents } = await decide({ left_out: 'delivered_twice' })
    const approve = (person: Person, seen = { rows, cents }) =>
      call(person, approveQuarantineLine, { params: { line_id: String(id) }, body: seen })
    await expect(approve('bsgw')).rejects.toMatchObject({
      status: 403,
      message: 'U hebt dit voorgesteld. Een collega keurt het goed.',
    })
    await expect(approve('both', { rows, cents: 1 })).rejects.toMatchObject({ status: 409 })
    await expect(decide({ left_out: 'test_round' }, 'both')).rejects.toMatchObject({ status: 409 })
    expect(await approve('both')).toMatchObject({ state: 'left_out', left_out: 'delivered_twice' })
    await expect(approve('bsgw')).rejects.toMatchObject({ status: 409 })
    expect(await listed()).toEqual([])
    expect(await listed({ only: 'decided' })).toMatchObject([{ id, state: 'left_out' }])
    // What a colleague left out stays out when the supplier delivers it again, and waits again after the undo.
    expect(await importLifts([liftOf({ fraction: 'MED', amount_cents: 20_000 })])).toMatchObject({ unchanged: 1 })
    expect(await undo(id, 'both')).toMatchObject({ state: 'waiting', rows: 1 })
  })

  test('is refused when rows arrived, without a reason, and for a container that did not stand there', async () => {
    await insertHome(1)
    await insertHome(2, { placed_on: '2026-07-01' })
    await importLifts([liftOf({ chip_number: null, container_number: 'ZZZ9' })])
    await expect(decide({ left_out: 'test_round', rows: 2 })).rejects.toMatchObject({ status: 409 })
    await expect(decide({})).rejects.toMatchObject({ errors: { left_out: ['Kies een reden'] } })
    await expect(decide({ left_out: 'other' })).rejects.toMatchObject({ errors: { note: ['Vul in waarom'] } })
    await expect(decide({ choice: { container_number: 'c2' } })).rejects.toMatchObject({
      errors: { 'choice.container_number': ['Deze container stond er op 3 juni 2026 niet.'] },
    })
    await choose({ container_number: 'C1' })
    expect(await listed()).toEqual([])
  })

  test.each<[string, Partial<DeliveredClearance>, QuarantineChoice, string]>([
    ['an unknown fraction without a stream', { fraction: 'MED' }, { container_number: 'C1' }, 'Kies een afvalstroom'],
    ['an unknown container without one', { container_number: 'ZZZ9' }, { shared: false }, 'Kies ook een container'],
    ['an unknown address without one', { address_code: 'X9' }, { container_number: 'C1' }, 'Kies ook een adres'],
  ])('about %s is refused, because the rows would wait again', async (_, changes, choice, message) => {
    await insertHome(1)
    await importLifts([liftOf({ chip_number: null, ...changes })])
    await expect(decide({ choice })).rejects.toMatchObject({ errors: { choice: [message] } })
  })

  test('cannot be undone when an objection names a lift, or after a day', async () => {
    const { id: address_id } = await insertHome(1)
    await importLifts([liftOf({ fraction: 'MED' })])
    const { id } = await choose({ waste_type: 'residual_waste' })
    const { clearance_id } = await rowOf(db, sql<{ clearance_id: number }>`select id as clearance_id from clearance`)
    const { id: filed_by } = await rowOf(db, sql<{ id: number }>`select min(id) as id from employee`)
    await insertRow(db, 'clearance_objection', {
      ...{ clearance_id, cleared_at: '2026-06-03T08:00:00Z', address_id, reason: 'duplicate', note: '', filed_by },
    })
    await expect(undo(id)).rejects.toMatchObject({ message: expect.stringContaining('bezwaar') })
    await sql`delete from clearance_objection`.execute(db)
    await sql`update quarantine_line set decided_at = now() - interval '24 hours'`.execute(db)
    await expect(undo(id)).rejects.toMatchObject({ message: expect.stringContaining('een dag lang') })
  })
})

describe('a call whose reply was lost', () => {
  test('is answered again with the decision of the same employee, and changes nothing', async () => {
    const home = await insertHome(1)
    await importLifts([liftOf({ address_code: 'X9' })])
    const waiting = await onlyLine()
    const params = { line_id: String(waiting.id) }
    const body = { choice: { alias: home.alias }, rows: 1, cents: 200 }
    const [first, second] = await Promise.all([
      call('bsgw', decideQuarantineLine, { params, body }),
      call('bsgw', decideQuarantineLine, { params, body }),
    ])
    expect([first.state, second.state]).toEqual(['placing', 'placing'])
    await placeLines(db)
    expect(await call('bsgw', decideQuarantineLine, { params, body })).toMatchObject({ state: 'placed', is_own: true })
    const other = { left_out: 'test_round' as const, rows: 1, cents: 200 }
    await expect(call('bsgw', decideQuarantineLine, { params, body: other })).rejects.toMatchObject({ status: 409 })
    await expect(call('both', decideQuarantineLine, { params, body })).rejects.toMatchObject({ status: 409 })
    expect(await rowsOf(db, sql`select supplier_key from clearance`)).toEqual([{ supplier_key: 'L1' }])
  })

  test('is answered again for a retry and for an approval', async () => {
    await importLifts([liftOf({})])
    const retried = await onlyLine()
    const params = { line_id: String(retried.id) }
    for (let time = 0; time < 2; time += 1)
      expect(await call('bsgw', retryQuarantineLine, { params })).toMatchObject({ state: 'placing' })
    await expect(call('both', retryQuarantineLine, { params })).rejects.toMatchObject({ status: 409 })
    await placeLines(db)

    await insertHome(1)
    await importLifts([liftOf({ fraction: 'MED', amount_cents: 20_000 })])
    const line = (await listed()).find(({ cause }) => cause === 'fraction_unknown') ?? expect.unreachable()
    const seen = { rows: line.rows, cents: line.cents }
    const proposed = { params: { line_id: String(line.id) }, body: { left_out: 'test_round' as const, ...seen } }
    await call('bsgw', decideQuarantineLine, proposed)
    const approval = { params: proposed.params, body: seen }
    for (let time = 0; time < 2; time += 1)
      expect(await call('both', approveQuarantineLine, approval)).toMatchObject({ state: 'left_out' })
    expect(await call('bsgw', decideQuarantineLine, proposed)).toMatchObject({ state: 'left_out' })
  })
})

test('an undo whose reply was lost is answered again, also when new rows of the line waited meanwhile', async () => {
  await insertHome(1)
  await importLifts([liftOf({ fraction: 'MED' })])
  const { id } = await decide({ left_out: 'test_round' })
  await importLifts([liftOf({ supplier_key: 'L2', fraction: 'MED' })])
  for (let time = 0; time < 2; time += 1)
    expect(await undo(id)).toMatchObject({ id, state: 'waiting', rows: 2, cents: 400 })
  expect(await wrongCounts()).toEqual([])
  expect(await wrongSums()).toEqual([])
})

test('a line whose placing fails is set aside with its reason, while the others are placed, and is tried again', async () => {
  await insertHome(1)
  await insertHome(2)
  await importLifts([liftOf({ fraction: 'BAD' }), liftOf({ supplier_key: 'L2', ...home(2), fraction: 'MED' })])
  const [bad, good] = ['BAD', 'MED'].map(async (key) => (await listed()).find((line) => line.key === key))
  const choose = async (line: typeof bad) => {
    const { id = 0, rows = 0, cents = 0 } = (await line) ?? {}
    const body = { choice: { waste_type: 'residual_waste' as const }, rows, cents }
    return call('bsgw', decideQuarantineLine, { params: { line_id: String(id) }, body })
  }
  await choose(bad)
  await choose(good)
  await sql`create function fail_on_l1() returns trigger language plpgsql as $$
    begin raise exception 'no' using errcode = '23514', constraint = 'made_up_check'; end $$`.execute(db)
  await sql`create trigger fail_on_l1 before insert on clearance for each row when (new.supplier_key = 'L1')
    execute function fail_on_l1()`.execute(db)
  try {
    await placeLines(db)
    expect(await rowsOf(db, sql`select supplier_key from clearance`)).toEqual([{ supplier_key: 'L2' }])
    expect(await listed()).toMatchObject([{ key: 'BAD', state: 'placing', failure: '23514 made_up_check' }])
  } finally {
    await sql`drop function fail_on_l1() cascade`.execute(db)
  }
  // The pause before the next attempt.
  await placeLines(db)
  expect(await listed()).toHaveLength(1)
  await sql`update quarantine_line set failed_at = now() - interval '61 seconds' where failed_at is not null`.execute(
    db,
  )
  await placeLines(db)
  expect(await listed()).toEqual([])
  expect(await listed({ only: 'decided' })).toMatchObject([
    { key: 'MED', failure: null },
    { key: 'BAD', failure: null },
  ])
})

test('a line whose placing failed can be undone, and waits without its failure', async () => {
  await insertHome(1)
  await importLifts([liftOf({ fraction: 'BAD' })])
  const { id } = await decide({ choice: { waste_type: 'residual_waste' } })
  await sql`update quarantine_line set failure = '23514', failed_at = now()`.execute(db)
  expect(await undo(id)).toMatchObject({ state: 'waiting', failure: null })
})

test('placed lifts say until when their stream was delivered, as an import does', async () => {
  await insertHome(1)
  await sql`delete from delivered_until where kind = 'clearances'`.execute(db)
  await importLifts([liftOf({ fraction: 'MED' })])
  await sql`update clearance_batch set updated_until = '2026-06-05', sha256 = ${'0'.repeat(64)}`.execute(db)
  await choose({ waste_type: 'residual_waste' })
  expect(
    await rowsOf(
      db,
      sql`select municipality_id, waste_type, since, day from delivered_until where kind = 'clearances'`,
    ),
  ).toEqual([{ municipality_id: 917, waste_type: 'residual_waste', since: '2026-06-03', day: '2026-06-05' }])
})

test('the report for a data subject has each look at a waiting lift, and each decision about it', async () => {
  const { id: address_id } = await insertHome(1)
  await insertOccupancy(db, { address_id, first_day: '2020-01-01' })
  const environmental_pass_number = '0707070707'
  await insertPass(db, { address_id, number: environmental_pass_number })
  await importLifts([liftOf({ fraction: 'MED' })])
  await call('bsgw', showQuarantineLine, { params: { line_id: String((await onlyLine()).id) } })
  const { id } = await choose({ waste_type: 'residual_waste' })
  await undo(id)
  const report = await call('administrator', showSubjectReport, { body: { environmental_pass_number } })
  expect(report.map(({ action, purpose }) => `${action} ${purpose}`)).toEqual([
    'undo_quarantine_line aanslag_vraag',
    'decide_quarantine_line aanslag_vraag',
    'show_quarantine_line aanslag_vraag',
  ])
})

/** The references of address `at` and its container. */
const home = (at: number) => ({ address_code: `H${at}`, container_number: `C${at}`, chip_number: `A${at}B2C3D4` })

test('a retry, and an import of what was missing, place the rows that fit now', async () => {
  await importLifts([liftOf({}), liftOf({ supplier_key: 'L2', ...home(2) })])
  const { id } = (await listed()).find(({ key }) => key.includes('C1')) ?? expect.unreachable()
  await insertHome(1)
  await insertHome(2)
  await call('bsgw', retryQuarantineLine, { params: { line_id: String(id) } })
  await placeLines(db)
  expect(await rowsOf(db, sql`select supplier_key from clearance`)).toEqual([{ supplier_key: 'L1' }])
  expect(await retryAfterImport(['container_unknown'])(db)).toEqual(['Uit de quarantaine geplaatst: 1 ledigingen.'])
  expect(await listed()).toEqual([])
  expect(await wrongCounts()).toEqual([])
})

type SeededFault = (at: number) => [Partial<DeliveredClearance>, object, (() => Promise<unknown>)?]

/** A fault of each cause for address `at`, and the right match: a part of its choice. */
const faults: Record<
  Exclude<QuarantineCause, 'reason_unknown'>,
  (at: number) => [Partial<DeliveredClearance>, object, (() => Promise<unknown>)?]
> = {
  fraction_unknown: (at) => [{ fraction: `MED${at}` }, { waste_type: 'residual_waste' }],
  fraction_contradiction: (at) => [{ fraction: 'GFT', container_number: `C${at}` }, { waste_type: 'residual_waste' }],
  container_unknown: (at) => [
    at % 2
      ? { container_number: null, chip_number: `A${at}B2C3E4` }
      : { chip_number: `A${at}BC23D4`, container_number: null },
    { container_number: `C${at}` },
  ],
  container_absent: (at) => [
    { container_number: null },
    { container_number: `C${at}` },
    () => sql`update container set removed_on = '2026-03-03' where number = ${`C${at}`}`.execute(db),
  ],
  container_ambiguous: (at) => [
    { container_number: null },
    { container_number: `C${at}` },
    async () => {
      await sql`update container set removed_on = '2026-06-03' where number = ${`C${at}`}`.execute(db)
      await insertContainer(db, {
        ...{ number: `N${at}`, chip_number: `A${at}B2C3D4`, placed_on: '2026-06-03', waste_type: 'gft' },
        address_id: (await rowOf(db, sql<{ id: number }>`select id from address where object_code = ${`H${at}`}`)).id,
      })
    },
  ],
  container_contradiction: (at) => [{ chip_number: `A${(at + 1) % 20}B2C3D4` }, { container_number: `C${at}` }],
  shared_contradiction: (at) => [{ shared: true, chip_number: null, container_number: `C${at}` }, { shared: false }],
  address_unknown: (at) => [
    {
      address_code: null,
      address: {
        ...{ street: ['Akkerstraat', 'Kerkpleyn', 'Berg weg', 'Molenln'][at % 4] ?? '', house_number: 100 + at },
        ...{ house_number_extension: null, postal_code: '6411CE', city: 'Heerlen', inOneText: true },
      },
    },
    {},
  ],
  address_ambiguous: (at) => [
    {
      address_code: null,
      address: {
        ...{ street: ['Akerstraat', 'Kerkplein', 'Bergweg', 'Molenlaan'][at % 4] ?? '', house_number: 100 + at },
        ...{ house_number_extension: null, postal_code: '6411CD', city: 'Heerlen', inOneText: true },
      },
    },
    {},
    () =>
      insertAddress(db, {
        street: ['Akerstraat', 'Kerkplein', 'Bergweg', 'Molenlaan'][at % 4] ?? '',
        ...{ house_number: 100 + at, postal_code: '6411CD', twin: 2 },
      }),
  ],
  address_contradiction: (at) => [{ address_code: `H${(at + 1) % 20}` }, {}],
}

test.each(Object.entries(faults))(
  '20 seeded faults of the cause %s are all listed, and nine of ten have the right match among the three',
  async (cause, faultOf) => {
    const homes: { alias: string }[] = []
    for (let at = 0; at < 20; at += 1) homes.push(await insertHome(at))
    const seeded = homes.map((_, at) => faultOf(at))
    for (const [, , change] of seeded) await change?.()
    const lifts = seeded.map(([changes], at) => liftOf({ supplier_key: `L${at}`, ...home(at), ...changes }))
    // A lift that fits is not listed.
    await insertHome(30)
    expect(await importLifts([...lifts, liftOf({ supplier_key: 'FINE', ...home(30) })])).toMatchObject({
      ...{ added: 1, quarantined: 20 },
    })
    const lines = await listed()
    expect(lines.map((line) => line.cause)).toEqual(lines.map(() => cause))
    expect(lines.reduce((sum, { rows }) => sum + rows, 0)).toBe(20)
    let right = 0
    for (const { id } of lines) {
      const { matches, rows } = await call('bsgw', showQuarantineLine, { params: { line_id: String(id) } })
      expect(matches.length).toBeLessThanOrEqual(3)
      const at = Number(rows[0]?.supplier_key.slice(1))
      const wanted = seeded[at]?.[1] ?? {}
      const isRight = ({ choice }: (typeof matches)[number]) =>
        Object.keys(wanted).length === 0
          ? choice.alias === homes[at]?.alias
          : Object.entries(wanted).every(([name, value]) => choice[name as keyof QuarantineChoice] === value)
      if (matches.some(isRight)) right += rows.length
    }
    expect(right).toBeGreaterThanOrEqual(18)
  },
)

test('counts and cents of lines are the sums of their rows after random imports, decisions and undos', async () => {
  const random = makeRandom('quarantine', testSeed)
  for (let at = 0; at < 6; at += 1) await insertHome(at)
  const someFault = (at: number) => random.pick(Object.values(faults) as [SeededFault, ...SeededFault[]])(at)
  for (let step = 0; step < 25 * effort; step += 1) {
    const lines = [...(await listed()), ...(await listed({ only: 'decided' }))]
    const action = random.below(lines.length === 0 ? 2 : 6)
    const line = lines[random.below(Math.max(lines.length, 1))]
    if (action < 2 || !line) {
      await importLifts(
        Array.from({ length: 1 + random.below(8) }, () => {
          const home_at = random.below(6)
          const changes = random.chance(0.3) ? {} : (someFault(home_at)[0] ?? {})
          const amount_cents = random.chance(0.2) ? null : random.below(3000)
          return liftOf({ supplier_key: `K${random.below(40)}`, ...home(home_at), ...changes, amount_cents })
        }).filter((lift, index, all) => all.findIndex((it) => it.supplier_key === lift.supplier_key) === index),
      )
    } else {
      const params = { line_id: String(line.id) }
      const { rows, cents } = line
      if (line.state === 'waiting') {
        const { matches } = await call('bsgw', showQuarantineLine, { params })
        const [match] = matches
        if (action === 2) await call('bsgw', retryQuarantineLine, { params })
        else if (action === 3 || !match)
          await call('bsgw', decideQuarantineLine, { params, body: { left_out: 'test_round', rows, cents } })
        else await call('bsgw', decideQuarantineLine, { params, body: { choice: match.choice, rows, cents } })
      } else if (line.state === 'proposed' && action < 5)
        await call('both', approveQuarantineLine, { params, body: { rows, cents } })
      // The rows of a placed line can wait under other causes, and have another decision there.
      else await undo(line.id).catch(({ message }) => expect(message).toBe('Deze regel heeft geen ledigingen meer'))
    }
    if (random.chance(0.7)) await placeLines(db)
    if (random.chance(0.1)) await sumQuarantineCounts(db)
    expect(await wrongCounts()).toEqual([])
    expect(await wrongSums()).toEqual([])
    // A lift is in one place: it waits, or it is stored once.
    const twice = sql`select supplier_key from clearance group by 1 having count(*) > 1`
    expect(await rowsOf(db, twice)).toEqual([])
  }
})

test('names what only a delivery solves, and nothing when all is there', async () => {
  const { id: address_id } = await insertHome(1)
  expect(await call('bsgw', listMissingData, {})).toEqual([])
  const tariff = { municipality_id: 917, amount_cents: 500, valid_from: '2020-01-01', valid_to: '2099-12-31' }
  const kind = { waste_type: 'residual_waste', kind: 'minicontainer' }
  await insertRow(db, 'tariff', { ...tariff, ...kind, volume_litres: 240 })
  await insertRow(db, 'tariff', { ...tariff, charge: 'fixed', household_size: 'one' })
  await insertContainer(db, { address_id, ...kind, volume_litres: 240, number: 'X1' })
  await insertRow(db, 'occupancy', { address_id, subject_id: 'S1', first_day: '2020-01-01' })
  await sql`insert into container (number, waste_type, kind, volume_litres, address_id, chip_number, placed_on, removed_on)
    values ('X2', 'gft', 'minicontainer', 140, ${address_id}, 'A1B2C3D4', '2019-01-01', '2025-01-01')`.execute(db)
  const found = await call('bsgw', listMissingData, {})
  expect(found.map(({ what, count }) => `${count} ${what}`)).toEqual([
    '1 container zonder tarief: restafval 140 l',
    '1 container zonder chip',
    '1 chip in twee containers tegelijk',
    '1 huishouden zonder grootte',
  ])
})
