import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { logIn } from '../keyboard.ts'
import { faultsOf } from './faults.ts'
import { type State, states } from './states.ts'

const folder = fileURLToPath(new URL('../../screenshots', import.meta.url))
const widths = [360, 768, 1280, 1920]

// One login per account: a session is renewed by a cookie that works once, so its pages share a context.
const contexts = new Map<string, BrowserContext>()

async function contextOf(browser: Browser, as = '') {
  const known = contexts.get(as)
  if (known) return known
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  contexts.set(as, context)
  if (as) {
    const page = await context.newPage()
    await logIn(page, as)
    await expect(page).not.toHaveURL(/\/login/)
    await page.close()
  }
  return context
}

const isWaiting = ({ state }: State) => state === 'waiting'

/** Brings a page to a state, and fails when it is not that state. */
async function reach(page: Page, state: State) {
  await state.before?.(page)
  await page.goto(state.at ?? state.screen)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await state.act?.(page)
  await expect(page.getByText(state.shows).filter({ visible: true }).first()).toBeVisible({ timeout: 20_000 })
  if (isWaiting(state)) await expect(page.getByText('Bezig met laden').first()).toBeAttached()
  else await expect(page.getByText('Bezig met laden')).toHaveCount(0)
  // What fades in has its colours when it is there; only the emblem never ends.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
    return Promise.allSettled(ending.map(({ finished }) => finished))
  })
  await page.evaluate(() => scrollTo(0, 0))
}

test.beforeAll(() => mkdirSync(folder, { recursive: true }))

for (const state of states)
  test(`${state.screen}, ${state.state}`, async ({ browser }) => {
    const page = await (await contextOf(browser, state.as)).newPage()
    await reach(page, state)
    const name = `${state.screen} ${state.state}`.replace(/[^a-z0-9]+/gi, '-').replace(/^-/, '')
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true, animations: 'disabled' })
    }
    const faults = await faultsOf(page)
    await page.close()
    expect(faults).toEqual([])
  })
