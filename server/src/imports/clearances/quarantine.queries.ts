import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { allRows, firstValue, runSql } from '../../platform/database/statements.queries.ts'
import { columnNames, tableOf } from '../../platform/database/table-of.queries.ts'
import type { DeliveredClearance } from './clearance-rows.ts'
import type { QuarantineReason } from './locate-clearances.ts'

const columns = {
  text: [
    ...(['reason', 'supplier_key', 'object_code', 'street', 'house_number_extension', 'postal_code', 'city'] as const),
    ...(['container_number', 'chip_number', 'fraction'] as const),
  ],
  int: ['batch_id', 'source_line', 'house_number', 'amount_cents'],
  boolean: ['shared'],
  numeric: ['weight_kg'],
} as const
const names = columnNames(columns)

const noAddress = { street: null, house_number: null, house_number_extension: null, postal_code: null, city: null }

/** Whether any clearance is in quarantine. */
export const hasQuarantined = (db: Db) =>
  firstValue<boolean>(db)`select exists (select from clearance_quarantine) as any`

/** Inserts or updates clearances in quarantine. An update does not change the time of insertion. */
export async function quarantineClearances(
  db: Db,
  quarantined: { clearance: DeliveredClearance; reason: QuarantineReason }[],
) {
  const rows = quarantined.map(({ clearance, reason }) => ({
    ...clearance,
    ...(clearance.address ?? noAddress),
    object_code: clearance.address_code,
    reason,
  }))
  await runSql(db)`
    insert into clearance_quarantine (cleared_at, ${names})
    select to_timestamp(cleared_at), ${names} from ${tableOf('file', rows, { ...columns, bigint: ['cleared_at'] })}
    on conflict (supplier_key) do update set (cleared_at, ${names}) =
      (select excluded.cleared_at, ${sql.join(
        Object.values(columns)
          .flat()
          .map((column) => sql.identifier('excluded', column)),
      )})`
}

/** Removes clearances from the quarantine. */
export const releaseClearances = (db: Db, supplier_keys: string[]) =>
  runSql(db)`delete from clearance_quarantine where supplier_key = any (${supplier_keys}::text[])`

type QuarantinedRow = Omit<DeliveredClearance, 'address_code' | 'address'> & {
  object_code: string | null
  street: string | null
  house_number: number | null
  house_number_extension: string | null
  postal_code: string | null
  city: string | null
}

async function findWhere(db: Db, condition: Sql): Promise<DeliveredClearance[]> {
  const rows = await allRows<QuarantinedRow>(db)`
    select ${names}, extract(epoch from cleared_at)::int8 as cleared_at,
      (cleared_at at time zone 'Europe/Amsterdam')::date as day
    from clearance_quarantine where ${condition}`
  return rows.map(({ object_code, street, house_number, house_number_extension, postal_code, city, ...row }) => ({
    ...row,
    address_code: object_code,
    address:
      street === null || house_number === null || postal_code === null || city === null
        ? null
        : { street, house_number, house_number_extension, postal_code, city, inOneText: true },
  }))
}

/** Returns at most `limit` quarantined clearances with a supplier key higher than `after`, in the order of the keys. */
export const findQuarantined = (db: Db, after: string, limit: number) =>
  findWhere(db, sql`supplier_key > ${after} order by supplier_key limit ${limit}`)

/** Returns the quarantined clearances with these keys. Omits clearances of stopped imports other than `batch_id`. */
export async function findQuarantinedByKey(
  db: Db,
  supplier_keys: string[],
  batch_id: number | undefined,
): Promise<Map<string, DeliveredClearance>> {
  const found = await findWhere(
    db,
    sql`supplier_key = any (${supplier_keys}::text[])
      and (batch_id = ${batch_id ?? null}::int
        or exists (select from clearance_batch where clearance_batch.id = batch_id and sha256 is not null))`,
  )
  return new Map(found.map((clearance) => [clearance.supplier_key, clearance]))
}

/** Maximum number of values that are listed for each reason. */
const maxListedValues = 10

/** The rows in quarantine, each with its reason and the value of the file that the reason is about. */
const quarantinedClearances = sql`
  select reason, case reason when 'address_unknown' then object_code when 'fraction_unknown' then fraction end as value
  from clearance_quarantine`

/**
 * Returns the number of rows in quarantine for each reason. `rows` selects a reason and a value. A reason about one value of the file, such as an
 * object code, has a row for each of the values with most rows, and one row for all `others`. `value` is null in that
 * row, and for rows without such a value.
 */
export const countQuarantined = (db: Db, rows = quarantinedClearances) => allRows<{
  reason: QuarantineReason
  value: string | null
  others: number
  count: number
}>(db)`
  with counted as (
    select reason, value, count(*) as count from (${rows}) waiting group by 1, 2
  ),
  ranked as (
    select *, value is not null
      and row_number() over (partition by reason order by value is null, count desc, value) > ${maxListedValues} as is_other
    from counted
  )
  select reason, case when not is_other then value end as value,
    count(*) filter (where is_other)::int as others, sum(count)::int as count
  from ranked group by reason, is_other, 2 order by is_other, count desc, reason, value`
