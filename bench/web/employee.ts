import type { Browser, BrowserContext, Page } from '@playwright/test'

/** Who measures: one who finds addresses, and one who serves passes. */
export const accounts = { provider: 'medewerker@bsgw.example', municipal: 'balie@heerlen.example' }

const password = 'Loket-demo-2026!'

/** Logs an employee in, and waits for the first page. */
export async function logIn(page: Page, url: string, email: string) {
  await page.goto(`${url}/login`)
  await page.getByLabel('E-mailadres').fill(email)
  await page.getByLabel('Wachtwoord', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/dashboard`)
}

declare global {
  interface Window {
    /** How much what stood still on a page moved. */
    layoutShift: number
    /** What the browser says of every interaction: how long until the frame that showed it, in ms. */
    interactions: { duration: number; interactionId: number }[]
  }
}

/** Opens the product for an employee, in a window that notes every layout shift and every interaction. */
export async function openAs(browser: Browser, url: string, email: string) {
  const context = await browser.newContext({ locale: 'nl-NL', timezoneId: 'Europe/Amsterdam' })
  const page = await context.newPage()
  await watch(context)
  await logIn(page, url, email)
  return page
}

/** Makes the windows of a context note every layout shift and every interaction. */
export const watch = (context: BrowserContext) =>
  context.addInitScript(() => {
    window.layoutShift = 0
    window.interactions = []
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!shift.hadRecentInput) window.layoutShift += shift.value
    }).observe({ type: 'layout-shift', buffered: true })
    new PerformanceObserver((list) => {
      for (const { duration, interactionId } of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (interactionId > 0) window.interactions.push({ duration, interactionId })
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
  })
