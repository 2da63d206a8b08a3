import type { Db } from '../../platform/database/db.ts'
import { firstValue } from '../../platform/database/statements.queries.ts'

/**
 * Stores the hash of a reset token and queues the mail that contains the token. Returns the id of the employee. Does
 * nothing and returns undefined for an unknown or blocked employee.
 */
export async function insertPasswordReset(
  db: Db,
  email: string,
  token_hash: string,
  { subject, body, link_minutes }: { subject: string; body: string; link_minutes: number },
) {
  return firstValue<number | undefined>(db)`
    with recipient as (select id, email from employee where email = ${email} and blocked_at is null),
    reset as (
      insert into password_reset (token_hash, employee_id, expires_at)
      select ${token_hash}, id, now() + make_interval(mins => ${link_minutes}) from recipient
    ), queued as (
      insert into mail (recipient, subject, body, link_minutes)
      select email, ${subject}, ${body}, ${link_minutes} from recipient
    )
    select id from recipient`
}
