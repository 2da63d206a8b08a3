import { defineConfig } from 'vitest/config'

const faults = 'server/src/faults/**/*.test.ts'
// A busy machine is slow; a test that is over is over. This is for what never ends.
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 30_000 } } }
const node = (name: string, include: string, options = {}) => ({
  test: { name, include: [include], environment: 'node' as const, ...patience, ...options },
})

export default defineConfig({
  test: {
    // A process that tests the server holds an engine, some 600 MB.
    maxWorkers: 2,
    projects: [
      node('contract', 'contract/src/**/*.test.ts'),
      node('server', 'server/**/*.test.ts', {
        exclude: [faults],
        globalSetup: ['server/src/test/database.setup.ts'],
        // To read the server's modules, and to open an engine, takes longer than most files do: a process does both once.
        isolate: false,
      }),
      node('faults', faults),
      node('scripts', 'scripts/**/*.test.ts'),
      './web/vite.config.ts',
    ],
  },
})
