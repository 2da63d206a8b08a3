import { sql } from 'kysely'
import { appendAuditEvent } from '../../domain/access-log/audit-log.queries.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/api.ts'

/** What a login needs to know of an employee; undefined for an unknown or blocked one. */
export const findCredentials = (db: Db, email: string) =>
  db
    .selectFrom('employee')
    .where('email', '=', email)
    .where('blocked_at', 'is', null)
    .select(['id', 'password_hash'])
    .executeTakeFirst()

/** Starts a session of at most 14 days; undefined for who was blocked or got another password since theirs was checked. */
export async function insertSession(db: Db, employee_id: number, checked_hash: string | null = null) {
  const id = crypto.randomUUID()
  // The row is locked: a block or a new password that comes at this moment waits, and then ends this session too.
  const { rows } = await sql`
    insert into session (id, employee_id, expires_at)
    select ${id}::uuid, employee.id, now() + interval '14 days' from employee
    where employee.id = ${employee_id} and blocked_at is null
      and (${checked_hash}::text is null or password_hash = ${checked_hash})
    for share
    returning id`.execute(db)
  return rows.length > 0 ? { id, generation: 1 } : undefined
}

/** Two tabs, or a browser that never got the answer, may show the cookie before the current one for so many seconds. */
const grace = 2

/**
 * Renews a session for the holder of the cookie of this generation, which `arrived` at that time of `performance.now()`:
 * gives the generation of the next cookie and the seconds that are left of the 14 days. A cookie of an older generation was
 * stolen, or its thief came first: the session ends.
 */
export function renewSession(
  db: Db,
  { session_id: id, generation }: { session_id: string; generation: number },
  caller: Actor,
  arrived: number,
) {
  return db.transaction().execute(async (transaction) => {
    // What a call waited for a connection is ours, not the browser's.
    const waited = (performance.now() - arrived) / 1000
    const session = await transaction
      .selectFrom('session')
      .innerJoin('employee', 'employee.id', 'employee_id')
      .where('session.id', '=', id)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .where('blocked_at', 'is', null)
      .select([
        'employee_id',
        'generation',
        sql<number>`extract(epoch from expires_at - now())::int`.as('seconds_left'),
        sql<boolean>`renewed_at > now() - ${grace + waited} * interval '1 second'`.as('just_renewed'),
      ])
      .forUpdate(['session'])
      .executeTakeFirst()
    if (!session) return undefined
    const { employee_id, seconds_left, just_renewed, generation: current } = session
    // Not renewed twice in the same moment, so that the cookie before is never two behind while it may still be on its way.
    const isFresh = just_renewed && current > 1
    if (isFresh && (generation === current || generation === current - 1)) return { generation: current, seconds_left }
    if (generation !== current) {
      await endSession(transaction, id)
      const actor = { id: caller.id, ip: caller.ip, employee: { id: employee_id } }
      await appendAuditEvent(transaction, actor, { action: 'end_sessions', result: 'done' })
      return undefined
    }
    await transaction
      .updateTable('session')
      .set({ generation: current + 1, renewed_at: sql`now()` })
      .where('id', '=', id)
      .execute()
    return { generation: current + 1, seconds_left }
  })
}

/** Ends a session at once, on every node. */
export const endSession = (db: Db, id: string) =>
  db.updateTable('session').set({ ended_at: sql`now()` }).where('id', '=', id).where('ended_at', 'is', null).execute()
