import type { ChargeRule, NewChargeRule, SchemeNature } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { allRows, runSql } from '../../platform/database/statements.queries.ts'
import { columnNames, tableOf } from '../../platform/database/table-of.queries.ts'

/** The columns of a rule row, except its id. A row has null in each column that its kind does not have. */
const columns = {
  int: ['municipality_id', 'volume_litres', 'from_lift', 'to_lift', 'percent', 'max_cents', 'left_cents'],
  text: [
    ...(['kind', 'scheme', 'household_size', 'waste_type', 'equipment_kind', 'alternative', 'target'] as const),
    ...(['fixed_per', 'rest_per', 'rest_on', 'size_on'] as const),
  ],
  boolean: ['prorated'],
  date: ['valid_from', 'valid_to'],
} as const
const names = columnNames(columns)

type StoredColumns = Record<(typeof columns)[keyof typeof columns][number], unknown>
const empty = Object.fromEntries(Object.values(columns).flatMap((some) => some.map((name) => [name, null])))
/** Returns a rule row with null in the columns that its kind does not have. */
const withEmpty = <Row extends NewChargeRule>(rule: Row) => ({ ...(empty as StoredColumns), ...rule })

/** The columns of a stored rule row as SQL. */
export const chargeRuleColumns = sql`id, ${names}`

/** The columns of a stored scheme row as SQL. */
export const schemeColumns = sql`id, address_id, subject_id, code, nature, container_id, first_day, last_day`

/** Whether a rule row or a price of a kilogram can make a credit differ from what a lift costs, in a municipality. */
export const hasRules = (municipality_id: Sql) => sql`(
  exists (select from charge_rule where charge_rule.municipality_id = ${municipality_id})
  or exists (select from tariff where charge = 'weight' and tariff.municipality_id = ${municipality_id}))`

/** Whether a rule row or a price of a municipality needs a code of the household. */
export const needsCode = (municipality_id: Sql) => sql`(
  exists (select from charge_rule where scheme is not null and charge_rule.municipality_id = ${municipality_id})
  or exists (select from tariff where scheme is not null and tariff.municipality_id = ${municipality_id}))`

/**
 * The years of the bills on which a lift of a day can stand: its own year, and the next one where a row of the
 * municipality puts or counts it there.
 */
export const billYears = (municipality_id: Sql, day: Sql) => sql`array(
  select year from generate_series(extract(year from ${day})::int, extract(year from ${day})::int + 1) as year
  where year = extract(year from ${day}) or exists (
    select from charge_rule
    where charge_rule.municipality_id = ${municipality_id} and kind = 'period' and rest_on <> 'own_year'
      and make_date(case rest_on when 'measured' then year else year - 1 end, 1, 1)
        between valid_from and coalesce(valid_to, 'infinity')))`

/** Returns the rule rows of municipalities in row order. A row also has the columns of other kinds: null. */
export const findChargeRules = (db: Db, municipality_ids: number[]) => allRows<ChargeRule>(db)`
  select ${chargeRuleColumns} from charge_rule where municipality_id = any (${municipality_ids}::int[]) order by id`

/**
 * Locks the rule rows of municipalities until the transaction ends, and returns them in row order. Only one transaction
 * at a time can then compare a row with the others.
 */
export async function lockChargeRules(transaction: Db, municipality_ids: number[]): Promise<ChargeRule[]> {
  await runSql(transaction)`
    select from municipality where id = any (${municipality_ids}::int[]) order by id for no key update`
  return findChargeRules(transaction, municipality_ids)
}

/** Inserts rule rows in this order, and returns them as stored. */
export const insertChargeRules = (transaction: Db, rules: NewChargeRule[]) => allRows<ChargeRule>(transaction)`
  insert into charge_rule (${names}) select * from ${tableOf('new_rule', rules.map(withEmpty), columns)}
  returning ${chargeRuleColumns}`

/** Updates all columns of stored rule rows. */
export const updateChargeRules = (transaction: Db, rules: ChargeRule[]) => runSql(transaction)`
  update charge_rule set (${names}) = (
    select ${names} from ${tableOf('file', rules.map(withEmpty), { ...columns, bigint: ['id'] })}
    where file.id = charge_rule.id)
  where id = any (${rules.map(({ id }) => id)}::int[])`

/** Sets the last day of a rule row. Null: until further notice. */
export const endChargeRule = (transaction: Db, id: number, valid_to: string | null) =>
  runSql(transaction)`update charge_rule set valid_to = ${valid_to} where id = ${id}`

/** Deletes rule rows. */
export const deleteChargeRules = (transaction: Db, ids: number[]) =>
  runSql(transaction)`delete from charge_rule where id = any (${ids}::int[])`

/** Returns what each code is about in municipalities. A code has one nature in a municipality. */
export const findSchemeNatures = (db: Db, municipality_ids: number[]) =>
  allRows<{ municipality_id: number; code: string; nature: SchemeNature }>(db)`
    select distinct municipality_id, code, nature
    from household_scheme join address on address.id = address_id join street on street.id = street_id
    where municipality_id = any (${municipality_ids}::int[])`
