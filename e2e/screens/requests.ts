import type { Page, Request } from '@playwright/test'

const activities = new WeakMap<Page, { inFlight: Set<Request>; lastAt: number }>()

/** Follows the requests of a page for `requestsEnd`. Call it before the page opens. */
export function followRequests(page: Page) {
  const activity = { inFlight: new Set<Request>(), lastAt: 0 }
  activities.set(page, activity)
  const end = (request: Request) => {
    activity.inFlight.delete(request)
    activity.lastAt = Date.now()
  }
  page.on('request', (request) => activity.inFlight.add(request))
  page.on('requestfinished', end)
  page.on('requestfailed', end)
}

const browserIsIdle = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })))

/**
 * Waits until no request of a page has been in flight for 300 ms, or for at most 5 s. Late panels are then in place.
 * The code of a panel may still have to run before it makes its call, so the browser must be idle too.
 */
export async function requestsEnd(page: Page) {
  const start = Date.now()
  const activity = activities.get(page)
  const isBusy = () => Boolean(activity?.inFlight.size) || Date.now() - Math.max(start, activity?.lastAt ?? 0) < 300
  while (isBusy() && Date.now() - start < 5_000) {
    await browserIsIdle(page)
    await page.waitForTimeout(100)
  }
}
