import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from './database.ts'

const folder = new URL('../../../migrations/', import.meta.url)

/** The database cannot be migrated. The message is a Dutch sentence for the administrator. */
export class MigrationError extends Error {}

/** The key of an advisory lock: an arbitrary number. */
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
 * Returns the first of these applied migrations that this version does not have, or undefined. It is from a newer
 * version, or `isTrial`: from a trial version before the first release, whose migrations were replaced.
 */
export function findUnknownMigration(applied: { name: string }[], available: Migration[]) {
  const name = applied
    .map((migration) => migration.name)
    .find((it) => !available.some((migration) => migration.name === it))
  return name === undefined ? undefined : { name, isTrial: name < (available.at(-1)?.name ?? '') }
}

/** Prevents other programs from migrating the database until the end of the transaction. */
export async function lockMigrations(transaction: Db) {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(transaction)
  const { rows } = await sql`select where to_regclass('migration') is not null`.execute(transaction)
  // `create table if not exists` needs the right to create tables, which the role of the portal does not have.
  if (rows.length > 0) return
  await sql`
    create table migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())
  `.execute(transaction)
}

/** Applies a migration within a transaction. */
export async function applyMigration(transaction: Db, { name, text, checksum }: Migration) {
  await sql`set local statement_timeout = 0`.execute(transaction)
  await sql.raw(text).execute(transaction)
  await sql`insert into migration (name, checksum) values (${name}, ${checksum})`.execute(transaction)
}

/**
 * Applies the missing migrations, each in its own transaction, and returns their names. Programs that migrate at the
 * same time wait for each other. Throws a MigrationError when the database is from another version.
 */
export async function migrate(db: Db, from?: URL): Promise<string[]> {
  const migrations = await readMigrations(from)
  await db.transaction().execute(lockMigrations)
  await rejectUnknownMigrations(db, migrations)
  const applied: string[] = []
  for (const migration of migrations) {
    const { name, checksum } = migration
    await db.transaction().execute(async (transaction) => {
      await lockMigrations(transaction)
      const { rows } = await sql<{ checksum: string }>`
        select checksum from migration where name = ${name}`.execute(transaction)
      if (rows[0] && rows[0].checksum !== checksum)
        throw new MigrationError(
          `Migratie ${name} is veranderd nadat deze database ermee is gemaakt. ` +
            'Zet de oorspronkelijke terug, of begin opnieuw met een lege database.',
        )
      if (rows[0]) return
      await applyMigration(transaction, migration)
      applied.push(name)
    })
  }
  return applied
}

async function rejectUnknownMigrations(db: Db, available: Migration[]) {
  const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(db)
  const unknown = findUnknownMigration(rows, available)
  if (unknown)
    throw new MigrationError(
      unknown.isTrial
        ? `Deze database is gemaakt door een oudere proefversie van het loket (${unknown.name}) en kan niet worden bijgewerkt. ` +
            'Begin opnieuw met een lege database: een andere DATA_DIR, of een nieuwe database voor DATABASE_URL.'
        : `Deze database is van een nieuwere versie van het loket (${unknown.name}). Start die versie.`,
    )
}
