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
  const calls: Route[] = []
  await page.route('**/services/register', (route) => {
    calls.push(route)
  })
  const failure = page.getByText('er wordt niets dubbel uitgegeven')
  const pressEnter = async () => {
    const before = calls.length
    await page.keyboard.press('Enter')
    await expect.poll(() => calls.length, 'the calls after Enter').toBe(before + 1)
    // The message of the previous attempt disappears while a call is in flight.
    await expect(failure).toHaveCount(0)
    return calls[before] as Route
  }
  for (const fail of [loseResponse, respondAsProxy]) {
    await fail(await pressEnter())
    await expect(failure.first()).toBeVisible()
    await expect(rolls).toHaveValue('2')
    await expect(rolls).toBeFocused()
    await expect(page.getByText('Bad Gateway')).toHaveCount(0)
    await expectAccessible(page)
  }
  await (await pressEnter()).continue()
  await expect(page.getByText('Er zijn 2 rollen aangevraagd')).toBeVisible()
  expect(new Set(calls.map((call) => call.request().headers()['idempotency-key'])).size).toBe(1)
  expect(calls).toHaveLength(3)

  await page.getByLabel('Pasnummer').fill('0404040404')
  await page.keyboard.press('Enter')
  await expect(card).toContainText('2 van 6 rollen gehad dit jaar')
})
