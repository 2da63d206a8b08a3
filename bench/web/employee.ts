import type { Browser, BrowserContext, Page } from '@playwright/test'

/** Accounts of the demo data: `provider` searches addresses, `municipal` looks up passes. */
export const accounts = { provider: 'medewerker@bsgw.example', municipal: 'balie@heerlen.example' }

const password = 'Loket-demo-2026!'

/** Logs an employee in, and waits for the dashboard. */
export async function logIn(page: Page, url: string, email: string) {
  await page.goto(`${url}/login`)
  await page.getByLabel('E-mailadres').fill(email)
  await page.getByLabel('Wachtwoord', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/dashboard`)
}

declare global {
  interface Window {
    /** The sum of the layout shifts of the page. */
    layoutShift: number
    /** The interactions on the page. `duration` is the time until the next paint, in ms. */
    interactions: { duration: number; interactionId: number }[]
  }
}

/** Logs an employee in on a page that records layout shifts and interactions. */
export async function openAs(browser: Browser, url: string, email: string) {
  const context = await browser.newContext({ locale: 'nl-NL', timezoneId: 'Europe/Amsterdam' })
  const page = await context.newPage()
  await recordTimings(context)
  await logIn(page, url, email)
  return page
}

/** Records layout shifts and interactions of 16 ms or longer on each page of the context. */
const recordTimings = (context: BrowserContext) =>
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
