import { defineConfig } from 'vitest/config'

const faults = 'server/src/faults/**/*.test.ts'
// A busy machine is slow; a test that is over is over. This is for what never ends.
const patience = { testTimeout: 60_000, hookTimeout: 120_000 }
const node = (name: string, include: string, globalSetup: string[] = [], exclude: string[] = []) => ({
  test: { name, include: [include], exclude, environment: 'node' as const, globalSetup, ...patience },
})

export default defineConfig({
  test: {
    // A test file of the server holds an engine of its own, some 600 MB.
    maxWorkers: 2,
    projects: [
      node('contract', 'contract/src/**/*.test.ts'),
      node('server', 'server/**/*.test.ts', ['server/src/test/database.setup.ts'], [faults]),
      node('faults', faults),
      node('scripts', 'scripts/**/*.test.ts'),
      './web/vite.config.ts',
    ],
  },
})
