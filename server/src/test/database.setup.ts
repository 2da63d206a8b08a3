import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openPool } from '../platform/database/database.ts'
import { openEmbeddedEngine } from '../platform/database/embedded/embedded.ts'
import { migrate } from '../platform/database/migrate.queries.ts'
import { createPostgresDatabase } from './postgres-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated, empty database: a dump file of the embedded engine, or the name of a PostgreSQL template. */
    migrated: string
  }
}

let remove: () => Promise<unknown>

/** Migrates a database once, for all test files. */
export async function setup(project: TestProject) {
  const server = project.config.env['TEST_DATABASE_URL']
  project.provide('migrated', await (server ? createTemplate(server) : createDump()))
}

async function createTemplate(server: string) {
  const { name, url, drop } = await createPostgresDatabase(server)
  remove = drop
  const db = openPool({ connectionString: url, max: 1 })
  await migrate(db)
  await db.destroy()
  return name
}

async function createDump() {
  const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-dump-'))
  remove = () => rm(folder, { recursive: true })
  const engine = await openEmbeddedEngine({})
  const db = openPool({ stream: engine.stream, max: 1 })
  await migrate(db)
  await db.destroy()
  const file = join(folder, 'migrated.tar')
  await writeFile(file, await engine.dump())
  await engine.close()
  return file
}

export const teardown = () => remove()
