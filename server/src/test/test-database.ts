import { inject } from 'vitest'
import { shortQueries } from '../platform/database/database.ts'
import type { Db } from '../platform/database/db.ts'
import type { EmbeddedEngine } from '../platform/database/embedded/embedded.ts'
import { migrate } from '../platform/database/migrate.queries.ts'
import { openPool, type Pool } from '../platform/database/pool.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { afterTestFile } from './after-test-file.ts'
import { type MigratedSchema, readMigratedSchema, restoreRows } from './migrated-schema.ts'
import { createPostgresDatabase } from './postgres-database.ts'
import { openPreparedEngine } from './prepared.ts'

/**
 * Returns an empty database for one test file. It has all tables, unless `migrated` is false. It is on the embedded
 * engine, or on PostgreSQL if TEST_DATABASE_URL is set. It is closed after the tests of the file. With `traced`, its
 * statements are spans of traces.
 */
export async function testDatabase({ migrated = true, traced = false } = {}): Promise<Pool> {
  const server = process.env['TEST_DATABASE_URL']
  if (server) return onPostgres(server, migrated, traced)
  return migrated ? onSharedEngine(traced) : onOwnEngine()
}

// Opening an engine takes longer than most test files, so the files that run in one process share an engine.
let engine: Promise<EmbeddedEngine> | undefined
let last: Pool | undefined
let migrated: MigratedSchema | undefined

async function onSharedEngine(traced: boolean): Promise<Pool> {
  // The engine has one session. The pool of the previous file may still have that session, so the pool is closed here.
  await last?.close()
  engine ??= openPreparedEngine('migrated')
  const db = poolOn(await engine, traced)
  if (!migrated || !(await restoreRows(db, migrated))) {
    if (last) await recreateSchema(db)
    migrated = await readMigratedSchema(db)
  }
  last = db
  return db
}

async function recreateSchema(db: Db) {
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public authorization pg_database_owner`.execute(db)
  await sql`grant usage on schema public to public`.execute(db)
  await migrate(db)
}

async function onOwnEngine(): Promise<Pool> {
  const own = await openPreparedEngine('empty')
  const db = poolOn(own)
  afterTestFile(async () => {
    await db.close()
    await own.close()
  })
  return db
}

// There is no timeout, because a test on a busy machine may wait for the session for a long time.
const options = { connectionTimeoutMillis: 0 }

const poolOn = ({ stream }: EmbeddedEngine, traced = false) => openPool({ stream, max: 1, traced, ...options })

async function onPostgres(server: string, migrated: boolean, traced: boolean): Promise<Pool> {
  const { url, drop } = await createPostgresDatabase(server, migrated ? inject('template') : undefined)
  const db = openPool({ connectionString: url, max: 4, traced, options: shortQueries, ...options })
  afterTestFile(async () => {
    await db.close()
    await drop()
  })
  return db
}

/** Executes a statement and returns its rows. */
export const rowsOf = async <Row>(db: Db, statement: Sql<Row>) => (await statement.execute(db)).rows

/** Executes a statement and returns its first row. Throws when the statement returns no row. */
export async function rowOf<Row>(db: Db, statement: Sql<Row>): Promise<Row> {
  const [row] = await rowsOf(db, statement)
  if (row === undefined) throw new Error('The statement returned no row')
  return row
}
