import { to } from 'pg-copy-streams'
import type { Connection } from '../platform/database/connection.ts'
import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/database/sql.ts'
import { allRows, allValues, runSql } from '../platform/database/statements.queries.ts'
import type { ArchivedSequence, ArchiveHead } from './backup-archive.ts'

/** A table with rows. `stored_as` is a partition of the table `name`, or `name` if it has no partitions. */
type StoredTable = { name: string; stored_as: string; columns: string[]; blocks: number }

// A table is read in chunks: the embedded engine has no backpressure, and progress is reported after each chunk.
const blocksPerChunk = 2000

/**
 * Begins a transaction with a snapshot of the database, and returns its tables. Locks them, so that no migration
 * changes them during the backup.
 */
export async function beginSnapshot({ db }: Connection) {
  await runSql(db)`begin isolation level repeatable read read only`
  await runSql(db)`set local datestyle = 'ISO'; set local timezone = 'UTC'`
  const tables = await findStoredTables(db)
  if (tables.length > 0)
    await runSql(
      db,
    )`lock table ${sql.join(tables.map(({ stored_as }) => sql.identifier(stored_as)))} in access share mode`
  return tables
}

export const endSnapshot = ({ db }: Connection) => runSql(db)`commit`

const findStoredTables = (db: Db) => allRows<StoredTable>(db)`
  select root.relname::text as name, stored.relname::text as stored_as,
    pg_relation_size(stored.oid) / current_setting('block_size')::int as blocks,
    array(
      select attname::text from pg_attribute
      where attrelid = root.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
  from pg_class stored
  join pg_class root on root.oid = coalesce(pg_partition_root(stored.oid)::oid, stored.oid)
  where stored.relnamespace = 'public'::regnamespace and stored.relkind = 'r'
  order by root.relname, stored.relname`

/** Returns the migrations and the years with a clearance partition; undefined if there is no table `migration`. */
export async function findVersion(
  { db }: Connection,
  tables: StoredTable[],
): Promise<Pick<ArchiveHead, 'migrations' | 'clearance_years'> | undefined> {
  if (!tables.some(({ name }) => name === 'migration')) return undefined
  const migrations = await allRows<{
    name: string
    checksum: string
  }>(db)`select name, checksum from migration order by name`
  const clearance_years = tables.some(({ name }) => name === 'clearance_year')
    ? await allValues<number>(db)`select year from clearance_year order by year`
    : []
  return { migrations, clearance_years }
}

/** Yields the rows of a table in the text format of COPY. Calls `onChunk` after each chunk. */
export async function* copyRows(
  { client }: Connection,
  { stored_as, columns, blocks }: StoredTable,
  onChunk: (chunk: { blocks: number; rows: number }) => void,
): AsyncGenerator<Buffer> {
  const quoted = (name: string) => client.escapeIdentifier(name)
  for (let first = 0; first < blocks; first += blocksPerChunk) {
    const last = Math.min(first + blocksPerChunk, blocks)
    const copy = client.query(
      to(`copy (select ${columns.map(quoted).join(', ')} from only ${quoted(stored_as)}
        where ctid >= '(${first},0)' and ctid < '(${last},0)') to stdout`),
    )
    yield* copy as AsyncIterable<Buffer>
    onChunk({ blocks: last - first, rows: copy.rowCount })
  }
}

/** Returns the state of every sequence in the schema `public`. */
export async function findSequences({ db }: Connection): Promise<ArchivedSequence[]> {
  const names = await allValues<string>(db)`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'
    order by relname`
  const sequences: ArchivedSequence[] = []
  for (const name of names) {
    const rows = await allRows<ArchivedSequence>(db)`
      select ${name}::text as sequence, last_value, is_called from ${sql.identifier(name)}`
    sequences.push(...rows)
  }
  return sequences
}
