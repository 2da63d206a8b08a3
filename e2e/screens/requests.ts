import type { Page, Request } from '@playwright/test'

const inFlight = new WeakMap<Page, Set<Request>>()

/** Follows the requests of a page for `requestsEnd`. Call it before the page opens. */
export function followRequests(page: Page) {
  const requests = new Set<Request>()
  inFlight.set(page, requests)
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
}

const browserIsIdle = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })))

/**
 * Waits until no request of a page has been in flight for 300 ms, or for at most 5 s. Late panels are then in place.
 * The code of a panel may still have to run before it makes its call, so the browser must be idle too.
 */
export async function requestsEnd(page: Page) {
  const start = Date.now()
  let idleSince = start
  while (Date.now() - idleSince < 300 && Date.now() - start < 5_000) {
    await browserIsIdle(page)
    await page.waitForTimeout(30)
    if (inFlight.get(page)?.size) idleSince = Date.now()
  }
}
