import type { Db } from '../../platform/database/db.ts'
import { firstValue } from '../../platform/database/statements.queries.ts'

/** Returns the token of an address's feed. Stores `token` if the address has no feed yet, or if `renew` is true. */
export const saveFeedToken = (db: Db, address_id: number, token: string, renew: boolean) => firstValue<string>(db)`
  insert into calendar_feed (address_id, token) values (${address_id}, ${token})
  on conflict (address_id) do update
    set token = case when ${renew}::boolean then excluded.token else calendar_feed.token end
  returning token`

/** Returns the alias of the address of a feed, or undefined for an unknown token. */
export const findFeedAlias = (db: Db, token: string) => firstValue<string | undefined>(db)`
  select alias from calendar_feed join address on address.id = address_id where token = ${token}`
