import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openPool } from '../shared/database.ts'
import { openEmbeddedEngine } from '../shared/embedded/embedded.ts'
import { migrate } from '../shared/migrate.queries.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A file with the migrated, empty embedded database, from which every test file opens its own. */
    migratedDump: string
  }
}

let folder: string

/** Migrates once for all test files. On a real PostgreSQL each file migrates a database of its own. */
export async function setup(project: TestProject) {
  folder = await mkdtemp(join(tmpdir(), 'rd4-loket-dump-'))
  const migratedDump = join(folder, 'migrated.tar')
  if (!process.env['TEST_DATABASE_URL']) {
    const engine = await openEmbeddedEngine({})
    const db = openPool({ stream: engine.stream, max: 1 })
    await migrate(db)
    await db.destroy()
    await writeFile(migratedDump, await engine.dump())
    await engine.close()
  }
  project.provide('migratedDump', migratedDump)
}

/** Takes the dump away. */
export const teardown = () => rm(folder, { recursive: true })
