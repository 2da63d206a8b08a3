import { expect, type Route } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, openAs } from './keyboard.ts'

/** Sends the request to the server, and breaks the connection before the response. */
const loseResponse = async (route: Route) => {
  await route.fetch()
  await route.abort('connectionreset')
}
/** Responds with 502, like a proxy that cannot reach the server. */
const respondAsProxy = (route: Route) =>
  route.fulfill({ status: 502, contentType: 'text/html', body: '<html><h1>502 Bad Gateway</h1></html>' })

test('S7.14 S8.1 rolls are issued once when a response is lost and a proxy rejects the retry', async ({ page }) => {
  await openAs(page, 'beheer@rd4.example', '/services-and-settings')
  await expect(page.getByLabel('Pasnummer')).toBeFocused()
  await page.keyboard.type('0404040404')
  await page.keyboard.press('Enter')
  const card = page.getByRole('region').filter({ hasText: /Nog \d rollen/ })
  await expect(card).toContainText('0 van 6 rollen gehad dit jaar')

  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/services/register')) keys.push(request.headers()['idempotency-key'])
  })
  const rolls = page.getByLabel('Aantal rollen')
  await expect(rolls).toBeFocused()
  await page.keyboard.type('2')
  const faults = [loseResponse, respondAsProxy]
  // One handler handles all requests, because Playwright can miss a request just after it replaced a handler.
  await page.route('**/services/register', (route) => faults.shift()?.(route) ?? route.continue())
  for (const attempt of [1, 2]) {
    const sent = page.waitForRequest('**/services/register')
    await page.keyboard.press('Enter')
    await (await sent).response()
    await expect(page.getByText('er wordt niets dubbel uitgegeven').first()).toBeVisible()
    await expect(rolls).toHaveValue('2')
    await expect(page.getByText('Bad Gateway')).toHaveCount(0)
    expect(keys).toHaveLength(attempt)
    await expectAccessible(page)
    await rolls.focus()
  }
  await page.keyboard.press('Enter')
  await expect(page.getByText('Er zijn 2 rollen aangevraagd')).toBeVisible()
  expect(new Set(keys).size).toBe(1)
  expect(keys).toHaveLength(3)

  await page.getByLabel('Pasnummer').fill('0404040404')
  await page.keyboard.press('Enter')
  await expect(card).toContainText('2 van 6 rollen gehad dit jaar')
})
