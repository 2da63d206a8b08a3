import type { WasteStream } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows, allValues, firstRow, firstValue, runSql } from '../../platform/database/statements.queries.ts'
import { columnNames, tableOf } from '../../platform/database/table-of.queries.ts'
import type { DeliveredClearance } from './clearance-rows.ts'
import type { CandidateContainer, ClearanceLocation } from './locate-clearances.ts'

/** A clearance with its location. */
export type LocatedClearance = DeliveredClearance & ClearanceLocation

export const clearanceColumns = {
  text: ['supplier_key', 'waste_type', 'category'],
  int: ['address_id', 'container_id', 'volume_litres', 'amount_cents'],
  numeric: ['weight_kg'],
} as const
const names = columnNames(clearanceColumns)

/** A clearance in the database. */
export type StoredClearance = Pick<
  LocatedClearance,
  (typeof clearanceColumns)[keyof typeof clearanceColumns][number] | 'cleared_at'
> & {
  id: number
  /** Whether the import of its file was stopped. The hash of the file is then unknown. */
  is_of_stopped_import: boolean
}

const writtenColumns = {
  ...clearanceColumns,
  int: [...clearanceColumns.int, 'source_line'],
  bigint: ['cleared_at'],
} as const

/** Returns the waste stream of each fraction name of the suppliers. */
export async function findFractions(db: Db): Promise<Map<string, WasteStream>> {
  const rows = await allRows<{ name: string; waste_type: WasteStream }>(db)`select name, waste_type from fraction`
  return new Map(rows.map(({ name, waste_type }) => [name, waste_type]))
}

/** Stores the waste streams of fraction names. A name that exists gets the new stream. */
export const upsertFractions = (db: Db, fractions: { name: string; waste_type: WasteStream }[]) => runSql(db)`
  insert into fraction (name, waste_type) select * from ${tableOf('option', fractions, { text: ['name', 'waste_type'] })}
  on conflict (name) do update set waste_type = excluded.waste_type`

// In the subqueries below, `offset 0` forces one index lookup per row. Without it, the planner may read a whole table.

const containerNames = sql`
  id, number, chip_number, address_id, waste_type, kind, volume_litres, placed_on, removed_on`

export const findContainerById = (db: Db, id: number) =>
  firstRow<CandidateContainer>(db)`select ${containerNames} from container where id = ${id}`

/** Returns the containers with these numbers, and the containers that have or had these chips. */
export function findContainers(db: Db, numbers: string[], chips: string[]) {
  return allRows<CandidateContainer>(db)`
    select found.* from unnest(${numbers}::text[]) as file (number)
    cross join lateral (select ${containerNames} from container where number = file.number offset 0) as found
    union
    select found.* from unnest(${chips}::text[]) as file (chip_number)
    cross join lateral (select ${containerNames} from container where chip_number = file.chip_number offset 0) as found`
}

const pricedColumns = { int: ['address_id', 'volume_litres'], text: ['waste_type', 'kind'], date: ['day'] } as const

/** Returns the price of each clearance on its day by the tariff of its municipality; null without a tariff. */
export async function findPrices(db: Db, clearances: LocatedClearance[]): Promise<(number | null)[]> {
  const rows = await allRows<{ n: number; amount_cents: number }>(db)`
    select n, tariff.amount_cents
    from ${tableOf('file', clearances, pricedColumns, 'n')}
    join address on address.id = file.address_id
    join street on street.id = street_id
    join tariff using (municipality_id, waste_type, kind, volume_litres)
    where charge = 'clearance' and file.day between valid_from and valid_to`
  const prices: (number | null)[] = clearances.map(() => null)
  for (const { n, amount_cents } of rows) prices[n - 1] = amount_cents
  return prices
}

/** Returns the clearances with these supplier keys, from any year. */
export async function findStored(db: Db, supplier_keys: string[]): Promise<Map<string, StoredClearance>> {
  const rows = await allRows<StoredClearance>(db)`
    select found.* from unnest(${supplier_keys}::text[]) as file (supplier_key)
    cross join lateral (
      select id, ${names}, extract(epoch from cleared_at)::int8 as cleared_at,
        (select sha256 is null from clearance_batch where clearance_batch.id = batch_id) as is_of_stopped_import
      from clearance where supplier_key = file.supplier_key offset 0
    ) as found`
  return new Map(rows.map((row) => [row.supplier_key, row]))
}

/** Inserts clearances of one delivery and of existing years, and returns their ids. */
export function insertClearances(db: Db, batch_id: number | null, clearances: LocatedClearance[]) {
  return allValues<number>(db)`
    insert into clearance (batch_id, source_line, cleared_at, ${names})
    select ${batch_id}, source_line, to_timestamp(cleared_at), ${names} from ${tableOf('file', clearances, writtenColumns)}
    returning id`
}

/** Updates clearances. The moment of a clearance can also change, even to another year. */
export async function updateClearances(db: Db, changes: { before: StoredClearance; after: LocatedClearance }[]) {
  const rows = changes.map(({ before, after }) => ({ ...after, id: before.id, cleared_before: before.cleared_at }))
  const columns = { ...writtenColumns, bigint: ['id', 'batch_id', 'cleared_before', 'cleared_at'] } as const
  await runSql(db)`
    update clearance set batch_id = file.batch_id, source_line = file.source_line,
      cleared_at = to_timestamp(file.cleared_at), address_id = file.address_id, container_id = file.container_id,
      waste_type = file.waste_type, category = file.category, volume_litres = file.volume_litres,
      weight_kg = file.weight_kg, amount_cents = file.amount_cents
    from ${tableOf('file', rows, columns)}
    where clearance.id = file.id and clearance.cleared_at = to_timestamp(file.cleared_before)`
}

/** Inserts a delivery that covers no day completely yet, and returns its id. */
export const insertBatch = (db: Db, source: string) => firstValue<number>(db)`
  insert into clearance_batch (source, updated_until) values (${source}, null) returning id`

/** Stores the hash of a delivery that was read completely, and the last day that it covers completely. */
export const completeBatch = (db: Db, id: number, { sha256, until }: { sha256: string; until: string | null }) =>
  runSql(db)`update clearance_batch set sha256 = ${sha256}, updated_until = ${until} where id = ${id}`

/** Returns the last day that any delivery covers completely. */
export const findUpdatedUntil = (db: Db) =>
  firstValue<string | null>(db)`select max(updated_until) from clearance_batch`

/** Vacuums the tables of these years: updates the planner statistics and enables index-only scans. */
export async function vacuumYears(db: Db, years: number[]) {
  for (const year of years) await runSql(db)`vacuum (analyze) ${sql.identifier(`clearance_${year}`)}`
}
