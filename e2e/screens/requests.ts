import type { Page, Request } from '@playwright/test'

type Requests = { inFlight: Set<Request>; endedAt: number }
const requestsOf = new WeakMap<Page, Requests>()

/** Follows the requests of a page for `requestsEnd`. Call it before the page opens. */
export function followRequests(page: Page) {
  const requests: Requests = { inFlight: new Set(), endedAt: 0 }
  requestsOf.set(page, requests)
  const end = (request: Request) => {
    requests.inFlight.delete(request)
    requests.endedAt = Date.now()
  }
  page.on('request', (request) => requests.inFlight.add(request))
  page.on('requestfinished', end)
  page.on('requestfailed', end)
}

/** Excludes a request that a test holds from `requestsEnd`. */
export function ignoreRequest(page: Page, request: Request) {
  requestsOf.get(page)?.inFlight.delete(request)
}

// A string, because the types of `scripts` are checked with this file, and without the types of a browser.
const browserIsIdle = (page: Page) =>
  page.evaluate('new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }))')

/**
 * Waits until a page has had no request in flight for 300 ms, and at most 5 s. Late panels are then in place.
 * The code of a panel may still have to run before it makes its call, so the browser must be idle too.
 */
export async function requestsEnd(page: Page) {
  const start = Date.now()
  let wait_ms = 300
  while (wait_ms > 0 && Date.now() - start < 5_000) {
    await page.waitForTimeout(wait_ms)
    await browserIsIdle(page)
    const { inFlight, endedAt = 0 } = requestsOf.get(page) ?? {}
    wait_ms = inFlight?.size ? 30 : Math.max(start, endedAt) + 300 - Date.now()
  }
}
