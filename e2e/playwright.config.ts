import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { browser } from './browser.ts'
import { freePort } from './free-port.ts'

// Every worker reads this file again and must find what the first reading chose.
process.env.JOURNEYS_PORT ??= String(await freePort())
process.env.JOURNEYS_PORTAL_PORT ??= String(await freePort())
process.env.JOURNEYS_DATA_DIR ??= join(tmpdir(), `rd4-loket-journeys-${Date.now()}`)
// The product under test is the embedded default, whatever this shell has set for another one.
const otherSettings = ['DATABASE_URL', 'DATABASE_REPLICA_URL', 'DEMO', 'HOST', 'JWT_SECRET', 'PUBLIC_URL', 'SMTP_URL']
const unset = Object.fromEntries(otherSettings.map((name) => [name, '']))
const url = `http://127.0.0.1:${process.env.JOURNEYS_PORT}`

export default defineConfig({
  testDir: '.',
  forbidOnly: true,
  // The journeys share one product with one database, and the machine is small.
  workers: 1,
  // A busy machine is slow; this is for what never comes.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: url,
    locale: 'nl-NL',
    timezoneId: 'Europe/Amsterdam',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: await browser(),
  },
  webServer: {
    command: 'node server/src/main.ts',
    cwd: '..',
    env: {
      ...unset,
      PORT: process.env.JOURNEYS_PORT,
      DATA_DIR: process.env.JOURNEYS_DATA_DIR,
      // One journey opens the portal on another origin, which this server has to know.
      PUBLIC_URL: `http://127.0.0.1:${process.env.JOURNEYS_PORTAL_PORT}`,
    },
    url: `${url}/readyz`,
    reuseExistingServer: false,
    timeout: 600_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
