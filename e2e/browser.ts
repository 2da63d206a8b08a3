import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LaunchOptions } from '@playwright/test'
import chromium, { inflate } from '@sparticuz/chromium'

/** As root too, without a display, and calling nobody but the portal. */
const args = [
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

/** How to start a browser here: the one in CHROMIUM_PATH, the machine's own, or else the one among the packages. */
export async function browser(): Promise<LaunchOptions> {
  const own = process.env.CHROMIUM_PATH ?? (existsSync(installed) ? installed : undefined)
  return own ? { executablePath: own, args } : packagedBrowser()
}

/** The browser among the packages, with the libraries and fonts that a bare machine lacks. */
export async function packagedBrowser(): Promise<LaunchOptions> {
  const executablePath = await chromium.executablePath()
  const packed = new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'))
  const env = {
    LD_LIBRARY_PATH: join(await inflate(fileURLToPath(packed)), 'lib'),
    FONTCONFIG_PATH: join(dirname(executablePath), 'fonts'),
  }
  return { executablePath, args, env: { ...process.env, ...env } }
}
