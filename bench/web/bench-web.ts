import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { browser as browserOptions } from '../../e2e/browser.ts'
import { loadedJavaScript } from '../../e2e/loaded-javascript.ts'
import { median, percentile, table } from '../figures.ts'
import { startServer } from '../portal.ts'
import { accounts, openAs } from './employee.ts'
import { municipalActions, providerActions, slowestInteraction } from './interactions.ts'
import { lighthouseScores } from './lighthouse.ts'
import { scrollFrames } from './long-list.ts'
import { deskWaits, suggestionWaits } from './waits.ts'

const samples = 20
const listRows = 10_000
const nextPaint = 'next paint, processor 4× as slow'

const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
console.log(`Commit ${commit} · ${availableParallelism()} cores (${cpus()[0]?.model}) · Node ${process.versions.node}`)
console.log(`Load of the machine at the start: ${loadavg()[0]?.toFixed(1)}\n`)

const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-bench-web-'))
const product = await startServer({ DATA_DIR: folder, LOG_LEVEL: 'error' })
const browser = await chromium.launch(await browserOptions())
const rows: [figure: string, measured: string, goal: string][] = []
const ms = (value: number) => `${value.toFixed(0)} ms`
const addWaits = (figure: string, waits: number[], goal: number) =>
  rows.push([
    `${figure}, median (p95) of ${waits.length}`,
    `${ms(median(waits))} (${ms(percentile(waits, 0.95))})`,
    ms(goal),
  ])

/** Adds a row for each action, with its slowest interaction. */
async function addActions(page: Page, actions: ReturnType<typeof providerActions>) {
  for (const [name, act] of actions)
    rows.push([`${nextPaint}: ${name}`, ms(await slowestInteraction(page, act)), ms(100)])
}
const addLayoutShift = async (page: Page, part: string) =>
  rows.push([`layout shift, ${part}`, (await page.evaluate(() => window.layoutShift)).toFixed(4), '0'])

try {
  const first = await openAs(browser, product.url, accounts.provider)
  // A new context has the cookies of the session, but an empty cache.
  const context = await browser.newContext({ storageState: await first.context().storageState() })
  const javascript = await loadedJavaScript(await context.newPage(), product.url)
  await Promise.all([first.context().close(), context.close()])
  rows.push(['JavaScript before the first search can be typed, gz', `${javascript.toFixed(1)} kB`, '165 kB'])

  const provider = await openAs(browser, product.url, accounts.provider)
  addWaits('key pressed → suggestions on screen', await suggestionWaits(provider, samples), 50)
  await provider.goto(`${product.url}/address`)
  await provider.getByLabel('Straat', { exact: true }).waitFor()
  await addActions(provider, providerActions(provider))
  await addLayoutShift(provider, 'searching and an address')
  const frames = await scrollFrames(provider, product.url, listRows)
  const long = `${ms(median(frames))} / ${ms(percentile(frames, 0.95))} / ${ms(Math.max(...frames))}`
  rows.push([`scrolling ${listRows} rows, frames: median / p95 / maximum`, long, 'none over 50 ms'])
  await addLayoutShift(provider, 'the long list')
  await provider.context().close()

  const municipal = await openAs(browser, product.url, accounts.municipal)
  await municipal.goto(`${product.url}/services-and-settings`)
  await municipal.getByLabel('Pasnummer').waitFor()
  await addActions(municipal, municipalActions(municipal))
  const { scanned, confirmed } = await deskWaits(municipal, samples)
  addWaits('scan → resident card', scanned, 150)
  addWaits('digit + Enter → confirmed', confirmed, 150)
  await addLayoutShift(municipal, 'the pass desk')
  await municipal.context().close()
  await browser.close()

  for (const { name, scores } of await lighthouseScores(product.url, accounts.provider)) {
    const written = scores.map((score) => score.toFixed(2)).join(' · ')
    rows.push([`Lighthouse, ${name}: performance · accessibility · practices · SEO`, written, '0.98 · 1 · 1 · 1'])
  }
} finally {
  await browser.close()
  await product.stop()
  await rm(folder, { recursive: true })
}
console.log(table(['', 'measured', 'goal'], rows))
