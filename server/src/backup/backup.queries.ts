import { sql } from 'kysely'
import { to } from 'pg-copy-streams'
import type { Connection } from '../platform/database/connection.ts'
import type { Db } from '../platform/database/database.ts'
import type { ArchivedSequence, ArchiveHead } from './backup-archive.ts'

/** A table with rows: the table `name` itself, or a partition of it. */
type StoredTable = { name: string; stored_as: string; columns: string[]; blocks: number }

// A table is read in pieces, because the embedded engine has no backpressure and the user must see progress.
const blocksPerPiece = 2000

/** Begins a transaction that sees the database at this moment, and locks its tables against migrations. */
export async function beginSnapshot({ db }: Connection) {
  await sql`begin isolation level repeatable read read only`.execute(db)
  await sql`set local datestyle = 'ISO'; set local timezone = 'UTC'`.execute(db)
  const tables = await findStoredTables(db)
  if (tables.length > 0)
    await sql`lock table ${sql.join(tables.map(({ stored_as }) => sql.table(stored_as)))} in access share mode`.execute(
      db,
    )
  return tables
}

export const endSnapshot = ({ db }: Connection) => sql`commit`.execute(db)

async function findStoredTables(db: Db) {
  const { rows } = await sql<StoredTable>`
    select root.relname::text as name, stored.relname::text as stored_as,
      pg_relation_size(stored.oid) / current_setting('block_size')::int as blocks,
      array(
        select attname::text from pg_attribute
        where attrelid = root.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
    from pg_class stored
    join pg_class root on root.oid = coalesce(pg_partition_root(stored.oid)::oid, stored.oid)
    where stored.relnamespace = 'public'::regnamespace and stored.relkind = 'r'
    order by root.relname, stored.relname`.execute(db)
  return rows
}

/** Returns the migrations and the clearance years; undefined if the database was never migrated. */
export async function findVersion(
  { db }: Connection,
  tables: StoredTable[],
): Promise<Pick<ArchiveHead, 'migrations' | 'clearance_years'> | undefined> {
  if (!tables.some(({ name }) => name === 'migration')) return undefined
  const { rows: migrations } = await sql<{
    name: string
    checksum: string
  }>`select name, checksum from migration order by name`.execute(db)
  const { rows: years } = tables.some(({ name }) => name === 'clearance_year')
    ? await sql<{ year: number }>`select year from clearance_year order by year`.execute(db)
    : { rows: [] }
  return { migrations, clearance_years: years.map(({ year }) => year) }
}

/** Yields the rows of a table in the text format of COPY. Calls `onPiece` after each piece. */
export async function* copyRows(
  { client }: Connection,
  { stored_as, columns, blocks }: StoredTable,
  onChunk: (chunk: { blocks: number; rows: number }) => void,
): AsyncGenerator<Buffer> {
  const quoted = (name: string) => client.escapeIdentifier(name)
  for (let first = 0; first < blocks; first += blocksPerPiece) {
    const last = Math.min(first + blocksPerPiece, blocks)
    const copy = client.query(
      to(`copy (select ${columns.map(quoted).join(', ')} from only ${quoted(stored_as)}
        where ctid >= '(${first},0)' and ctid < '(${last},0)') to stdout`),
    )
    yield* copy as AsyncIterable<Buffer>
    onChunk({ blocks: last - first, rows: copy.rowCount })
  }
}

/** Returns the state of every sequence. */
export async function findSequences({ db }: Connection): Promise<ArchivedSequence[]> {
  const { rows: names } = await sql<{ name: string }>`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'
    order by relname`.execute(db)
  const sequences: ArchivedSequence[] = []
  for (const { name } of names) {
    const { rows } = await sql<ArchivedSequence>`
      select ${name}::text as sequence, last_value, is_called from ${sql.table(name)}`.execute(db)
    sequences.push(...rows)
  }
  return sequences
}
