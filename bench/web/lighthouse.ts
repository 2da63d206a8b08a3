import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { browser } from '../../e2e/browser.ts'
import { freePort } from '../../e2e/free-port.ts'
import { logIn } from './employee.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

// Lighthouse has more packages than the portal, so it is installed for a measurement only.
const folder = join(import.meta.dirname, '../.cache/lighthouse')

/** The part of Lighthouse that is used. Its own types are not available, because Lighthouse is installed on demand. */
type Lighthouse = (
  url: string,
  flags: object,
  config?: object,
) => Promise<{ lhr: { categories: Record<string, { score: number }> } }>

type Scores = { name: string; scores: number[] }

/** Returns the scores of each page on a desktop, in the order of `categories`. */
export async function lighthouseScores(url: string, email: string) {
  const file = join(folder, 'node_modules/lighthouse/core/index.js')
  const options = ['--prefix', folder, '--ignore-scripts', '--no-save', '--no-audit', '--no-fund']
  if (!existsSync(file)) execFileSync('npm', ['install', ...options, 'lighthouse@13.5.0'], { stdio: 'inherit' })
  const { default: lighthouse, desktopConfig }: { default: Lighthouse; desktopConfig: object } = await import(file)
  const [port, profile] = await Promise.all([freePort(), mkdtemp(join(tmpdir(), 'rd4-loket-lighthouse-'))])
  const launch = await browser()
  const context = await chromium.launchPersistentContext(profile, {
    ...launch,
    args: [...(launch.args ?? []), `--remote-debugging-port=${port}`],
  })
  const measured: Scores[] = []
  const measure = async (name: string, path: string) => {
    const flags = { port, onlyCategories: categories, disableStorageReset: true, logLevel: 'error' }
    const { lhr } = await lighthouse(`${url}${path}`, flags, desktopConfig)
    measured.push({ name, scores: categories.map((it) => lhr.categories[it]?.score ?? Number.NaN) })
  }
  try {
    await measure('login', '/login')
    const page = await context.newPage()
    await logIn(page, url, email)
    await page.goto(`${url}/address?street=akerstraat`)
    const link = page.getByRole('table', { name: 'Gevonden adressen' }).getByRole('link').first()
    const address = (await link.getAttribute('href')) ?? ''
    await page.close()
    await measure('search', '/address')
    await measure('address', address)
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
  return measured
}
