import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

const { webServer } = journeys
if (!webServer || Array.isArray(webServer)) throw new Error('The screens are those of one product')

export default defineConfig({
  ...journeys,
  outputDir: '../screenshots/failed',
  snapshotPathTemplate: 'screens/transcripts/{arg}{ext}',
  projects: [
    { name: 'check', testMatch: 'screens/*.check.ts' },
    { name: 'look', testMatch: 'screens/screens.pictures.ts' },
    { name: 'readme', testMatch: 'screens/readme.pictures.ts' },
  ],
  use: { ...journeys.use, trace: 'off', screenshot: 'off' },
  webServer: {
    ...webServer,
    command: 'node --import ./e2e/screens/server-clock.ts server/src/main.ts',
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    // Some hundred pages in two minutes are more than one employee opens.
    env: { ...webServer.env, RATE_LIMIT: '10000' },
  },
})
