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

  const rolls = page.getByLabel('Aantal rollen')
  await expect(rolls).toBeFocused()
  await page.keyboard.type('2')
  const keys: (string | undefined)[] = []
  const faults = [loseResponse, respondAsProxy]
  await page.route('**/services/register', (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    return faults.shift()?.(route) ?? route.continue()
  })
  const failure = page.getByText('er wordt niets dubbel uitgegeven')
  for (const attempt of [1, 2]) {
    await page.keyboard.press('Enter')
    await expect.poll(() => keys.length, 'the calls after each Enter').toBe(attempt)
    // The message of the previous attempt disappears while a call is in flight.
    await expect(failure.first()).toBeVisible()
    await expect(rolls).toHaveValue('2')
    await expect(rolls).toBeFocused()
    await expect(page.getByText('Bad Gateway')).toHaveCount(0)
    await expectAccessible(page)
  }
  await page.keyboard.press('Enter')
  await expect(page.getByText('Er zijn 2 rollen aangevraagd')).toBeVisible()
  expect(new Set(keys).size).toBe(1)
  expect(keys).toHaveLength(3)

  await page.getByLabel('Pasnummer').fill('0404040404')
  await page.keyboard.press('Enter')
  await expect(card).toContainText('2 van 6 rollen gehad dit jaar')
})
