import { randomUUID } from 'node:crypto'
import { expect, type Page, type Route } from '@playwright/test'
import {
  ApiError,
  type EmployeeSession,
  type Endpoint,
  endOtherSessions,
  listEmployeeSessions,
  listOwnSessions,
  type Reply,
  refreshSession,
} from '@rd4-loket/contract'
import { exampleReply } from '@rd4-loket/contract/examples'
import { findEndpoint, problemOf, replyToSentinel } from '@rd4-loket/contract/fake-backend'
import { ignoreRequest } from './requests.ts'

/** Adds two organisations to the page that the server sends. */
export const offerOrganisations = (page: Page) =>
  page.route(
    ({ pathname }) => ['/login', '/account/beveiliging'].includes(pathname),
    async (route) => {
      const response = await route.fetch()
      const organisations = JSON.stringify([
        { id: 'heerlen', name: 'Gemeente Heerlen' },
        { id: 'bsgw', name: 'BsGW' },
      ])
      const body = (await response.text()).replace(
        'name="organisations" content=""',
        `name="organisations" content="${organisations.replaceAll('"', '&#34;')}"`,
      )
      await route.fulfill({ response, body })
    },
  )

/** Disables the portal's timeouts on pages that open from now on. */
export const disableTimeouts = (page: Page) =>
  page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal
  })

/** Handles the calls of a page to an endpoint. */
const handle = (endpoint: Endpoint, handler: (route: Route) => unknown) => (page: Page) =>
  page.route('**/api/**', (route) => {
    const request = route.request()
    const found = findEndpoint(request.method(), new URL(request.url()).pathname)
    return found?.endpoint === endpoint ? handler(route) : route.fallback()
  })

/** Holds a call: the page never gets a response. */
export const hold = (endpoint: Endpoint) => async (page: Page) => {
  await disableTimeouts(page)
  await handle(endpoint, (route) => ignoreRequest(page, route.request()))(page)
}

/** Holds every page of a search except the first page. */
export const holdLaterPages = (endpoint: Endpoint) => async (page: Page) => {
  await disableTimeouts(page)
  await handle(endpoint, (route) =>
    route.request().postDataJSON().cursor ? ignoreRequest(page, route.request()) : route.fallback(),
  )(page)
}

/** Replaces the response to a call by a reply. The default is the reply of the example. */
export const answer = <E extends Endpoint>(endpoint: E, reply: Reply<E> = exampleReply(endpoint)) =>
  handle(endpoint, (route) => route.fulfill({ json: endpoint.meta ? reply : { data: reply } }))

type Data<E extends Endpoint> = E['data'] extends { _zod: { output: infer Output } } ? Output : never

/** Changes the data of the server's reply to a call. */
export const change = <E extends Endpoint>(endpoint: E, changed: (data: Data<E>) => Data<E>) =>
  handle(endpoint, async (route) => {
    const response = await route.fetch()
    const reply = await response.json()
    await route.fulfill({ response, json: { ...reply, data: changed(reply.data) } })
  })

const respondWith = (endpoint: Endpoint, error: ApiError) =>
  handle(endpoint, (route) =>
    route.fulfill({ status: error.status, contentType: 'application/problem+json', json: problemOf(error) }),
  )

/** Responds to a call with 503. */
export const fail = (endpoint: Endpoint) =>
  respondWith(endpoint, new ApiError(503, 'Dit onderdeel is even niet bereikbaar.'))

/** Answers the calls whose data contains a sentinel, such as the address `fail-showBill-503`. */
export const answerSentinels = (page: Page) =>
  page.route('**/api/**', (route) => {
    const request = route.request()
    const { pathname, search } = new URL(request.url())
    const body = request.postData() ?? ''
    const reply = replyToSentinel({ method: request.method(), path: pathname, query: search, body })
    return reply ? route.fulfill(reply) : route.fallback()
  })

/** Shows the sessions of an employee who logged in at an organisation too long ago to end the other sessions. */
export const requireNewLogin = (page: Page) =>
  Promise.all([
    offerOrganisations(page),
    showSessions(listOwnSessions, { is_current: true, by_organisation: true })(page),
    respondWith(
      endOtherSessions,
      new ApiError(409, 'Log opnieuw in bij uw organisatie. Daarna kan dit 10 minuten.'),
    )(page),
  ])

export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().click()

export const follow = (name: string) => (page: Page) =>
  page.getByRole('main').getByRole('link', { name, exact: true }).first().click()

export const submit = (form: string) => (page: Page) =>
  page.getByRole('form', { name: form }).locator('button[type=submit]').click()

/** Searches for a pass as a barcode scanner does: a number and Enter. */
export const scan = (pass: string) => async (page: Page) => {
  await page.getByLabel('Pasnummer').pressSequentially(pass)
  await page.keyboard.press('Enter')
}

export const openUserMenu = (page: Page) => page.getByRole('button', { name: /^Gebruikersmenu/ }).click()

/**
 * Moves the focus to the search box with Ctrl+K. Repeats the key, because a new page does not react to keys at once.
 */
export async function goToSearch(page: Page) {
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('search').getByRole('combobox')).toBeFocused({ timeout: 2_000 })
  }).toPass()
}

/** Runs steps one after the other. */
export const sequence =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page)
  }

/** Issues a roll, and waits for the confirmation. */
export async function issueRoll(page: Page) {
  await page.getByLabel('Aantal rollen').pressSequentially('1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').getByText('Er is 1 rol aangevraagd')).toBeVisible()
}

/** Undoes the last issue. */
export const undoIssue = (page: Page) =>
  page
    .getByRole('button', { name: /^Ongedaan maken/ })
    .first()
    .click()

/** Waits until the calls that a page makes when it opens have returned. */
export async function expectLoaded(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[data-waiting]')).toHaveCount(0)
  await expect(page.getByText('Bezig met laden')).toHaveCount(0)
}

/** Ends the session of a clerk on the server. The page detects this only at its next call. */
export async function endSession(page: Page) {
  // Waits for the calls of the page itself. Only the employee's next action must then fail. The call for the undo bar
  // is the last, because the code of the bar loads late.
  const [call] = await Promise.all([
    page.waitForRequest((request) => request.headers()['authorization'] !== undefined),
    page.waitForResponse((response) => response.url().endsWith('/counter/undoable')),
    page.reload(),
  ])
  await expectLoaded(page)
  const ended = await page.request.post('/api/v1/counter/user/auth/logout', {
    headers: { authorization: call.headers()['authorization'] ?? '' },
  })
  expect(ended.status()).toBe(200)
}

/** Publishes a newer version, and triggers the page's check for it. */
export async function publishNewVersion(page: Page) {
  await page.route('/', (route) => route.fulfill({ headers: { 'portal-version': 'a newer one' } }))
  // Repeats the event, because a new page does not listen for it at once.
  await expect(async () => {
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await expect(page.getByText('Er is een nieuwe versie')).toBeVisible({ timeout: 2_000 })
  }).toPass()
}

/** Changes the server's replies: the page then expects the session to end in 90 seconds. */
export const shortenSession = change(refreshSession, (token) => ({ ...token, session_expires_in: 90 }))

/** Shows three sessions, because the real sessions depend on the run. */
export const showSessions = (
  endpoint: typeof listOwnSessions | typeof listEmployeeSessions,
  first: { is_current: boolean; by_organisation?: boolean },
) => {
  const by_organisation = first.by_organisation ?? false
  const session = { ...exampleReply(listEmployeeSessions)[0], by_organisation } as EmployeeSession
  return answer(endpoint, [
    { ...session, ...first, browser: 'Microsoft Edge' },
    { ...session, id: randomUUID(), browser: 'Safari', system: 'iOS', network: '2001:db8:12:34::/64' },
    { ...session, id: randomUUID(), browser: null, system: null },
  ])
}
