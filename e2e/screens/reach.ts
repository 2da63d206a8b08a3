import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { logIn } from '../keyboard.ts'
import type { State } from './states.ts'

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

/** What fades in has its colours when it is there; only the emblem never ends. */
const standStill = (page: Page) =>
  page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
    return Promise.allSettled(ending.map(({ finished }) => finished))
  })

/** A page of its own, brought to a state; fails when it is not that state. */
export async function reach(browser: Browser, state: State) {
  const page = await (await contextOf(browser, state.as)).newPage()
  await state.before?.(page)
  await page.goto(state.at ?? state.screen)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await state.act?.(page)
  await expect(page.getByText(state.shows).filter({ visible: true }).first()).toBeVisible({ timeout: 20_000 })
  if (state.state === 'waiting') await expect(page.getByText('Bezig met laden').first()).toBeAttached()
  else await expect(page.getByText('Bezig met laden')).toHaveCount(0)
  await standStill(page)
  await page.evaluate(() => scrollTo(0, 0))
  return page
}
