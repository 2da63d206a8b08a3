import { expect, type Page } from '@playwright/test'

/** Takes the portal's own patience away: a page that is opened from now on waits for an answer as long as it takes. */
export const waitForever = (page: Page) =>
  page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal
  })

/** A call that is never answered. */
export const hold = (call: string) => async (page: Page) => {
  await waitForever(page)
  await page.route(`**/api/v1/counter/${call}`, () => {})
}

/** A call that is refused because a part is down. */
export const fail = (call: string) => (page: Page) =>
  page.route(`**/api/v1/counter/${call}`, (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: 'about:blank',
        title: 'Service Unavailable',
        status: 503,
        message: 'Dit onderdeel is even niet bereikbaar.',
        request_id: '018f7b5e-0000-7000-8000-000000000000',
      }),
    }),
  )

/** Presses a button of the page. */
export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().click()

/** Follows a link of the page. */
export const follow = (name: string) => (page: Page) =>
  page.getByRole('main').getByRole('link', { name, exact: true }).first().click()

/** Sends a form as it is. */
export const submit = (form: string) => (page: Page) =>
  page.getByRole('form', { name: form }).locator('button[type=submit]').click()

/** Looks a pass up, as a reader does. */
export const scan = (pass: string) => async (page: Page) => {
  await page.getByLabel('Pasnummer').fill(pass)
  await page.keyboard.press('Enter')
}

/** Opens the menu of who is logged in. */
export const openUserMenu = (page: Page) => page.getByRole('button', { name: /^Gebruikersmenu/ }).click()

/** Goes to the search box by its keys, from any page; a page hears them a moment after it is drawn. */
export async function goToSearch(page: Page) {
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Zoeken' })).toBeFocused({ timeout: 2_000 })
  }).toPass()
}

/** One step after the other. */
export const inTurn =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page)
  }

/** Hands out a roll, and waits until that is told. */
export async function issueRoll(page: Page) {
  await page.getByLabel('Aantal rollen').fill('1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').getByText('Er is 1 rol aangevraagd')).toBeVisible()
}

/** Takes back what was handed out. */
export const undoIssue = (page: Page) => page.getByRole('button', { name: /^Ongedaan maken/ }).click()

/** Waits until a page that was opened has all it asks for by itself. */
export async function expectLoaded(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[data-waiting]')).toHaveCount(0)
  await expect(page.getByText('Bezig met laden')).toHaveCount(0)
}

/** Ends the session on the server, as a block or a copied cookie does; the page does not know it yet. */
export async function endSession(page: Page) {
  const [call] = await Promise.all([
    page.waitForRequest((request) => request.headers()['authorization'] !== undefined),
    page.reload(),
  ])
  // What the page asks for by itself is answered before: only what the employee does then meets the end.
  await expectLoaded(page)
  const ended = await page.request.post('/api/v1/counter/user/auth/logout', {
    headers: { authorization: call.headers()['authorization'] ?? '' },
  })
  expect(ended.status()).toBe(200)
}

/** Serves a newer version, and has the page ask for it as when somebody comes back to it. */
export async function serveNewVersion(page: Page) {
  await page.route('/', (route) => route.fulfill({ headers: { 'portal-version': 'a newer one' } }))
  // A page hears it a moment after it is drawn.
  await expect(async () => {
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await expect(page.getByText('Er is een nieuwe versie')).toBeVisible({ timeout: 2_000 })
  }).toPass()
}

/** Lets the server say of the session that it ends in a minute and a half. */
export const shortenSession = (page: Page) =>
  page.route('**/api/auth/refresh', async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { data: { ...data, session_expires_in: 90 } } })
  })
