import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Db } from './db.ts'
import { planMigrations, type TableSize } from './migration-plan.ts'
import { sql } from './sql.ts'
import { allRows, allValues, firstValue, hasRow, runSql } from './statements.queries.ts'

const folder = new URL('../../../migrations/', import.meta.url)

/** The error for a database that cannot be migrated. The message is a Dutch sentence for the administrator. */
export class MigrationError extends Error {}

/** The error for tables without grants for this user. The message is a Dutch sentence that names them. */
export class MissingGrantsError extends Error {}

/** The id of the advisory lock for migrations: an arbitrary number. */
const lock = 4_711_001

export type Migration = { name: string; text: string; checksum: string }

/** Returns the migrations in the order in which they are applied. */
export async function readMigrations(from: URL = folder): Promise<Migration[]> {
  const files = (await readdir(from)).filter((file) => /^[0-9]{4}_.*\.sql$/.test(file)).sort()
  return Promise.all(
    files.map(async (name) => {
      const text = await readFile(new URL(name, from), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/**
 * Returns the first applied migration that this version of the portal does not have, or undefined. `isTrial`: the
 * migration is from a trial version before the first release, whose migrations were replaced. Otherwise it is from a
 * newer version.
 */
export function findUnknownMigration(applied: { name: string }[], available: Migration[]) {
  const name = applied
    .map((migration) => migration.name)
    .find((it) => !available.some((migration) => migration.name === it))
  return name === undefined ? undefined : { name, isTrial: name < (available.at(-1)?.name ?? '') }
}

/** Returns whether all these migrations are applied. */
export async function hasMigrations(db: Db, names: string[]) {
  const applied = new Set(await allValues<string>(db)`select name from migration`)
  return names.every((name) => applied.has(name))
}

/** Prevents other programs from migrating the database until the end of the transaction. */
export async function lockMigrations(transaction: Db) {
  await runSql(transaction)`select pg_advisory_xact_lock(${lock})`
  // `create table if not exists` needs the privilege to create tables even if the table exists. The role of the portal
  // does not have that privilege.
  if (await hasRow(transaction)`select where to_regclass('migration') is not null`) return
  await runSql(transaction)`
    create table migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())
  `
}

/** Applies a migration within a transaction. */
export async function applyMigration(transaction: Db, { name, text, checksum }: Migration) {
  await runSql(transaction)`set local statement_timeout = 0`
  await sql.raw(text).execute(transaction)
  await runSql(transaction)`insert into migration (name, checksum) values (${name}, ${checksum})`
}

/**
 * Applies the missing migrations, each in its own transaction, and returns their names. Programs that migrate at the
 * same time wait for each other. Throws a MigrationError when the database has an unknown or changed migration.
 */
export async function migrate(db: Db, from?: URL): Promise<string[]> {
  const migrations = await readMigrations(from)
  await db.transaction(lockMigrations)
  await rejectUnknownMigrations(db, migrations)
  const applied: string[] = []
  for (const migration of migrations) {
    const { name, checksum } = migration
    await db.transaction(async (transaction) => {
      await lockMigrations(transaction)
      const stored = await firstValue<string | undefined>(transaction)`
        select checksum from migration where name = ${name}`
      if (stored && stored !== checksum)
        throw new MigrationError(
          `Migratie ${name} is veranderd nadat deze database ermee is gemaakt. ` +
            'Zet de oorspronkelijke terug, of begin opnieuw met een lege database.',
        )
      if (stored) return
      await applyMigration(transaction, migration)
      applied.push(name)
    })
  }
  await rejectMissingPrivileges(db)
  return applied
}

/**
 * Throws a MissingGrantsError when the user may not read a table, because it was created after the grants of this user.
 */
async function rejectMissingPrivileges(db: Db) {
  const tables = await allValues<string>(db)`
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not has_table_privilege(oid, 'select') order by relname`
  if (tables.length > 0)
    throw new MissingGrantsError(
      `De databasegebruiker van DATABASE_URL mag deze tabellen niet lezen: ${tables.join(', ')}.`,
    )
}

/**
 * Returns what the missing migrations do, and changes nothing. Throws a MigrationError when the database has an unknown
 * migration.
 */
export async function planMissingMigrations(db: Db, from?: URL) {
  const migrations = await readMigrations(from)
  const isEmpty = !(await hasRow(db)`select where to_regclass('migration') is not null`)
  if (!isEmpty) await rejectUnknownMigrations(db, migrations)
  const applied = isEmpty ? [] : await allValues<string>(db)`select name from migration`
  const tables = await allRows<TableSize>(db)`
    select stored.relname::text as name, sum(greatest(part.reltuples, 0))::float8 as rows,
      round(sum(pg_total_relation_size(part.oid)) / 1e6)::int as megabytes
    from pg_class stored
      left join pg_inherits on inhparent = stored.oid
      join pg_class part on part.oid in (stored.oid, inhrelid) and part.relkind in ('r', 'p')
    where stored.relnamespace = 'public'::regnamespace and stored.relkind in ('r', 'p') and not stored.relispartition
    group by stored.oid, stored.relname`
  const indexed = await allRows<{ index: string; table: string }>(db)`
    select indexrelid::regclass::text as index, indrelid::regclass::text as table
    from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = 'public'::regnamespace`
  return planMigrations(
    migrations.filter(({ name }) => !applied.includes(name)),
    tables,
    new Map(indexed.map(({ index, table }) => [index, table])),
  )
}

async function rejectUnknownMigrations(db: Db, available: Migration[]) {
  const rows = await allRows<{ name: string }>(db)`select name from migration order by name`
  const unknown = findUnknownMigration(rows, available)
  if (unknown)
    throw new MigrationError(
      unknown.isTrial
        ? `Deze database is gemaakt door een oudere proefversie van het loket (${unknown.name}) en kan niet worden bijgewerkt. ` +
            'Begin opnieuw met een lege database: een andere DATA_DIR, of een nieuwe database voor DATABASE_URL.'
        : `Deze database is van een nieuwere versie van het loket (${unknown.name}). Start die versie.`,
    )
}
