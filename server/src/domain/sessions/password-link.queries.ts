import type { Db } from '../../platform/database/database.ts'
import { runSql } from '../../platform/database/statements.queries.ts'
import { lifetimes } from '../../platform/runtime/limits.ts'

/**
 * Stores the hash of a reset token and queues the mail that contains the token. Does nothing for an unknown or blocked
 * employee.
 */
export async function insertPasswordReset(
  db: Db,
  email: string,
  token_hash: string,
  mail: { subject: string; body: string },
) {
  await runSql(db)`
    with recipient as (select id, email from employee where email = ${email} and blocked_at is null),
    reset as (
      insert into password_reset (token_hash, employee_id, expires_at)
      select ${token_hash}, id, now() + make_interval(mins => ${lifetimes.passwordLink_minutes}) from recipient
    )
    insert into mail (recipient, subject, body) select email, ${mail.subject}, ${mail.body} from recipient`
}
