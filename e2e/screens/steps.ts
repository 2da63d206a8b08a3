import { expect, type Page } from '@playwright/test'

/** A call that is never answered. */
export const hold = (call: string) => (page: Page) => page.route(`**/api/v1/counter/${call}`, () => {})

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

/** Ends the session on the server, as a block or a copied cookie does; the page does not know it yet. */
export async function endSession(page: Page) {
  const [call] = await Promise.all([
    page.waitForRequest((request) => request.headers()['authorization'] !== undefined),
    page.reload(),
  ])
  // What the page asks for by itself is answered before: only what the employee does then meets the end.
  await page.waitForLoadState('networkidle')
  const ended = await page.request.post('/api/v1/counter/user/auth/logout', {
    headers: { authorization: call.headers()['authorization'] ?? '' },
  })
  expect(ended.status()).toBe(200)
}

/** Lets the server say of the session that it ends in a minute and a half. */
export const shortenSession = (page: Page) =>
  page.route('**/api/auth/refresh', async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { data: { ...data, session_expires_in: 90 } } })
  })
