import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { slowness } from '../slowness.ts'
import { browser } from './browser.ts'
import { freePort } from './free-port.ts'

// Each worker process evaluates this file again, and must use the folder and the ports of the first process.
process.env.E2E_PROJECTS ??= 'screens municipality-screens journeys'
process.env.E2E_FOLDER ??= join(tmpdir(), `rd4-loket-e2e-${Date.now()}`)
process.env.FACTOR_PORT ??= String(await freePort())
process.env.ORGANISATION_PORT ??= String(await freePort())
process.env.OPENID_PORT ??= String(await freePort())
process.env.SCREENS_PORT ??= String(await freePort())
process.env.MUNICIPALITY_SCREENS_PORT ??= String(await freePort())
// Each worker process of the journeys has a product of its own.
process.env.JOURNEYS_PORT = String(await freePort())
process.env.JOURNEYS_PORTAL_PORT = String(await freePort())
process.env.JOURNEYS_DATA_DIR = join(process.env.E2E_FOLDER, `journeys-${process.env.TEST_PARALLEL_INDEX}`)

const baseURL = (port = '') => ({ baseURL: `http://127.0.0.1:${port}` })
const { JOURNEYS_PORT, SCREENS_PORT, MUNICIPALITY_SCREENS_PORT } = process.env
const onScreensProduct = { workers: 1, use: baseURL(SCREENS_PORT) }
const municipality = 'screens/municipality.check.ts'

// The tests of the screens share a product and its database, so such a project has one worker. The journeys get a
// second worker when another project has ended.
const projects = [
  { name: 'screens', testMatch: 'screens/*.check.ts', testIgnore: municipality, ...onScreensProduct },
  { name: 'municipality-screens', testMatch: municipality, workers: 1, use: baseURL(MUNICIPALITY_SCREENS_PORT) },
  { name: 'journeys', testMatch: '*.spec.ts', workers: 2, use: baseURL(JOURNEYS_PORT) },
  { name: 'pictures', testMatch: 'screens/screens.pictures.ts', ...onScreensProduct },
  { name: 'readme', testMatch: 'screens/readme.pictures.ts', ...onScreensProduct },
].filter(({ name }) => process.env.E2E_PROJECTS?.split(' ').includes(name))

export default defineConfig({
  testDir: '.',
  forbidOnly: true,
  // The tests wait more than they compute, so two cores are enough for three workers.
  workers: 3,
  // A busy machine can delay one step too long. The test run names each test that needed its second attempt.
  retries: 1,
  timeout: 60_000 * slowness(),
  expect: { timeout: 10_000 * slowness() },
  snapshotPathTemplate: 'screens/transcripts/{arg}{ext}',
  use: {
    ...devices['Desktop Chrome'],
    locale: 'nl-NL',
    timezoneId: 'Europe/Amsterdam',
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: await browser(),
  },
  projects,
  globalSetup: './products.ts',
})
