import { readFile } from 'node:fs/promises'
import type { Db } from '../../platform/database/db.ts'
import { applyMigration, lockMigrations, readMigrations } from '../../platform/database/migrate.queries.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'

/** The last migration of version 1.0.0. */
const lastOfVersion1 = '0008_bills.sql'

/** Creates the tables of version 1.0.0 in an empty database, with rows in each table. */
export async function fillVersion1(db: Db) {
  const rows = await readFile(new URL('rows-of-version-1.sql', import.meta.url), 'utf8')
  await db.transaction(async (transaction) => {
    await lockMigrations(transaction)
    for (const migration of await readMigrations())
      if (migration.name <= lastOfVersion1) await applyMigration(transaction, migration)
    await sql.raw(rows).execute(transaction)
  })
}

/** The columns of each table by its name, without partitions and without the list of migrations. */
export type TableColumns = Record<string, string[]>

/** Returns the tables and their columns. */
export async function findColumns(db: Db): Promise<TableColumns> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select relname::text as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> 'migration'
    group by relname order by relname`.execute(db)
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))
}

/**
 * Tables of version 1.0.0 that have another name or other columns now. A notice became a card on the dashboard. Its last
 * day became the moment at which that day ends.
 */
export const changedTables: Record<string, Sql> = {
  notice: sql`(
    select id, municipality_id, title, html, (shown_from at time zone 'Europe/Amsterdam')::date as valid_from,
      (shown_until at time zone 'Europe/Amsterdam')::date - 1 as valid_to, created_at
    from card where places = '{dashboard}')`,
}

/** Returns the rows of these columns, by table, as JSON texts in a fixed order. `changed`: `changedTables`, if upgraded. */
export async function findRows(db: Db, tables: TableColumns, changed: typeof changedTables = {}) {
  const found: Record<string, string[]> = {}
  for (const [name, columns] of Object.entries(tables)) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(named)::text as row
      from (select ${sql.join(columns.map((column) => sql.identifier(column)))} from ${changed[name] ?? sql.identifier(name)} stored) named
      order by 1`.execute(db)
    found[name] = rows.map(({ row }) => row)
  }
  return found
}

/** Returns the last value of each sequence by its name. Null: the sequence was not used. */
export async function findSequenceValues(db: Db) {
  const { rows } = await sql<{ name: string; value: number | null }>`
    select relname::text as name, pg_sequence_last_value(oid)::int as value from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S'`.execute(db)
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}
