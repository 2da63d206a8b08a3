import { existsSync } from 'node:fs'
import chromium from '@sparticuz/chromium'

/** How a browser is started: as root too, without a display, and without calling anyone but the portal. */
export const browserFlags = [
  '--no-sandbox',
  '--headless',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const installed = '/usr/bin/chromium'

/** The browser to test with: the one named in CHROMIUM_PATH, the machine's own, or the one among the packages. */
export const browserPath = async () =>
  process.env.CHROMIUM_PATH ?? (existsSync(installed) ? installed : await chromium.executablePath())
