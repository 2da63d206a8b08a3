import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { requireNode, slowness } from './slowness.ts'

requireNode()

/** Limits each test and hook. A test sets no limit of its own: it gets its own database, directory or port instead. */
const timeouts = (maximum_ms: number) => ({
  testTimeout: maximum_ms * slowness(),
  hookTimeout: maximum_ms * slowness(),
  expect: { poll: { timeout: (maximum_ms / 2) * slowness() } },
})
const node = (name: string, include: string | string[], options = {}) => ({
  test: { name, include: [include].flat(), environment: 'node' as const, ...timeouts(60_000), ...options },
})

const requirements = 'scripts/requirements.test.ts'
/** The tests that start and damage whole servers. */
export const faults = 'server/src/faults/**/*.test.ts'
const database = process.env.TEST_DATABASE_URL
// A worker runs its test files in one process, so it loads each module once.
const isolate = false
const withDatabase = {
  globalSetup: ['server/src/test/database.setup.ts'],
  setupFiles: ['server/src/test/clean-up.setup.ts'],
  isolate,
  env: { TEST_DATABASE_URL: '' },
}
// The patterns of SKIPPED_TESTS are separated by spaces.
const server = { ...withDatabase, exclude: [faults, ...(process.env.SKIPPED_TESTS?.split(' ') ?? [])] }
const usesDatabase = /TEST_DATABASE_URL|testDatabase|testServer|organisationServer/
const cwd = import.meta.dirname
const files = readdirSync(join(cwd, 'server/src'), { recursive: true }).map((file) => `server/src/${file}`)
const queryFiles = files.filter((file) => file.endsWith('.queries.ts'))
/** The tests that use a database and are beside a query file. PostgreSQL runs them if there is one. */
const besideQueries = files.filter(
  (file) =>
    file.endsWith('.test.ts') &&
    queryFiles.some((queries) => dirname(queries) === dirname(file)) &&
    usesDatabase.test(readFileSync(join(cwd, file), 'utf8')),
)
/** Of these, the tests of one query file and of the schema run on both engines. The others run on one engine. */
const onOneEngine = besideQueries.filter(
  (file) => !file.includes('/platform/database/') && !queryFiles.includes(file.replace(/\.test\.ts$/, '.queries.ts')),
)

export default defineConfig({
  test: {
    // Tests of faults wait more than they compute, so two cores serve three workers. Each uses some 600 MB.
    maxWorkers: 3,
    projects: [
      node('contract', 'contract/src/**/*.test.ts'),
      node('server', 'server/**/*.test.ts', {
        ...server,
        exclude: [...server.exclude, ...(database ? onOneEngine : [])],
      }),
      // Tests of queries on PostgreSQL, in the database of TEST_DATABASE_URL.
      ...(database ? [node('postgres', besideQueries, { ...server, env: { TEST_DATABASE_URL: database } })] : []),
      // One fault takes the 30 seconds after which the server disconnects slow clients.
      node('faults', faults, { ...withDatabase, ...timeouts(120_000) }),
      node('scripts', 'scripts/**/*.test.ts', { isolate, exclude: [requirements] }),
      // Reads the outcomes of all other tests.
      ...(process.env.TEST_OUTCOMES ? [node('requirements', requirements)] : []),
      './web/vite.config.ts',
    ],
  },
})
