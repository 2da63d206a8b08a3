import { defineConfig } from '@playwright/test'
import screens from './screens.config.ts'

/** The pictures in the README, made anew from the demo data. */
export default defineConfig({ ...screens, testMatch: 'screens/readme.look.ts' })
