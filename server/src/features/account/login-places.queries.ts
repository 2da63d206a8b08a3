import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Did this employee log in from this network before? */
export async function isLoginPlace(db: Db, key: string) {
  const place = await db.selectFrom('login_network').where('key', '=', key).select('key').executeTakeFirst()
  return place !== undefined
}

/** Remembers where an employee logged in, for 90 days after the last time. */
export async function rememberLoginPlace(db: Db, key: string) {
  await sql`
    insert into login_network (key) values (${key})
    on conflict (key) do update set last_login_at = now()`.execute(db)
  await sql`delete from login_network where last_login_at < now() - interval '90 days'`.execute(db)
}
