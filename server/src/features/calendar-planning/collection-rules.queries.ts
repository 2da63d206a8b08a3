import type { CollectionRule } from '@rd4-loket/contract'
import { sql } from 'kysely'
import { type AreaException, findRules } from '../../domain/collection-days/collection-days.queries.ts'
import type { Db } from '../../platform/database/database.ts'
import { dutchToday } from '../../platform/database/dutch-time.queries.ts'

/** Returns the exceptions of an area, without withdrawn ones. */
export async function findActiveExceptions(db: Db, area_id: number) {
  const { rows } = await sql<AreaException>`
    select category, day, state, moved_to, reason, revision from collection_exception
    where collection_area_id = ${area_id} and state <> 'withdrawn'`.execute(db)
  return rows
}

/** Returns the published years of a municipality. */
export async function findPublishedYears(db: Db, municipality_id: number) {
  const { rows } = await sql<{ year: number }>`
    select year from collection_year where municipality_id = ${municipality_id}
      and published_on <= ${dutchToday} order by year`.execute(db)
  return rows.map(({ year }) => year)
}

/** Replaces the rules of an area. Parallel changes of the area wait, so that `change` receives the current rules. */
export async function updateRules(
  transaction: Db,
  area_id: number,
  change: (rules: CollectionRule[]) => CollectionRule[],
) {
  await sql`update collection_area set rules_revision = rules_revision + 1 where id = ${area_id}`.execute(transaction)
  const rules = change(await findRules(transaction, [{ id: area_id }]))
  await sql`delete from collection_rule where collection_area_id = ${area_id}`.execute(transaction)
  await sql`
    insert into collection_rule (collection_area_id, category, every_weeks, days, valid_from, valid_to)
    select ${area_id}, category, every_weeks, days, valid_from, valid_to
    from json_to_recordset(${JSON.stringify(rules)})
      as rules (category text, every_weeks int, days date[], valid_from date, valid_to date)`.execute(transaction)
}
