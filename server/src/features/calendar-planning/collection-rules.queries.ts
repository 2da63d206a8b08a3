import type { CalendarCategory, CollectionRule } from '@rd4-loket/contract'
import { sql } from 'kysely'
import { findRules } from '../../domain/collection-days/collection-days.queries.ts'
import type { CollectionException } from '../../domain/collection-days/collection-days.ts'
import type { Db } from '../../platform/database/database.ts'
import { dutchToday } from '../../platform/database/dutch-time.queries.ts'

/** The exceptions of an area to a stream that were not withdrawn. */
export async function findStreamExceptions(db: Db, area_id: number, category: CalendarCategory) {
  const { rows } = await sql<CollectionException>`
    select category, day, state, moved_to, reason, revision from collection_exception
    where collection_area_id = ${area_id} and category = ${category} and state <> 'withdrawn'`.execute(db)
  return rows
}

/** Which years of a municipality are told today. */
export async function findPublishedYears(db: Db, municipality_id: number) {
  const { rows } = await sql<{ year: number }>`
    select year from collection_year where municipality_id = ${municipality_id}
      and published_on <= ${dutchToday} order by year`.execute(db)
  return rows.map(({ year }) => year)
}

/** Puts other rules in the place of an area's own; who changes the same area at the same time waits. */
export async function changeRules(
  transaction: Db,
  area_id: number,
  change: (rules: CollectionRule[]) => CollectionRule[],
) {
  await sql`update collection_area set rules_revision = rules_revision + 1 where id = ${area_id}`.execute(transaction)
  const rules = change(await findRules(transaction, [area_id]))
  await transaction.deleteFrom('collection_rule').where('collection_area_id', '=', area_id).execute()
  if (rules.length === 0) return
  await transaction
    .insertInto('collection_rule')
    .values(
      rules.map(({ category, every_weeks, days, valid_from, valid_to }) => ({
        collection_area_id: area_id,
        category,
        every_weeks,
        days,
        valid_from,
        valid_to,
      })),
    )
    .execute()
}
