import { sql } from 'kysely'
import type { Db } from '../../shared/database.ts'

/** What a login needs to know of an employee; undefined for an unknown or blocked one. */
export const findCredentials = (db: Db, email: string) =>
  db
    .selectFrom('employee')
    .where('email', '=', email)
    .where('blocked_at', 'is', null)
    .select(['id', 'password_hash'])
    .executeTakeFirst()

// Two tabs, or a browser that never got the answer, may show the cookie before the current one for this long.
const grace = sql<Date>`now() - interval '2 seconds'`

/** Starts a session of at most 14 days. */
export async function insertSession(db: Db, employee_id: number) {
  const id = crypto.randomUUID()
  await db.insertInto('session').values({ id, employee_id, expires_at: sql`now() + interval '14 days'` }).execute()
  return { id, generation: 1 }
}

/**
 * Renews a session for the holder of the cookie of this generation: gives the generation of the next cookie and the seconds
 * that are left of the 14 days. A cookie of an older generation was stolen, or its thief came first: the session ends.
 */
export function renewSession(db: Db, id: string, generation: number) {
  return db.transaction().execute(async (transaction) => {
    const session = await transaction
      .selectFrom('session')
      .innerJoin('employee', 'employee.id', 'employee_id')
      .where('session.id', '=', id)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .where('blocked_at', 'is', null)
      .select([
        'generation',
        sql<number>`extract(epoch from expires_at - now())::int`.as('seconds_left'),
        sql<boolean>`renewed_at > ${grace}`.as('just_renewed'),
      ])
      .forUpdate(['session'])
      .executeTakeFirst()
    if (!session) return undefined
    const { seconds_left, just_renewed } = session
    if (generation === session.generation) {
      await transaction
        .updateTable('session')
        .set({ generation: generation + 1, renewed_at: sql`now()` })
        .where('id', '=', id)
        .execute()
      return { generation: generation + 1, seconds_left }
    }
    if (generation === session.generation - 1 && just_renewed) return { generation: session.generation, seconds_left }
    await endSession(transaction, id)
    return undefined
  })
}

/** Ends a session at once, on every node. */
export const endSession = (db: Db, id: string) =>
  db.updateTable('session').set({ ended_at: sql`now()` }).where('id', '=', id).where('ended_at', 'is', null).execute()
