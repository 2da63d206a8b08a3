import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, inject } from 'vitest'
import { type Db, openPool } from '../platform/database/database.ts'
import { type EmbeddedEngine, openEmbeddedEngine } from '../platform/database/embedded/embedded.ts'
import { migrate } from '../platform/database/migrate.queries.ts'
import { makePostgresDatabase } from './postgres-database.ts'

/**
 * A migrated, empty database for one test file: on the embedded engine, or with TEST_DATABASE_URL on a real PostgreSQL.
 * It is gone when the file's tests are done.
 */
export async function testDatabase({ migrated = true } = {}): Promise<Db> {
  const server = process.env['TEST_DATABASE_URL']
  if (server) return onPostgres(server, migrated)
  return migrated ? onSharedEngine() : onOwnEngine()
}

const openMigrated = async () => openEmbeddedEngine({ dump: new Uint8Array(await readFile(inject('migrated'))) })

// To open an engine takes longer than most files do: those that run in one process, one after the other, share one.
let engine: Promise<EmbeddedEngine> | undefined
let last: Db | undefined

async function onSharedEngine(): Promise<Db> {
  // It has one session, and an earlier file that was broken off may still hold it.
  await last?.destroy()
  engine ??= openMigrated()
  const db = poolOn(await engine)
  if (last) await makeAnew(db)
  last = db
  return db
}

/** Leaves nothing of what an earlier file made. */
async function makeAnew(db: Db) {
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public authorization pg_database_owner`.execute(db)
  await sql`grant usage on schema public to public`.execute(db)
  await migrate(db)
}

async function onOwnEngine(): Promise<Db> {
  const own = await openEmbeddedEngine()
  const db = poolOn(own)
  afterAll(async () => {
    await db.destroy()
    await own.close()
  })
  return db
}

// However long a busy machine takes: what is tested is not how long one waits for the session.
const connectionTimeoutMillis = 0

// Searches share connections, as they do in the product on PostgreSQL.
const asSearches = { connectionTimeoutMillis, pipeline: true }

const poolOn = ({ stream }: EmbeddedEngine) => openPool({ stream, max: 1, ...asSearches })

async function onPostgres(server: string, migrated: boolean): Promise<Db> {
  const { url, drop } = await makePostgresDatabase(server, migrated ? inject('migrated') : undefined)
  const db = openPool({ connectionString: url, max: 4, ...asSearches })
  afterAll(async () => {
    await db.destroy()
    await drop()
  })
  return db
}
