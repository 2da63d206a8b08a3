import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { browser as browserOptions } from '../../e2e/browser.ts'
import { median, percentile, table } from '../figures.ts'
import { accounts, openAs } from './employee.ts'
import { municipalActions, providerActions, slowestInteraction, typingElsewhere } from './interactions.ts'
import { ownJavaScript, rivalJavaScript } from './javascript.ts'
import { lighthouseMarks } from './lighthouse.ts'
import { scrollFrames } from './long-list.ts'
import { startProduct } from './product.ts'
import { deskWaits, suggestionWaits } from './waits.ts'

const samples = 20
const listRows = 10_000
const rivals = join(import.meta.dirname, '..', 'rivals')
const nextPaint = 'next paint, processor 4× as slow'

/** What the product itself does without is installed when it is asked for, and only here. */
function prepareRivals() {
  if (!existsSync(join(rivals, 'node_modules', 'lighthouse')))
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: rivals, stdio: 'inherit' })
  execFileSync('vite', ['build', rivals, '--logLevel', 'error'], { stdio: 'inherit' })
}

const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
console.log(`Commit ${commit} · ${availableParallelism()} cores (${cpus()[0]?.model}) · Node ${process.versions.node}`)
console.log(`Load of the machine when this began: ${loadavg()[0]?.toFixed(1)}\n`)

prepareRivals()
const product = await startProduct()
const browser = await chromium.launch(await browserOptions())
const rows: [what: string, measured: string, goal: string][] = []
const ms = (value: number) => `${value.toFixed(0)} ms`
const waitRow = (what: string, waits: number[], goal: number) =>
  rows.push([
    `${what}, median (p95) of ${waits.length}`,
    `${ms(median(waits))} (${ms(percentile(waits, 0.95))})`,
    ms(goal),
  ])

/** Notes the slowest interaction of each action, and how much moved meanwhile. */
async function noteActions(page: Page, actions: ReturnType<typeof providerActions>) {
  for (const [name, act] of actions)
    rows.push([`${nextPaint}: ${name}`, ms(await slowestInteraction(page, act)), ms(100)])
}
const noteShift = async (page: Page, whose: string) =>
  rows.push([`layout shift, ${whose}`, (await page.evaluate(() => window.layoutShift)).toFixed(4), '0'])

try {
  const own = await ownJavaScript(browser, product.url, accounts.provider)
  const rival = { built: join(rivals, 'dist'), url: product.url }
  const theirs = await rivalJavaScript(browser, rival)
  const ratio = `${own.toFixed(1)} kB, ×${(own / theirs).toFixed(2)} of react-admin's ${theirs.toFixed(0)} kB`
  rows.push(['JavaScript before the first search can be typed, gz', ratio, '180 kB, below react-admin'])

  const provider = await openAs(browser, product.url, accounts.provider)
  waitRow('key pressed → suggestions on screen', await suggestionWaits(provider, samples), 50)
  await provider.goto(`${product.url}/address`)
  await provider.getByLabel('Straat', { exact: true }).waitFor()
  await noteActions(provider, providerActions(provider))
  await noteShift(provider, 'searching and an address')
  const { reactAdmin, nothingElse } = await typingElsewhere(browser, rival)
  rows.push([`${nextPaint}: the same in react-admin's form`, ms(reactAdmin), ''])
  rows.push([`${nextPaint}: the same in a page with one field`, ms(nothingElse), ''])
  const frames = await scrollFrames(provider, product.url, listRows)
  const long = `${ms(median(frames))} / ${ms(percentile(frames, 0.95))} / ${ms(Math.max(...frames))}`
  rows.push([`scrolling ${listRows} rows, frames: median / p95 / longest`, long, 'none over 50 ms'])
  await noteShift(provider, 'the long list')
  await provider.context().close()

  const municipal = await openAs(browser, product.url, accounts.municipal)
  await municipal.goto(`${product.url}/services-and-settings`)
  await municipal.getByLabel('Pasnummer').waitFor()
  await noteActions(municipal, municipalActions(municipal))
  const { scanned, confirmed } = await deskWaits(municipal, samples)
  waitRow('scan → resident card', scanned, 150)
  waitRow('digit + Enter → confirmed', confirmed, 150)
  await noteShift(municipal, 'the pass desk')
  await municipal.context().close()
  await browser.close()

  for (const { name, scores } of await lighthouseMarks(rivals, product.url, accounts.provider)) {
    const written = scores.map((score) => score.toFixed(2)).join(' · ')
    rows.push([`Lighthouse, ${name}: performance · accessibility · practices · SEO`, written, '0.98 · 1 · 1 · 1'])
  }
} finally {
  await browser.close()
  await product.stop()
}
console.log(table(['', 'measured', 'goal'], rows))
