import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** For how many minutes a mailed link works. */
export const linkMinutes = 60

/** Keeps the hash of a reset token as long as its link works, and the mail that carries the token, if there is such an employee. */
export async function insertPasswordReset(
  db: Db,
  email: string,
  token_hash: string,
  mail: { subject: string; body: string },
) {
  await sql`
    with known as (select id, email from employee where email = ${email} and blocked_at is null),
    reset as (
      insert into password_reset (token_hash, employee_id, expires_at)
      select ${token_hash}, id, now() + make_interval(mins => ${linkMinutes}) from known
    )
    insert into mail (recipient, subject, body) select email, ${mail.subject}, ${mail.body} from known`.execute(db)
}
