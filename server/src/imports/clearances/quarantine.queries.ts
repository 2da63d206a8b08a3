import type { QuarantineCause } from '@rd4-loket/contract'
import { isUndecided, type LineKey, type StoredChoice } from '../../domain/quarantine/quarantine-lines.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows, firstRow, firstValue, runSql } from '../../platform/database/statements.queries.ts'
import { columnNames, tableOf } from '../../platform/database/table-of.queries.ts'
import { intervals } from '../../platform/runtime/limits.ts'
import type { DeliveredClearance } from './clearance-rows.ts'

const columns = {
  text: [
    ...(['reason', 'supplier_key', 'object_code', 'street', 'house_number_extension', 'postal_code', 'city'] as const),
    ...(['container_number', 'chip_number', 'fraction'] as const),
  ],
  int: ['batch_id', 'source_line', 'house_number', 'amount_cents', 'line_id'],
  boolean: ['shared'],
  numeric: ['weight_kg'],
} as const
const names = columnNames(columns)

const noAddress = { street: null, house_number: null, house_number_extension: null, postal_code: null, city: null }

/** Whether any clearance is in quarantine. */
export const hasQuarantined = (db: Db) =>
  firstValue<boolean>(db)`select exists (select from clearance_quarantine) as any`

/** A clearance that waits, with its line. */
export type Quarantined = { clearance: DeliveredClearance; reason: QuarantineCause; line_id: number }

/**
 * Inserts or updates clearances in quarantine. An update does not change the time of insertion. `from_line_id`: the
 * line whose decision could not place them.
 */
export async function quarantineClearances(db: Db, quarantined: Quarantined[], from_line_id: number | null = null) {
  const rows = quarantined.map(({ clearance, reason, line_id }) => ({
    ...clearance,
    ...(clearance.address ?? noAddress),
    object_code: clearance.address_code,
    reason,
    line_id,
  }))
  await runSql(db)`
    insert into clearance_quarantine (cleared_at, from_line_id, ${names})
    select to_timestamp(cleared_at), ${from_line_id}::int, ${names}
    from ${tableOf('file', rows, { ...columns, bigint: ['cleared_at'] })}
    on conflict (supplier_key) do update
    set (cleared_at, clearance_id, clearance_before, from_line_id, ${names}) =
      (select excluded.cleared_at, null::bigint, null::jsonb, coalesce(excluded.from_line_id,
        case when clearance_quarantine.line_id = excluded.line_id then clearance_quarantine.from_line_id end), ${sql.join(
          Object.values(columns)
            .flat()
            .map((column) => sql.identifier('excluded', column)),
        )})`
}

/** Removes clearances from the quarantine. */
export const releaseClearances = (db: Db, supplier_keys: string[]) =>
  runSql(db)`delete from clearance_quarantine where supplier_key = any (${supplier_keys}::text[])`

/** Where a clearance is in quarantine: its line, and the clearance that a decision made of it. */
type QuarantinePlace = {
  line_id: number
  state: 'waiting' | 'proposed' | 'placing' | 'placed' | 'left_out'
  clearance_id: number | null
  /** Whether the import of its file was stopped. The hash of the file is then unknown. */
  is_of_stopped_import: boolean
}
export type KnownClearance = QuarantinePlace & { clearance: DeliveredClearance }

type QuarantinedRow = Omit<DeliveredClearance, 'address_code' | 'address'> & {
  object_code: string | null
  street: string | null
  house_number: number | null
  house_number_extension: string | null
  postal_code: string | null
  city: string | null
}

const asDelivered = <Row extends QuarantinedRow>({
  object_code,
  street,
  house_number,
  house_number_extension,
  postal_code,
  city,
  ...row
}: Row) => ({
  ...row,
  address_code: object_code,
  address:
    street === null || house_number === null || postal_code === null || city === null
      ? null
      : { street, house_number, house_number_extension, postal_code, city, inOneText: true },
})

const delivered = sql`
  supplier_key, object_code, street, house_number, house_number_extension, postal_code, city, container_number,
  chip_number, fraction, batch_id, source_line, amount_cents, shared, weight_kg,
  extract(epoch from cleared_at)::int8 as cleared_at, (cleared_at at time zone 'Europe/Amsterdam')::date as day`

/**
 * Returns at most `limit` waiting clearances with a supplier key higher than `after`, in the order of the keys. With
 * `causes`, only those.
 */
export const findQuarantined = async (
  db: Db,
  after: string,
  limit: number,
  causes?: QuarantineCause[],
): Promise<DeliveredClearance[]> =>
  (
    await allRows<QuarantinedRow>(db)`
      select ${delivered} from clearance_quarantine
      where supplier_key > ${after} and (${causes ?? null}::text[] is null or reason = any (${causes ?? null}::text[]))
        and exists (select from quarantine_line where id = line_id and state = 'waiting')
      order by supplier_key limit ${limit}`
  ).map(asDelivered)

/** Returns the quarantined clearances with these keys, each with its line. Locks the lines against decisions. */
export async function findKnown(
  db: Db,
  supplier_keys: string[],
  batch_id: number | undefined,
): Promise<Map<string, KnownClearance>> {
  const rows = await allRows<QuarantinedRow & QuarantinePlace>(db)`
    select ${delivered}, line_id, state, clearance_id, batch_id is distinct from ${batch_id ?? null}::int
      and (select sha256 is null from clearance_batch where clearance_batch.id = batch_id) as is_of_stopped_import
    from clearance_quarantine join quarantine_line on quarantine_line.id = line_id
    where supplier_key = any (${supplier_keys}::text[])
    order by line_id for share of quarantine_line`
  return new Map(
    rows.map(({ line_id, state, clearance_id, is_of_stopped_import, ...row }) => [
      row.supplier_key,
      { clearance: asDelivered(row), line_id, state, clearance_id, is_of_stopped_import },
    ]),
  )
}

/** Returns the hash of what was delivered about each of these clearances, if an employee placed it. */
export async function findPlacedHashes(db: Db, supplier_keys: string[]): Promise<Map<string, string>> {
  const rows = await allRows<{ supplier_key: string; sha256: string }>(db)`
    select supplier_key, encode(content_sha256, 'hex') as sha256 from placed_clearance
    where supplier_key = any (${supplier_keys}::text[])`
  return new Map(rows.map(({ supplier_key, sha256 }) => [supplier_key, sha256]))
}

/** A line whose rows are being placed. Without a choice, they are placed as an import places them. */
export type PlacingLine = LineKey & { id: number; choice: StoredChoice | null }

/**
 * Locks and returns the line that was decided first and whose rows are not placed yet; undefined when there is none.
 * Lines that failed come last, after a pause.
 */
export const takePlacingLine = (transaction: Db) => firstRow<PlacingLine>(transaction)`
  select id, cause, key, choice from quarantine_line
  where state = 'placing'
    and (failed_at is null or failed_at < now() - make_interval(secs => ${intervals.placingRetry_ms / 1000}))
  order by failed_at nulls first, decided_at limit 1
  for update skip locked`

/** Stores that the placing of a line failed, so that the other lines are placed first. */
export const setLineAside = (db: Db, id: number, failure: string) => runSql(db)`
  update quarantine_line set failure = ${failure}, failed_at = now() where id = ${id} and state = 'placing'`

/** Returns at most `limit` rows of a line that are not placed yet, the oldest first. */
export const findUnplaced = async (db: Db, line_id: number, limit: number): Promise<DeliveredClearance[]> =>
  (
    await allRows<QuarantinedRow>(db)`
      select ${delivered} from clearance_quarantine
      where line_id = ${line_id} and clearance_id is null
        and cleared_at >= (select coalesce(placed_until, '-infinity') from quarantine_line where id = ${line_id})
      order by cleared_at, supplier_key limit ${limit}`
  ).map(asDelivered)

/** Stores the clearances that have the keys of rows, as they are before a decision changes them. */
export const storeBefore = (db: Db, supplier_keys: string[]) => runSql(db)`
  update clearance_quarantine waiting set clearance_before = to_jsonb(clearance)
  from clearance
  where waiting.supplier_key = any (${supplier_keys}::text[]) and clearance.supplier_key = waiting.supplier_key`

/** Stores which clearances were made of rows, and what was delivered about them. `placed_until`: seconds since 1970. */
export async function markPlaced(
  db: Db,
  line_id: number,
  { rows, placed_until }: { rows: { supplier_key: string; sha256: string }[]; placed_until: number },
) {
  await runSql(db)`
    update clearance_quarantine waiting set clearance_id = clearance.id
    from unnest(${rows.map(({ supplier_key }) => supplier_key)}::text[]) as file (supplier_key)
    cross join lateral (select id from clearance where supplier_key = file.supplier_key offset 0) as clearance
    where waiting.supplier_key = file.supplier_key`
  await runSql(db)`
    insert into placed_clearance (supplier_key, content_sha256)
    select supplier_key, decode(sha256, 'hex') from ${tableOf('file', rows, { text: ['supplier_key', 'sha256'] })}
    on conflict (supplier_key) do update set content_sha256 = excluded.content_sha256, placed_at = excluded.placed_at`
  await runSql(db)`
    update quarantine_line set placed_until = to_timestamp(${placed_until}), failure = null, failed_at = null
    where id = ${line_id}`
}

/** Stores that all rows of a line are placed. */
export const completeLine = (db: Db, id: number) =>
  runSql(db)`update quarantine_line set state = 'placed', failure = null, failed_at = null where id = ${id}`

/** Maximum number of values that are listed for each reason. */
const maxListedValues = 10

/** The waiting lines, each with its reason, the value of the file that the reason is about, and its number of rows. */
const quarantinedClearances = sql`
  select cause as reason, rows as count, case cause
      when 'address_unknown' then (select object_code from clearance_quarantine where line_id = quarantine_line.id limit 1)
      when 'fraction_unknown' then key
    end as value
  from quarantine_line where ${isUndecided}`

/**
 * Returns the number of rows in quarantine for each reason. `rows` selects a reason and a value. A reason about one value of the file, such as an
 * object code, has a row for each of the values with most rows, and one row for all `others`. `value` is null in that
 * row, and for rows without such a value.
 */
export const countQuarantined = (db: Db, rows = quarantinedClearances) => allRows<{
  reason: QuarantineCause
  value: string | null
  others: number
  count: number
}>(db)`
  with counted as (
    select reason, value, sum(count) as count from (${rows}) waiting group by 1, 2
  ),
  ranked as (
    select *, value is not null
      and row_number() over (partition by reason order by value is null, count desc, value) > ${maxListedValues} as is_other
    from counted
  )
  select reason, case when not is_other then value end as value,
    count(*) filter (where is_other)::int as others, sum(count)::int as count
  from ranked group by reason, is_other, 2 order by is_other, count desc, reason, value`
