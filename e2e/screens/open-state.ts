import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { logIn } from '../keyboard.ts'
import { moment } from './clock.ts'
import type { State } from './state.ts'

// One login per account: a session is renewed by a cookie that works once, so its pages share a context.
const contexts = new Map<string, Promise<BrowserContext>>()

/** A browser of its own for somebody who logs in, or for a visitor. Its clock stands still on the day of the screens. */
export async function enter(browser: Browser, as = '') {
  const context = await browser.newContext()
  await context.clock.setFixedTime(moment)
  if (as) {
    const page = await context.newPage()
    await logIn(page, as)
    await expect(page).not.toHaveURL(/\/login/)
    await page.close()
  }
  return context
}

function contextOf(browser: Browser, { as = '', ownLogin }: State) {
  if (ownLogin) return enter(browser, as)
  const known = contexts.get(as) ?? enter(browser, as)
  contexts.set(as, known)
  return known
}

/** What fades in has its colours when it is there; only the emblem never ends. */
const settled = (page: Page) =>
  page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
    return Promise.allSettled(ending.map(({ finished }) => finished))
  })

/** Opens a page in a state, and fails when it is not that state. */
export async function reach(browser: Browser, state: State) {
  const page = await (await contextOf(browser, state)).newPage()
  await page.setViewportSize({ width: state.width ?? 1280, height: 900 })
  await state.before?.(page)
  await page.goto(state.at ?? state.screen)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await state.act?.(page)
  await expect(page.getByText(state.shows).filter({ visible: true }).first()).toBeVisible()
  if (state.state === 'waiting') await expect(page.getByText('Bezig met laden').first()).toBeAttached()
  else await expect(page.getByText('Bezig met laden')).toHaveCount(0)
  await settled(page)
  await page.evaluate(() => scrollTo(0, 0))
  return page
}

/** Closes the page of a state, and its browser where it had its own. */
export const leave = (page: Page, { ownLogin }: State) => (ownLogin ? page.context().close() : page.close())
