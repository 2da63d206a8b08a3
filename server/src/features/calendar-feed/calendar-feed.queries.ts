import type { Db } from '../../platform/database/database.ts'

/** The token of an address's feed: the one it has, or else (or to renew) this new one. */
export async function keepFeed(db: Db, address_id: number, token: string, renew: boolean): Promise<string> {
  const kept = await db
    .insertInto('calendar_feed')
    .values({ address_id, token })
    .onConflict((conflict) =>
      conflict.column('address_id').doUpdateSet((row) => ({ token: renew ? token : row.ref('calendar_feed.token') })),
    )
    .returning('token')
    .executeTakeFirstOrThrow()
  return kept.token
}

/** The alias of the address that a token opens; undefined when it opens nothing. */
export async function findFeedAlias(db: Db, token: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('calendar_feed')
    .innerJoin('address', 'address.id', 'address_id')
    .where('token', '=', token)
    .select('alias')
    .executeTakeFirst()
  return row?.alias
}
