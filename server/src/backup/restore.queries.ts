import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import type { Db } from '../platform/database/db.ts'
import { dropIndexes } from '../platform/database/indexes.queries.ts'
import { sql } from '../platform/database/sql.ts'
import { allRows, allValues, firstValue, runSql } from '../platform/database/statements.queries.ts'
import type { ArchivedSequence, ArchivedTable } from './backup-archive.ts'
import type { CopiedRow } from './copied-rows.ts'

/** Returns whether the database has no table, sequence or view. */
export const isEmpty = (db: Db) => firstValue<boolean>(db)`
  select not exists (
    select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S', 'f'))`

/**
 * Empties all tables, drops their indexes and constraints, and disables their triggers. Returns the statements that
 * create the indexes and constraints and enable the triggers. First creates the clearance partitions of `years`.
 */
export async function clearTables(transaction: Db, years: number[]): Promise<string[]> {
  for (const year of years) await runSql(transaction)`select add_clearance_year(${year})`
  const names = await allValues<string>(transaction)`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    order by relname`
  const triggers = await allRows<{ disable_statement: string; enable_statement: string }>(transaction)`
    select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as disable_statement,
      format('alter table %s enable %s trigger %I', tgrelid::regclass,
        case tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, tgname) as enable_statement
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal and tgparentid = 0 and tgenabled <> 'D'
    order by tgrelid::regclass::text, tgname`
  for (const { disable_statement } of triggers) await sql.raw(disable_statement).execute(transaction)
  await runSql(transaction)`truncate ${sql.join(names.map((name) => sql.identifier(name)))}`
  const createStatements = await dropIndexes(transaction, names)
  return [...createStatements, ...triggers.map(({ enable_statement }) => enable_statement)]
}

/** Inserts rows by COPY, and returns their number. `rows` is in the text format of COPY. */
export async function copyRowsIn(client: pg.Client, { table, columns }: ArchivedTable, rows: AsyncIterable<Buffer>) {
  const quoted = (name: string) => client.escapeIdentifier(name)
  const stream = client.query(from(`copy ${quoted(table)} (${columns.map(quoted).join(', ')}) from stdin`))
  await pipeline(rows, stream)
  return stream.rowCount
}

/** Inserts batches of rows, with one statement per batch, and returns the number of rows. */
export async function insertBatches(
  db: Db,
  { table, columns }: ArchivedTable,
  batches: AsyncIterable<CopiedRow[]>,
): Promise<number> {
  const types = await findColumnTypes(db, table)
  const names = sql.join(columns.map((column) => sql.identifier(column)))
  const values = sql.join(
    columns.map((column) => sql`${sql.identifier(column)}::${sql.raw(types.get(column) ?? 'text')}`),
  )
  let count = 0
  for await (const batch of batches) {
    const texts = sql.join(columns.map((_, index) => sql`${batch.map((row) => row[index])}::text[]`))
    await runSql(db)`
      insert into ${sql.identifier(table)} (${names}) overriding system value
      select ${values} from unnest(${texts}) as copied (${names})`
    count += batch.length
  }
  return count
}

async function findColumnTypes(db: Db, table: string) {
  const rows = await allRows<{ name: string; type: string }>(db)`
    select attname::text as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`
  return new Map(rows.map(({ name, type }) => [name, type]))
}

export const restoreSequence = (transaction: Db, { sequence, last_value, is_called }: ArchivedSequence) =>
  runSql(transaction)`select setval(${sequence}::regclass, ${last_value}, ${is_called})`

/** Executes the statements that `clearTables` returned. Throws when a foreign key refers to a missing row. */
export async function restoreDefinitions(transaction: Db, statements: string[], onDone: (count: number) => void) {
  for (const [index, statement] of statements.entries()) {
    await sql.raw(statement).execute(transaction)
    onDone(index + 1)
  }
}

export const analyze = (db: Db) => runSql(db)`analyze`
