import type { Db } from '../platform/database/db.ts'
import { firstRow, runSql } from '../platform/database/statements.queries.ts'
import { intervals } from '../platform/runtime/limits.ts'

const { mailClaim_ms, maximumMailClaim_ms, mailRetry_ms, maximumMailRetry_ms } = intervals

/** A mail in the queue. Every mail contains a link. A mail with `link_expired` is useless and must not be sent. */
export type Mail = {
  id: number
  recipient: string
  subject: string
  body: string
  attempts: number
  link_expired: boolean
}

/**
 * Returns the next mail that is due, and postpones it, so that no other process sends it. Each attempt postpones the
 * mail for longer. The caller deletes the mail after it is sent.
 */
export const claimMail = (db: Db) => firstRow<Mail>(db)`
  update mail set attempts = attempts + 1,
    due_at = now() + least((attempts + 1) * ${mailClaim_ms}, ${maximumMailClaim_ms}) * interval '1 millisecond'
  where id = (select id from mail where due_at <= now() order by due_at limit 1 for update skip locked)
  returning id, recipient, subject, body, attempts,
    created_at <= now() - make_interval(mins => link_minutes) as link_expired`

/** Schedules the next attempt for a mail. Each attempt postpones the mail for longer. */
export const postponeMail = (db: Db, { id, attempts }: Mail) => runSql(db)`
  update mail set due_at = now() + ${Math.min(attempts * mailRetry_ms, maximumMailRetry_ms)} * interval '1 millisecond'
  where id = ${id}`

export const deleteMail = (db: Db, id: number) => runSql(db)`delete from mail where id = ${id}`
