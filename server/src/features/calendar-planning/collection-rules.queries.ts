import type { CollectionRule } from '@rd4-loket/contract'
import { type AreaException, findRules } from '../../domain/collection-days/collection-days.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { dutchToday } from '../../platform/database/dutch-time.queries.ts'
import { allRows, allValues, runSql } from '../../platform/database/statements.queries.ts'

/** Returns the exceptions of an area that are not withdrawn. */
export const findActiveExceptions = (db: Db, area_id: number) => allRows<AreaException>(db)`
  select category, day, state, moved_to, reason, revision, changed_at from collection_exception
  where collection_area_id = ${area_id} and state <> 'withdrawn'`

/** Returns the published years of a municipality. */
export const findPublishedYears = (db: Db, municipality_id: number) => allValues<number>(db)`
  select year from collection_year where municipality_id = ${municipality_id}
    and published_on <= ${dutchToday} order by year`

/** Replaces the rules of an area. Locks the area, so that `change` receives the rules of earlier transactions. */
export async function updateRules(
  transaction: Db,
  area_id: number,
  change: (rules: CollectionRule[]) => CollectionRule[],
) {
  await runSql(transaction)`update collection_area set rules_revision = rules_revision + 1 where id = ${area_id}`
  const rules = change(await findRules(transaction, [{ id: area_id }]))
  await runSql(transaction)`delete from collection_rule where collection_area_id = ${area_id}`
  await runSql(transaction)`
    insert into collection_rule (collection_area_id, category, every_weeks, days, valid_from, valid_to)
    select ${area_id}, category, every_weeks, days, valid_from, valid_to
    from json_to_recordset(${JSON.stringify(rules)})
      as rules (category text, every_weeks int, days date[], valid_from date, valid_to date)`
}
