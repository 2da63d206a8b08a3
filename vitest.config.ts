import { defineConfig } from 'vitest/config'
import { slowness } from './scripts/slowness.ts'

const timeouts = {
  testTimeout: 30_000 * slowness(),
  hookTimeout: 30_000 * slowness(),
  expect: { poll: { timeout: 15_000 * slowness() } },
}
const node = (name: string, include: string, options = {}) => ({
  test: { name, include: [include], environment: 'node' as const, ...timeouts, ...options },
})

const faults = 'server/src/faults/**/*.test.ts'
const embedded = 'server/src/platform/database/embedded/**'
const database = process.env.TEST_DATABASE_URL
const server = {
  exclude: [faults],
  globalSetup: ['server/src/test/database.setup.ts'],
  // Loading the modules and opening a database takes longer than most files: each worker does both once.
  isolate: false,
  env: { TEST_DATABASE_URL: '' },
}
const postgres = { ...server, exclude: [faults, embedded], env: { TEST_DATABASE_URL: database } }

export default defineConfig({
  test: {
    // Tests of faults wait more than they compute, so two cores serve three workers. Each uses some 600 MB.
    maxWorkers: 3,
    projects: [
      node('contract', 'contract/src/**/*.test.ts'),
      node('server', 'server/**/*.test.ts', server),
      // The same tests on PostgreSQL, in the database of TEST_DATABASE_URL.
      ...(database ? [node('postgres', 'server/**/*.test.ts', postgres)] : []),
      node('faults', faults),
      node('scripts', 'scripts/**/*.test.ts'),
      './web/vite.config.ts',
    ],
  },
})
