import { expect, type Page } from '@playwright/test'
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

/** Holds a call: the page never gets a response. */
export const hold = (call: string) => async (page: Page) => {
  await disableTimeouts(page)
  await page.route(`**/api/v1/counter/${call}`, (route) => ignoreRequest(page, route.request()))
}

/** Holds every page of a search except the first page. */
export const holdLaterPages = (call: string) => async (page: Page) => {
  await disableTimeouts(page)
  await page.route(`**/api/v1/counter/${call}`, (route) =>
    route.request().postDataJSON().cursor ? ignoreRequest(page, route.request()) : route.fallback(),
  )
}

/** Responds to a call with a problem. */
const respondWith = (call: string, problem: { status: number; title: string; message: string }) => (page: Page) =>
  page.route(`**/api/v1/counter/${call}`, (route) =>
    route.fulfill({
      status: problem.status,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', ...problem, request_id: '018f7b5e-0000-7000-8000-000000000000' }),
    }),
  )

/** Responds to a call with 503. */
export const fail = (call: string) =>
  respondWith(call, { status: 503, title: 'Service Unavailable', message: 'Dit onderdeel is even niet bereikbaar.' })

/** Shows the sessions of an employee who logged in at an organisation too long ago to end the other sessions. */
export const requireNewLogin = (page: Page) =>
  Promise.all([
    offerOrganisations(page),
    showSessions('auth/sessions', { is_current: true, by_organisation: true })(page),
    respondWith('user/auth/sessions/end', {
      status: 409,
      title: 'Conflict',
      message: 'Log opnieuw in bij uw organisatie. Daarna kan dit 10 minuten.',
    })(page),
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
    await expect(page.getByRole('combobox', { name: 'Zoeken' })).toBeFocused({ timeout: 2_000 })
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
export const shortenSession = (page: Page) =>
  page.route('**/api/auth/refresh', async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { data: { ...data, session_expires_in: 90 } } })
  })

/** Changes the server's reply to a list of sessions, because the real sessions depend on the run. */
export const showSessions =
  (path: string, { is_current, by_organisation = false }: { is_current: boolean; by_organisation?: boolean }) =>
  (page: Page) =>
    page.route(`**/${path}`, (route) => {
      const [first, second, third] = [1, 2, 3].map((at) => `0b9b8f9e-2c1d-4a55-9d0c-1f3b5a7c9e1${at}`)
      const session = {
        network: '192.0.2.x',
        last_used_at: '2026-11-20T16:02:00+01:00',
        is_current: false,
        by_organisation,
      }
      const data = [
        { ...session, id: first, browser: 'Microsoft Edge', system: 'Windows', is_current },
        { ...session, id: second, browser: 'Safari', system: 'iOS', network: '2001:db8:12:34::/64' },
        { ...session, id: third, browser: null, system: null },
      ].map((it, at) => ({ ...it, started_at: `2026-11-${20 - at}T08:31:00+01:00` }))
      return route.fulfill({ json: { data } })
    })
