import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { logIn } from './keyboard.ts'
import { expectLoaded } from './screens/steps.ts'

test('S8.4 a page reloads at most once in 60 s when a chunk is missing', async ({ page }) => {
  await logIn(page, 'medewerker@bsgw.example')
  await expect(page).toHaveURL(/\/dashboard$/)
  const part = '**/assets/AddressSearchPage-*.js'
  await page.route(part, (route) => route.fulfill({ status: 404, json: { status: 404 } }))
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))
  await page.getByRole('link', { name: 'Zoek adres', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/misgegaan|niet/)
  expect(loads).toHaveLength(1)

  await page.unroute(part)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Zoek adres' })).toBeVisible()
})

/** Changes every JSON response of the API before the page receives it. */
const changeResponses = (page: Page, change: (body: unknown, path: string) => unknown) =>
  page.route('**/api/**', async (route) => {
    const response = await route.fetch()
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response })
    await route.fulfill({ response, json: change(await response.json(), new URL(response.url()).pathname) })
  })

async function findAddress(page: Page) {
  await logIn(page, 'medewerker@bsgw.example')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/address?postal_code=6411cd&house_number=118b')
  await page.getByRole('link', { name: /Akerstraat 118 b$/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Akerstraat 118 b' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Ledigingen', exact: true })).toBeVisible()
  await expectLoaded(page)
}

test('a page works with a newer server that sends unknown fields', async ({ page }) => {
  const withUnknownFields = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withUnknownFields)
    if (value === null || typeof value !== 'object') return value
    const fields = Object.entries(value).map(([name, inner]) => [name, withUnknownFields(inner)])
    return { ...Object.fromEntries(fields), of_a_later_release: { unknown: ['field'] } }
  }
  await changeResponses(page, withUnknownFields)
  await findAddress(page)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.unrouteAll({ behavior: 'wait' })
})

test('a page works with an older server that lacks the newest calls and fields', async ({ page }) => {
  await changeResponses(page, (body, path) => {
    const { session_expires_in: _, ...data } = (body as { data: Record<string, unknown> }).data ?? {}
    return path.endsWith('/login') || path.endsWith('/refresh') ? { data } : body
  })
  const message = 'Deze aanroep bestaat niet'
  await page.route('**/nearby-systems*', (route) => route.fulfill({ status: 404, json: { status: 404, message } }))
  await findAddress(page)
  await expect(page.getByText(message)).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
})
