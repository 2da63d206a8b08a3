import type { Area } from '../features/calendar/calendar.queries.ts'
import { copyDays } from '../features/calendar/collection-areas.queries.ts'
import type { CollectionRule } from '../features/calendar/collection-days.ts'
import { changeRules, findRulesRevision } from '../features/calendar/collection-rules.queries.ts'
import { rulesOutside } from '../features/calendar/rules-outside.ts'
import type { Db } from '../shared/database.ts'

/** The area of this name in a municipality; undefined where there is none. */
export const findAreaByName = (db: Db, municipality: string, name: string): Promise<Area | undefined> =>
  db
    .selectFrom('collection_area')
    .innerJoin('municipality', 'municipality.id', 'municipality_id')
    .where('municipality.name', '=', municipality)
    .where('collection_area.name', '=', name)
    .select(['collection_area.id', 'municipality_id', 'collection_area.name'])
    .executeTakeFirst()

type Place = { address_id: number; municipality_id: number; area: Area | null }

/** The area that is an address's alone: the one it has, or a new one with the days that it has had until now. */
export async function ownAreaOf(transaction: Db, { address_id, municipality_id, area }: Place, name: string) {
  const own = await transaction
    .selectFrom('collection_area_address')
    .innerJoin('collection_area', 'collection_area.id', 'collection_area_id')
    .where('address_id', '=', address_id)
    .where('of_one_address', '=', true)
    .select('collection_area.id')
    .executeTakeFirst()
  if (own) return own
  // The count goes on from there: calendars leave aside what has a lower number than they know.
  const rules_revision = area ? await findRulesRevision(transaction, area.id) : 0
  const made = await transaction
    .insertInto('collection_area')
    .values({ municipality_id, name, rules_revision, of_one_address: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await transaction
    .insertInto('collection_area_address')
    .values({ address_id, collection_area_id: made.id })
    .onConflict((conflict) => conflict.column('address_id').doUpdateSet({ collection_area_id: made.id }))
    .execute()
  if (area) await copyDays(transaction, area.id, made.id)
  return made
}

/** Lets an area have these listed days in these years, in place of what its rules said; outside them nothing changes. */
export const listDays = (transaction: Db, area_id: number, years: number[], listed: CollectionRule[]) =>
  changeRules(transaction, area_id, (rules) => [...rulesOutside(rules, years), ...listed])

/** Which of these years a municipality has not said when to publish. */
export async function findUndated(db: Db, municipality_id: number, years: number[]) {
  const dated = await db
    .selectFrom('collection_year')
    .where('municipality_id', '=', municipality_id)
    .select('year')
    .execute()
  return years.filter((year) => !dated.some((it) => it.year === year))
}
