import { readFile } from 'node:fs/promises'
import type { Db } from '../../platform/database/db.ts'
import { applyMigration, lockMigrations, readMigrations } from '../../platform/database/migrate.queries.ts'
import { sql } from '../../platform/database/sql.ts'

/** The migrations of version 1.0.0 and their SHA-256 checksums. Existing databases have them, so they never change. */
export const releasedMigrations: Record<string, string> = {
  '0001_streets_and_addresses.sql': 'a1f4d5fba9a5e698e9d6c8506d44b69326608c54ccf53034b12f7b5811b03584',
  '0002_employees_mail_and_notices.sql': '5da592144e6e76338c387d3ecee95d8ecc64d86f6ff2a6854d927cda3566cf4e',
  '0003_collection_systems_and_containers.sql': '4c7a681b0a0b9fb675ffb13559195a740e942e70901ec6ed35ef5fb7ea21dda4',
  '0004_clearances.sql': '8836812502ff372b2d32f80c736e33ff561860f8da6acf6824e81c10931e4b33',
  '0005_passes_and_rolls.sql': '7b988c7fa1d76cdbdb597bee7ce80ce54899079463d96aae90209399f4bce3e3',
  '0006_collection_days.sql': '97806f90f1b31d7fa28a9045ef83a4b760b05cfc7e7d7e77f73ed1c9f1d3709d',
  '0007_logs.sql': 'dbf8657606e968c6b24dd5ae9c9379cc010f7f1b881b4dc77445c7852df9c56f',
  '0008_bills.sql': '8d4f4af4c699c87c3795e04a46a0060f8c37b7254f34f615b7a4338120e306f3',
}

/** Creates the tables of version 1.0.0 in an empty database, with rows in each table. */
export async function fillVersion1(db: Db) {
  const rows = await readFile(new URL('rows-of-version-1.sql', import.meta.url), 'utf8')
  await db.transaction(async (transaction) => {
    await lockMigrations(transaction)
    for (const migration of await readMigrations())
      if (migration.name in releasedMigrations) await applyMigration(transaction, migration)
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

/** Returns the rows of these columns, by table, as JSON texts in a fixed order. */
export async function findRows(db: Db, tables: TableColumns) {
  const found: Record<string, string[]> = {}
  for (const [name, columns] of Object.entries(tables)) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(named)::text as row
      from (select ${sql.join(columns.map((column) => sql.identifier(column)))} from ${sql.identifier(name)}) named
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
