import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { slowness } from '../scripts/slowness.ts'
import { browser } from './browser.ts'
import { freePort } from './free-port.ts'
import { moment } from './screens/clock.ts'

// Each worker reads this file again, and must find the values of the first reading.
process.env.E2E_PROJECTS ??= 'journeys screens'
process.env.E2E_FOLDER ??= join(tmpdir(), `rd4-loket-e2e-${Date.now()}`)
process.env.JOURNEYS_PORT ??= String(await freePort())
process.env.JOURNEYS_PORTAL_PORT ??= String(await freePort())
process.env.SCREENS_PORT ??= String(await freePort())
process.env.JOURNEYS_DATA_DIR ??= join(process.env.E2E_FOLDER, 'journeys')

const urlOf = (port = '') => `http://127.0.0.1:${port}`
// The product under test has the embedded database, whatever the settings of this shell are.
const ignored = ['DATABASE_URL', 'DATABASE_REPLICA_URL', 'HOST', 'JWT_SECRET', 'PUBLIC_URL', 'SMTP_URL']
const unset = Object.fromEntries(ignored.map((name) => [name, '']))

/**
 * Starts a product with 20,000 addresses: the default of 130,000 takes longer and makes no difference to these tests.
 */
const product = (port: string | undefined, settings: Record<string, string>, flags = '') => ({
  command: `node ${flags} server/src/cli/loket.ts demo --addresses 20000 && exec node ${flags} server/src/main.ts`,
  cwd: join(import.meta.dirname, '..'),
  env: { ...unset, PORT: port ?? '', DEMO: 'off', ...settings },
  url: `${urlOf(port)}/readyz`,
  reuseExistingServer: false,
  timeout: 60_000 * slowness(),
  stdout: 'ignore' as const,
  stderr: 'pipe' as const,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
})

// Tests of one project share a product and its database, so each project has one worker.
const onScreensProduct = { workers: 1, use: { baseURL: urlOf(process.env.SCREENS_PORT) } }
const projects = [
  { name: 'journeys', testMatch: '*.spec.ts', workers: 1, use: { baseURL: urlOf(process.env.JOURNEYS_PORT) } },
  { name: 'screens', testMatch: 'screens/*.check.ts', ...onScreensProduct },
  { name: 'pictures', testMatch: 'screens/screens.pictures.ts', ...onScreensProduct },
  { name: 'readme', testMatch: 'screens/readme.pictures.ts', ...onScreensProduct },
].filter(({ name }) => process.env.E2E_PROJECTS?.split(' ').includes(name))

const products = {
  journeys: product(process.env.JOURNEYS_PORT, {
    DATA_DIR: process.env.JOURNEYS_DATA_DIR,
    // One journey opens the portal on another origin, which this server must accept.
    PUBLIC_URL: urlOf(process.env.JOURNEYS_PORTAL_PORT),
  }),
  screens: product(
    process.env.SCREENS_PORT,
    {
      DATA_DIR: join(process.env.E2E_FOLDER, 'screens'),
      CLOCK_SHIFT: String(moment.getTime() - Date.now()),
      // Over a hundred pages in a few minutes exceed the limit of an address.
      RATE_LIMIT: '10000',
    },
    '--import ./e2e/screens/server-clock.ts',
  ),
}

export default defineConfig({
  testDir: '.',
  forbidOnly: true,
  workers: 2,
  timeout: 60_000 * slowness(),
  expect: { timeout: 10_000 * slowness() },
  snapshotPathTemplate: 'screens/transcripts/{arg}{ext}',
  use: {
    ...devices['Desktop Chrome'],
    locale: 'nl-NL',
    timezoneId: 'Europe/Amsterdam',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: await browser(),
  },
  projects,
  webServer: [
    ...(projects.some(({ name }) => name === 'journeys') ? [products.journeys] : []),
    ...(projects.some(({ name }) => name !== 'journeys') ? [products.screens] : []),
  ],
})
