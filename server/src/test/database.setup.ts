import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openPool } from '../platform/database/database.ts'
import { openEmbeddedEngine } from '../platform/database/embedded/embedded.ts'
import { migrate } from '../platform/database/migrate.queries.ts'
import { makePostgresDatabase } from './postgres-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** What the database of a test file is made of, migrated and empty: a dump of the embedded one, or a template on PostgreSQL. */
    migrated: string
  }
}

let remove: () => Promise<unknown>

/** Migrates once for all test files. */
export async function setup(project: TestProject) {
  const server = process.env['TEST_DATABASE_URL']
  project.provide('migrated', await (server ? makeTemplate(server) : makeDump()))
}

async function makeTemplate(server: string) {
  const { name, url, drop } = await makePostgresDatabase(server)
  remove = drop
  const db = openPool({ connectionString: url, max: 1 })
  await migrate(db)
  await db.destroy()
  return name
}

async function makeDump() {
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

/** Takes the dump or the template away. */
export const teardown = () => remove()
