import { setTimeout } from 'node:timers/promises'
import {
  approveCorrection,
  type Correction,
  decideObjection,
  dropCorrection,
  type Endpoint,
  fileObjection,
  proposeCorrection,
  showBill,
  showCorrection,
  undoCorrection,
  undoObjectionDecision,
} from '@rd4-loket/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeRandom } from '../../demo/random.ts'
import { insertCorrection, takeLifts } from '../features/corrections/corrections.queries.ts'
import { sql } from '../platform/database/sql.ts'
import { clearTables } from '../test/clear-tables.ts'
import { type Clerk, fillCounter, logInClerk, retryUntilAvailable } from '../test/counter.ts'
import { effort, testSeed } from '../test/effort.ts'
import { insertAddress, insertClearances, insertOccupancy, insertRow } from '../test/make.ts'
import { type OwnPostgres, startOwnPostgres } from '../test/own-postgres.ts'
import { postgresPrograms } from '../test/postgres/postgres-server.ts'
import { type ServerProcess, startServer } from '../test/server-process.ts'

const households = 250
const moments = ['2025-05-12T08:00:00Z', '2025-05-19T08:00:00Z']
const lifts = households * moments.length
const cents = lifts * 645
const selection = { from: '2025-05-01', to: '2025-05-31' }
const reason = 'De rit van 12 mei 2025 is dubbel ingelezen.'

describe.skipIf(!postgresPrograms)('a correction', () => {
  const random = makeRandom('killed corrections', testSeed)
  const aliases: string[] = []
  const clearance_ids: number[] = []
  let postgres: OwnPostgres
  let server: ServerProcess
  let proposer: Clerk
  let approver: Clerk

  beforeAll(async () => {
    postgres = await startOwnPostgres()
    server = await startServer({ DATABASE_URL: postgres.url })
    const { emails } = await fillCounter(postgres.db, { clerks: 2 })
    ;[proposer, approver] = (await Promise.all(emails.map((email) => logInClerk(server.url, email)))) as [Clerk, Clerk]
    for (let house_number = 1; house_number <= households; house_number += 1) {
      const { id: address_id, alias } = await insertAddress(postgres.db, { house_number })
      await insertOccupancy(postgres.db, { address_id, first_day: '2020-01-01' })
      clearance_ids.push(...(await insertClearances(postgres.db, moments, { address_id, amount_cents: 645 })))
      aliases.push(alias)
    }
  })

  const send = (clerk: Clerk, ...sent: [Endpoint, Record<string, string | number>, object?]) =>
    clerk.objectionCall(server.url, ...sent)
  const dataOf = async (sent: Promise<{ text: string }>) => JSON.parse((await sent).text).data
  const show = (correction_id: number): Promise<Correction> =>
    dataOf(retryUntilAvailable(() => send(proposer, showCorrection, { correction_id })))
  /** Returns the different totals of the bills of some households, among which the first and the last. */
  async function totals() {
    const some = aliases.filter((_, at) => at % 30 === 0 || at === households - 1)
    const bills = some.map((alias) => dataOf(retryUntilAvailable(() => send(proposer, showBill, { alias }))))
    return [...new Set((await Promise.all(bills)).map((bill) => bill.totals.amount_cents))]
  }
  const waitingStatements = () =>
    postgres.query(`select from pg_stat_activity where wait_event_type = 'Lock'`).then((it) => it.length)
  async function kill() {
    await server.stop('SIGKILL')
    await server.restart()
  }

  test(`that is killed at random moments changes no bill or all, and its preparation continues (${effort} ×)`, async () => {
    const before = [2 * 645]
    expect(await totals()).toEqual(before)
    for (let time = 0; time < effort; time += 1) {
      const { id } = await dataOf(send(proposer, proposeCorrection, {}, { selection, reason }))
      const reached = random.below(lifts - 100)
      await expect.poll(async () => (await show(id)).lifts, { interval: 5 }).toBeGreaterThanOrEqual(reached)
      await kill()
      expect(await totals()).toEqual(before)
      // Another node continues after a minute.
      await sql`update correction set changed_at = now() - interval '61 seconds'`.execute(postgres.db)
      await expect.poll(async () => (await show(id)).state).toBe('ready')
      expect(await show(id)).toMatchObject({ lifts, households, cents, credit_cents: cents })
      expect(await totals()).toEqual(before)

      const approve = () => send(approver, approveCorrection, { correction_id: id }, { lifts, cents })
      const killed = approve().catch(() => undefined)
      await setTimeout(random.below(30))
      await kill()
      await killed
      const { state } = await show(id)
      expect(await totals()).toEqual(state === 'applied' ? [0] : before)
      expect((await retryUntilAvailable(approve)).status).toBe(200)
      expect(await totals()).toEqual([0])
      expect((await send(approver, undoCorrection, { correction_id: id }, {})).status).toBe(200)
      expect(await totals()).toEqual(before)
    }
  })

  test('that an employee proposes twice at once is one correction', async () => {
    const propose = () => dataOf(send(proposer, proposeCorrection, {}, { selection, reason }))
    const proposed = await Promise.all([propose(), propose(), propose()])
    const { id } = proposed[0]
    expect(proposed.map((it) => it.id)).toEqual([id, id, id])
    await expect.poll(async () => (await show(id)).state).toBe('ready')
    expect((await send(approver, dropCorrection, { correction_id: id }, { reason })).status).toBe(200)
  })

  test('that waits for an older transaction does not delay the stop of its node', async () => {
    const id = await postgres.db.transaction(async (transaction) => {
      await sql`select pg_current_xact_id()`.execute(transaction)
      const proposed = await dataOf(send(proposer, proposeCorrection, {}, { selection, reason }))
      const claimed = sql`select from correction where id = ${proposed.id} and changed_at is not null`
      await expect.poll(async () => (await claimed.execute(postgres.db)).rows.length).toBe(1)
      expect(await server.stop()).toBe(0)
      return proposed.id
    })
    await server.restart()
    expect((await send(approver, dropCorrection, { correction_id: id }, { reason })).status).toBe(200)
  })

  test('by rules that is approved at the moment of another approval for the same households is refused with 409', async () => {
    const rule = { municipality_id: 917, kind: 'free', from_lift: 1, to_lift: 1, prorated: false }
    await insertRow(postgres.db, 'charge_rule', { ...rule, valid_from: '2025-01-01' })
    const days = ['2025-05-12', '2025-05-19']
    const proposed: Correction[] = []
    for (const day of days) {
      const { id } = await dataOf(send(proposer, proposeCorrection, {}, { selection: { from: day, to: day }, reason }))
      await expect.poll(async () => (await show(id)).state).toBe('ready')
      proposed.push(await show(id))
    }
    const { sent } = await postgres.db.transaction(async (transaction) => {
      // Both approvals wait here for the end of this transaction, before their own end.
      await sql`lock table audit_event in exclusive mode`.execute(transaction)
      const approve = ({ id, lifts, credit_cents }: Correction) =>
        send(approver, approveCorrection, { correction_id: id }, { lifts, cents: credit_cents ?? 0 })
      const sent = proposed.map(approve)
      await expect.poll(() => waitingStatements()).toBe(2)
      return { sent }
    })
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409])
    await clearTables(postgres.db, 'clearance_objection', 'correction_change', 'correction', 'charge_rule')
  })

  test('is prepared beside an import that moves its lifts in another order, without a deadlock', async () => {
    const [earlier = 0, later = 0] = clearance_ids
    const older = Promise.withResolvers<void>()
    const waiting = postgres.db.transaction(async (transaction) => {
      await sql`select pg_current_xact_id()`.execute(transaction)
      await older.promise
    })
    const { id } = await dataOf(send(proposer, proposeCorrection, {}, { selection, reason }))
    const claimed = sql`select from correction where id = ${id} and changed_at is not null`
    await expect.poll(async () => (await claimed.execute(postgres.db)).rows.length).toBe(1)
    // The preparation waits for the older transaction. So it cannot lock a lift before the import locks the later one.
    await postgres.db.transaction(async (transaction) => {
      await sql`select from clearance where id = ${later} for update`.execute(transaction)
      older.resolve()
      await waiting
      await setTimeout(1000)
      await sql`select from clearance where id = ${earlier} for update`.execute(transaction)
    })
    await expect.poll(async () => (await show(id)).state, { timeout: 20_000 }).toBe('ready')
    expect(await show(id)).toMatchObject({ lifts, credit_cents: cents })
    await clearTables(postgres.db, 'clearance_objection', 'correction_change', 'correction')
  })

  test('that takes a lift while an employee undoes a decision about it refuses the undo with 409', async () => {
    const [clearance_id = 0] = clearance_ids
    const { id: objection_id } = await dataOf(send(proposer, fileObjection, { clearance_id }, { reason: 'duplicate' }))
    const decision = { state: 'rejected', reason: 'De rit is niet dubbel' }
    expect((await send(approver, decideObjection, { objection_id }, decision)).status).toBe(200)
    const undo = await postgres.db.transaction(async (transaction) => {
      const proposal = { selection, reason, selected_lifts: 1, employee_id: 1 }
      const id = await insertCorrection(transaction, proposal)
      await takeLifts(transaction, { id, proposed_by: 1 }, [clearance_id])
      const sent = send(approver, undoObjectionDecision, { objection_id })
      const waiting = () =>
        postgres.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%clearance_objection%'`,
        )
      await expect.poll(async () => (await waiting()).length).toBe(1)
      return { sent }
    })
    const { status, text } = await undo.sent
    expect([status, JSON.parse(text).message]).toEqual([409, 'Voor deze lediging ligt een correctie klaar.'])
  })
})
