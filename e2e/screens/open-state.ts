import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { endAnimations, logIn } from '../keyboard.ts'
import { moment } from './clock.ts'
import { recordFocus } from './escape.ts'
import { followRequests, requestsEnd } from './requests.ts'
import { recordViolations } from './rules/content-policy.ts'
import type { State } from './state.ts'
import { answerSentinels } from './steps.ts'

// The pages of an employee share one context, because the cookie that renews a session works only once.
const contexts = new Map<string, Promise<BrowserContext>>()

/** Opens a browser context for an employee, or for a visitor when `as` is empty. Its clock stands still at `moment`. */
export async function openSession(browser: Browser, as = '') {
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
  if (ownLogin) return openSession(browser, as)
  const context = contexts.get(as) ?? openSession(browser, as)
  contexts.set(as, context)
  return context
}

/** Opens a page in a state. Fails when the page does not show that state. */
export async function openState(browser: Browser, state: State) {
  const page = await (await contextOf(browser, state)).newPage()
  await page.setViewportSize({ width: state.width ?? 1280, height: 900 })
  followRequests(page)
  await recordViolations(page)
  if (state.opens) await recordFocus(page)
  if (state.at?.includes('fail-')) await answerSentinels(page)
  await state.before?.(page)
  await page.goto(state.at ?? state.screen)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await requestsEnd(page)
  await state.act?.(page)
  await expect(page.getByText(state.shows).filter({ visible: true }).first()).toBeVisible()
  if (state.state === 'waiting') await expect(page.getByText('Bezig met laden').first()).toBeAttached()
  else await expect(page.getByText('Bezig met laden')).toHaveCount(0)
  if (state.act) await requestsEnd(page)
  await endAnimations(page)
  await page.evaluate(() => scrollTo(0, 0))
  return page
}

/** Closes the page of a state. Also closes its context if the state has its own login. */
export const closeState = (page: Page, { ownLogin }: State) => (ownLogin ? page.context().close() : page.close())
