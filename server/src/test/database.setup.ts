import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openEmbeddedEngine } from '../platform/database/embedded/embedded.ts'
import { migrate } from '../platform/database/migrate.queries.ts'
import { openPool } from '../platform/database/pool.ts'
import { createPostgresDatabase } from './postgres-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The name of a PostgreSQL template database with all tables and no rows. */
    template: string
    /** A folder with databases of the embedded engine. `prepared.ts` describes them. */
    prepared: string
  }
}

let remove: () => Promise<unknown>

/** Creates and migrates a database once, for all test files. */
export async function setup(project: TestProject) {
  const server = project.config.env['TEST_DATABASE_URL']
  if (server) project.provide('template', await createTemplate(server))
  else project.provide('prepared', await findPrepared())
}

/** Returns the folder with prepared databases. Vitest evaluates this file for each project, and all use one folder. */
async function findPrepared() {
  const folder = process.env['PREPARED_DATABASES'] ?? (await createPrepared())
  process.env['PREPARED_DATABASES'] = folder
  remove = () => rm(folder, { recursive: true, force: true })
  return folder
}

async function createTemplate(server: string) {
  const { name, url, drop } = await createPostgresDatabase(server)
  remove = drop
  const db = openPool({ connectionString: url, max: 1 })
  await migrate(db)
  await db.close()
  return name
}

async function createPrepared() {
  const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-prepared-'))
  const fill = async (state: 'empty' | 'migrated') => {
    const engine = await openEmbeddedEngine({ directory: join(folder, state, 'postgres') })
    if (state === 'migrated') {
      const db = openPool({ stream: engine.stream, max: 1 })
      await migrate(db)
      await db.close()
    }
    await writeFile(join(folder, `${state}.tar`), await engine.dump())
    await engine.close()
  }
  await fill('empty')
  await cp(join(folder, 'empty'), join(folder, 'migrated'), { recursive: true })
  await fill('migrated')
  return folder
}

export const teardown = () => remove()
