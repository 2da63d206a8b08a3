import { setTimeout } from 'node:timers/promises'
import {
  decideQuarantineLine,
  type Endpoint,
  proposeCorrection,
  showCorrection,
  undoQuarantineLine,
  type WasteStream,
} from '@rd4-loket/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeRandom } from '../../demo/random.ts'
import { sumQuarantineCounts } from '../domain/quarantine/quarantine-lines.queries.ts'
import { insertCorrection, lockLifts, takeLifts } from '../features/corrections/corrections.queries.ts'
import type { DeliveredClearance } from '../imports/clearances/clearance-rows.ts'
import { openClearanceWriter } from '../imports/clearances/write-clearances.ts'
import { sql } from '../platform/database/sql.ts'
import { clearTables } from '../test/clear-tables.ts'
import { type Clerk, fillCounter, logInClerk, retryUntilAvailable } from '../test/counter.ts'
import { effort, testSeed } from '../test/effort.ts'
import { insertAddress, insertContainer } from '../test/make.ts'
import { type OwnPostgres, startOwnPostgres } from '../test/own-postgres.ts'
import { postgresPrograms } from '../test/postgres/postgres-server.ts'
import { type ServerProcess, startServer } from '../test/server-process.ts'
import { rowOf, rowsOf } from '../test/test-database.ts'

const households = 100

describe.skipIf(!postgresPrograms)('placing waiting lifts', () => {
  const random = makeRandom('killed placing', testSeed)
  let postgres: OwnPostgres
  let server: ServerProcess
  let clerk: Clerk

  beforeAll(async () => {
    postgres = await startOwnPostgres()
    server = await startServer({ DATABASE_URL: postgres.url, QUEUE_FOUR_EYES_CENTS: '10000000' })
    const { emails } = await fillCounter(postgres.db)
    clerk = await logInClerk(server.url, emails[0] ?? '')
    for (let house_number = 1; house_number <= households; house_number += 1) {
      const { id: address_id } = await insertAddress(postgres.db, { house_number, object_code: `H${house_number}` })
      await insertContainer(postgres.db, { address_id, number: `C${house_number}`, placed_on: '2020-01-01' })
    }
  })

  beforeEach(async () => {
    await clearTables(postgres.db, 'clearance', 'clearance_objection', 'quarantine_line', 'placed_clearance')
    await clearTables(postgres.db, 'quarantine_count')
    await sql`delete from fraction where name = 'MED'`.execute(postgres.db)
  })

  /** Imports lifts of an unknown fraction. Returns their line. */
  async function importWaiting(count: number) {
    const lifts = Array.from({ length: count }, (_, at): DeliveredClearance => {
      const home = 1 + (at % households)
      const second = Date.parse('2026-06-03T08:00:00Z') / 1000 + at
      return {
        ...{ batch_id: null, source_line: at + 2, supplier_key: `L${at}`, address_code: `H${home}`, address: null },
        ...{ container_number: `C${home}`, chip_number: null, shared: false, fraction: 'MED', day: '2026-06-03' },
        ...{ cleared_at: second, weight_kg: null, amount_cents: 200 },
      }
    })
    await postgres.db.transaction(async (transaction) =>
      (await openClearanceWriter(transaction, 'week.csv')).writeBatch(transaction, lifts, () => {}),
    )
    return rowOf(
      postgres.db,
      sql<{ id: number; rows: number; cents: number }>`select id, rows, cents::int as cents from quarantine_line`,
    )
  }

  const send = (...sent: [Endpoint, Record<string, string | number>, object?]) =>
    clerk.objectionCall(server.url, ...sent)
  type Line = { id: number; rows: number; cents: number }
  const place = ({ id, rows, cents }: Line, waste_type: WasteStream = 'residual_waste') =>
    send(decideQuarantineLine, { line_id: id }, { choice: { waste_type }, rows, cents })
  const storedLifts = async () =>
    (await rowOf(postgres.db, sql<{ count: number }>`select count(*)::int as count from clearance`)).count
  const stateOf = async (id: number) =>
    (await rowOf(postgres.db, sql<{ state: string }>`select state from quarantine_line where id = ${id}`)).state

  test('stores each lift once after kills at random moments, and the undo takes all of them back', async () => {
    const count = effort > 1 ? 10_000 : 2000
    const line = await importWaiting(count)
    expect((await place(line)).status).toBe(200)
    for (let time = 0; time < 2 * effort; time += 1) {
      const reached = random.below(count)
      await expect.poll(storedLifts, { interval: 5 }).toBeGreaterThanOrEqual(Math.min(reached, count))
      await setTimeout(random.below(100))
      await server.stop('SIGKILL')
      // A transaction stores a row and its clearance together.
      const halves = sql`select from clearance_quarantine full join clearance on clearance.id = clearance_id
        where clearance_id is not null and clearance.id is null or line_id is null`
      expect(await rowsOf(postgres.db, halves)).toEqual([])
      await server.restart()
    }
    await expect.poll(() => stateOf(line.id)).toBe('placed')
    const counts = sql`select count(*)::int as lifts, count(distinct supplier_key)::int as keys from clearance`
    expect(await rowOf(postgres.db, counts)).toEqual({ lifts: count, keys: count })

    expect((await retryUntilAvailable(() => send(undoQuarantineLine, { line_id: line.id }))).status).toBe(200)
    expect(await storedLifts()).toBe(0)
    expect(await stateOf(line.id)).toBe('waiting')
  })

  /** Places one lift. Returns its id, and its line. */
  async function placeOne() {
    const line = await importWaiting(1)
    await place(line)
    await expect.poll(() => stateOf(line.id)).toBe('placed')
    const { id } = await rowOf(postgres.db, sql<{ id: number }>`select id::int as id from clearance`)
    return { line_id: line.id, lift_id: id }
  }
  const proposal = {
    ...{ selection: { from: '2026-06-03', to: '2026-06-03' }, reason: 'De rit is dubbel ingelezen.' },
    ...{ selected_lifts: 1, employee_id: 1 },
    counts: { municipalities: [], given_back: 0, unbilled: 0, open: 0, assessed: 0 },
  }
  const waitsForLock = () =>
    expect
      .poll(() => postgres.query(`select from pg_stat_activity where wait_event_type = 'Lock'`).then((it) => it.length))
      .toBe(1)

  test('what waits is still counted after two nodes sum the counts at once', async () => {
    const { id } = await importWaiting(3)
    const { later } = await postgres.db.transaction(async (transaction) => {
      await sumQuarantineCounts(transaction)
      await sql`update quarantine_line set rows = 2, cents = 400 where id = ${id}`.execute(postgres.db)
      const later = sumQuarantineCounts(postgres.db)
      await waitsForLock()
      return { later }
    })
    await later
    const counted = sql`select sum(lines)::int as lines, sum(rows)::int as rows, sum(cents)::int as cents
      from quarantine_count`
    expect(await rowOf(postgres.db, counted)).toEqual({ lines: 1, rows: 2, cents: 400 })
  })

  test('an undo beside the preparation of a correction that takes a lift waits, and is refused with 409', async () => {
    const { line_id, lift_id } = await placeOne()
    const undo = await postgres.db.transaction(async (transaction) => {
      const id = await insertCorrection(transaction, proposal)
      await lockLifts(transaction, [lift_id])
      await takeLifts(transaction, { id, proposed_by: 1 }, [lift_id])
      const sent = send(undoQuarantineLine, { line_id })
      await waitsForLock()
      return { sent }
    })
    const { status, text } = await undo.sent
    expect([status, JSON.parse(text).message]).toEqual([
      409,
      'Over een van deze ledigingen loopt een bezwaar of een correctie',
    ])
    expect(await storedLifts()).toBe(1)
  })

  test('an undo leaves the rows that it moved with the colleague who decides about them at that moment', async () => {
    const line = await importWaiting(1)
    await place(line, 'gft')
    await expect.poll(() => stateOf(line.id)).toBe('placed')
    const moved = await rowOf(postgres.db, sql<{ id: number }>`select id from quarantine_line where state = 'waiting'`)
    const undo = await postgres.db.transaction(async (transaction) => {
      await sql`update quarantine_line set state = 'left_out', left_out_at = now(), reason = 'test_round', decided_by = 1,
        decided_at = now() where id = ${moved.id}`.execute(transaction)
      const sent = send(undoQuarantineLine, { line_id: line.id })
      await waitsForLock()
      return { sent }
    })
    const { status, text } = await undo.sent
    expect([status, JSON.parse(text).message]).toEqual([409, 'Deze regel heeft geen ledigingen meer'])
    const lines = sql`select id, state, rows from quarantine_line order by id`
    expect(await rowsOf(postgres.db, lines)).toEqual([
      { id: line.id, state: 'placed', rows: 0 },
      { id: moved.id, state: 'left_out', rows: 1 },
    ])
  })

  test('the preparation of a correction beside an undo leaves out the lifts that the undo takes back', async () => {
    const { line_id, lift_id } = await placeOne()
    const { selection, reason } = proposal
    const correction_id = await postgres.db.transaction(async (transaction) => {
      await sql`select from clearance where id = ${lift_id} for update`.execute(transaction)
      const { text } = await send(proposeCorrection, {}, { selection, reason })
      // A node began the preparation. It waits for this older transaction.
      const claimed = () => postgres.query('select from correction where changed_at is not null')
      await expect.poll(async () => (await claimed()).length).toBe(1)
      await sql`update clearance_quarantine set clearance_id = null where line_id = ${line_id}`.execute(transaction)
      await sql`delete from clearance where id = ${lift_id}`.execute(transaction)
      return JSON.parse(text).data.id as number
    })
    const show = async () => JSON.parse((await send(showCorrection, { correction_id })).text).data
    await expect.poll(async () => (await show()).state).toBe('ready')
    expect(await show()).toMatchObject({ lifts: 0 })
    expect(await rowsOf(postgres.db, sql`select from clearance_objection`)).toEqual([])
  })
})
