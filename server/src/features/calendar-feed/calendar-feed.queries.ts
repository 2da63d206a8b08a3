import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Stores the token of an address's feed. Returns the earlier token when the address has one, unless it is renewed. */
export async function saveFeedToken(db: Db, address_id: number, new_token: string, renew: boolean) {
  const { rows } = await sql<{ token: string }>`
    insert into calendar_feed (address_id, token) values (${address_id}, ${new_token})
    on conflict (address_id) do update
      set token = case when ${renew}::boolean then excluded.token else calendar_feed.token end
    returning token`.execute(db)
  return rows[0]?.token ?? new_token
}

/** Returns the alias of the address of a feed, or undefined for an unknown token. */
export async function findFeedAlias(db: Db, token: string): Promise<string | undefined> {
  const { rows } = await sql<{ alias: string }>`
    select alias from calendar_feed join address on address.id = address_id where token = ${token}`.execute(db)
  return rows[0]?.alias
}
