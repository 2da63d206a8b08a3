import { sql } from 'kysely'
import type { LogName } from '../domain/access-log/audit-log.queries.ts'
import type { Db } from '../platform/database/database.ts'
import type { Config } from '../platform/runtime/config.ts'

/** How many months each kind of row is kept. */
export type KeepMonths = Config['keep_months']

/** How many rows left, by what they were. */
export type Retired = Record<keyof KeepMonths | 'sessions' | 'password_resets', number>

const atOnce = 5000
// Any number, as long as every node waits for the same one.
const retiring = 4_711_019

/** Does a part of the work unless another node is at it; gives how many rows it took, 0 when there is nothing left. */
const part = (db: Db, take: (transaction: Db) => Promise<number>) =>
  db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${retiring}) as mine`.execute(
      transaction,
    )
    return rows[0]?.mine ? take(transaction) : 0
  })

async function inParts(db: Db, take: (transaction: Db) => Promise<number>) {
  let sum = 0
  for (let taken = await part(db, take); taken > 0; taken = await part(db, take)) sum += taken
  return sum
}

const retireLog = (log: LogName, months: number) => async (transaction: Db) => {
  const { rows } = await sql<{ retired: number }>`
    select retire_log(${log}, now() - make_interval(months => ${months}), ${atOnce}) as retired`.execute(transaction)
  return rows[0]?.retired ?? 0
}

const deleteRollIssues = (months: number) => async (transaction: Db) => {
  const { numAffectedRows } = await sql`
    delete from roll_issue where id in (
      select id from roll_issue where requested_at < now() - make_interval(months => ${months})
      order by requested_at limit ${atOnce}
    )`.execute(transaction)
  return Number(numAffectedRows ?? 0)
}

/** A session tells when somebody logged in and out: it is kept as long as the security log, which tells the same. */
const deleteSessions = (months: number) => async (transaction: Db) => {
  const { numAffectedRows } = await sql`
    delete from session where id in (
      select id from session where least(ended_at, expires_at) < now() - make_interval(months => ${months}) limit ${atOnce}
    )`.execute(transaction)
  return Number(numAffectedRows ?? 0)
}

const deletePasswordResets = async (transaction: Db) => {
  const { numAffectedRows } = await sql`
    delete from password_reset where token_hash in (
      select token_hash from password_reset where expires_at < now() limit ${atOnce}
    )`.execute(transaction)
  return Number(numAffectedRows ?? 0)
}

/** Takes out what is older than is kept, a part at a time, so that nobody at the counter waits for it. */
export async function retireOldRows(db: Db, keep: KeepMonths): Promise<Retired> {
  const retired = {
    roll_requests: await inParts(db, deleteRollIssues(keep.roll_requests)),
    processing: await inParts(db, retireLog('processing', keep.processing)),
    audit: await inParts(db, retireLog('audit', keep.audit)),
    security: await inParts(db, retireLog('security', keep.security)),
    sessions: await inParts(db, deleteSessions(keep.security)),
    password_resets: await inParts(db, deletePasswordResets),
  }
  await sql`delete from audit_review where month < now() - make_interval(months => ${keep.audit + 1})`.execute(db)
  return retired
}
