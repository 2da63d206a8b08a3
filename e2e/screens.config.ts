import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

// The same product as for the journeys, looked at instead of used.
// Some sixty pages in a few minutes are more than one employee opens.
process.env.RATE_LIMIT ??= '10000'

export default defineConfig({
  ...journeys,
  testMatch: 'screens/screens.look.ts',
  outputDir: '../screenshots/failed',
  timeout: 120_000,
  use: { ...journeys.use, trace: 'off', screenshot: 'off' },
})
