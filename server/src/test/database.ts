import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, inject } from 'vitest'
import { type Db, openPool } from '../shared/database.ts'
import { openEmbeddedEngine } from '../shared/embedded/embedded.ts'
import { migrate } from '../shared/migrate.queries.ts'

/**
 * A migrated, empty database for one test file: on the embedded engine, or with TEST_DATABASE_URL on a real PostgreSQL.
 * It is gone when the file's tests are done.
 */
export async function testDatabase({ migrated = true } = {}): Promise<Db> {
  const server = process.env['TEST_DATABASE_URL']
  return server ? onPostgres(server, migrated) : onEmbeddedEngine(migrated)
}

async function onEmbeddedEngine(migrated: boolean): Promise<Db> {
  const engine = await openEmbeddedEngine(
    migrated ? { dump: new Uint8Array(await readFile(inject('migratedDump'))) } : {},
  )
  const db = openPool({ stream: engine.stream, max: 1 })
  afterAll(async () => {
    await db.destroy()
    await engine.close()
  })
  return db
}

async function onPostgres(server: string, migrated: boolean): Promise<Db> {
  const name = `loket_test_${crypto.randomUUID().replaceAll('-', '')}`
  const admin = openPool({ connectionString: server, max: 1 })
  await sql`create database ${sql.id(name)}`.execute(admin)
  const url = new URL(server)
  url.pathname = `/${name}`
  const db = openPool({ connectionString: url.href, max: 4 })
  afterAll(async () => {
    await db.destroy()
    await sql`drop database ${sql.id(name)} with (force)`.execute(admin)
    await admin.destroy()
  })
  if (migrated) await migrate(db)
  return db
}
