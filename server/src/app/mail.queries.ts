import { sql } from 'kysely'
import { linkMinutes } from '../domain/sessions/password-link.queries.ts'
import type { Db } from '../platform/database/database.ts'

/** A mail as it waits to be sent; every mail carries a link, and one that outlived it is of no use any more. */
export type Mail = {
  id: number
  recipient: string
  subject: string
  body: string
  attempts: number
  outlived_link: boolean
}

/** Takes the next mail that is due; if it is not taken away, it is due again after a while, longer each time. */
export async function claimMail(db: Db): Promise<Mail | undefined> {
  const { rows } = await sql<Mail>`
    update mail set attempts = attempts + 1, due_at = now() + least(attempts + 1, 60) * interval '1 minute'
    where id = (select id from mail where due_at <= now() order by due_at limit 1 for update skip locked)
    returning id, recipient, subject, body, attempts,
      created_at <= now() - make_interval(mins => ${linkMinutes}) as outlived_link`.execute(db)
  return rows[0]
}

/** Makes a mail due again in a few seconds: the mail server could not be reached. */
export const postponeMail = (db: Db, { id, attempts }: Mail) =>
  sql`update mail set due_at = now() + ${Math.min(attempts * 5, 300)} * interval '1 second' where id = ${id}`.execute(
    db,
  )

/** Takes away a mail that was sent, or that is given up. */
export const deleteMail = (db: Db, id: number) => db.deleteFrom('mail').where('id', '=', id).execute()
