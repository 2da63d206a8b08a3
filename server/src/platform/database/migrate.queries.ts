import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from './database.ts'

const folder = new URL('../../../migrations/', import.meta.url)

/** A database that these migrations cannot bring up to date; the message is a sentence for the administrator. */
export class MigrationError extends Error {}

/** Any number, as long as every starter waits for the same one. */
const lock = 4_711_001

/** Reads the migrations in their order. */
export async function readMigrations(from: URL = folder) {
  const files = (await readdir(from)).filter((file) => /^[0-9]{4}_.*\.sql$/.test(file)).sort()
  return Promise.all(
    files.map(async (name) => {
      const text = await readFile(new URL(name, from), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function isThere(db: Db) {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('migration') is not null as there`.execute(db)
  return rows[0]?.there ?? false
}

/** One migration, as its file says it. */
export type Migration = Awaited<ReturnType<typeof readMigrations>>[number]

/** Takes the database for migrations alone until the end of the transaction. */
export async function lockMigrations(transaction: Db) {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(transaction)
  // A role that only runs the portal may not create anything, and need not.
  if (await isThere(transaction)) return
  await sql`create table migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(
    transaction,
  )
}

/** Applies a migration within a transaction. */
export async function applyMigration(transaction: Db, { name, text, checksum }: Migration) {
  await sql`set local statement_timeout = 0`.execute(transaction)
  await sql.raw(text).execute(transaction)
  await sql`insert into migration (name, checksum) values (${name}, ${checksum})`.execute(transaction)
}

/**
 * Brings the database up to date: each migration in its own transaction, whole or not at all. Two starters at once wait for
 * each other. Returns the names of what was applied now.
 */
export async function migrate(db: Db, from?: URL): Promise<string[]> {
  const migrations = await readMigrations(from)
  const applied: string[] = []
  await db.transaction().execute(lockMigrations)
  for (const migration of migrations) {
    const { name, checksum } = migration
    await db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${lock})`.execute(transaction)
      const { rows } = await sql<{ checksum: string }>`select checksum from migration where name = ${name}`.execute(
        transaction,
      )
      if (rows[0] && rows[0].checksum !== checksum)
        throw new MigrationError(
          `Migratie ${name} is veranderd nadat deze database ermee is gemaakt. Zet de oorspronkelijke terug.`,
        )
      if (rows[0]) return
      await applyMigration(transaction, migration)
      applied.push(name)
    })
  }
  const known = migrations.map(({ name }) => name)
  const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(db)
  const newer = rows.find(({ name }) => !known.includes(name))
  if (newer)
    throw new MigrationError(
      `Deze database is van een nieuwere versie van het loket (${newer.name}). Start die versie.`,
    )
  return applied
}
