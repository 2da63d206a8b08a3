import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type LaunchOptions, chromium as playwright } from '@playwright/test'
import chromium, { inflate } from '@sparticuz/chromium'

// With these arguments the browser runs as root and without a display, and sends no requests of its own.
const args = [
  '--no-sandbox',
  '--headless',
  '--disable-gpu',
  '--in-process-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Returns the launch options of the browser in CHROMIUM_PATH, else of the browser from npm. The browser from npm has no
 * window system: it needs half the time of an installed Chromium, and is the same on every machine.
 */
export async function browser(): Promise<LaunchOptions> {
  const path = process.env.CHROMIUM_PATH
  return path ? { executablePath: path, args } : packagedBrowser()
}

/** Starts the browser without the test runner. */
export const launchBrowser = async () => playwright.launch(await browser())

/** Returns the launch options of the browser from npm, with the libraries and fonts that a bare machine lacks. */
async function packagedBrowser(): Promise<LaunchOptions> {
  const executablePath = await chromium.executablePath()
  const packed = new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'))
  const env = {
    LD_LIBRARY_PATH: join(await inflate(fileURLToPath(packed)), 'lib'),
    FONTCONFIG_PATH: join(dirname(executablePath), 'fonts'),
    // Playwright keeps the browser off /dev/shm, so the browser writes its shared memory to temporary files.
    TMPDIR: process.env.E2E_FOLDER ?? tmpdir(),
  }
  return { executablePath, args, env: { ...process.env, ...env } }
}
