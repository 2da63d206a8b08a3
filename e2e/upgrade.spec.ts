import { expect, test } from '@playwright/test'
import { logIn } from './keyboard.ts'

test('S8.4 a page part that is gone (a new version) loads the page anew, at most once in 60 seconds', async ({
  page,
}) => {
  await logIn(page, 'medewerker@bsgw.example')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.route('**/assets/AddressSearchPage-*.js', (route) => route.fulfill({ status: 404, body: '' }))
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))
  await page.getByRole('link', { name: 'Zoek adres', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/misgegaan|niet/)
  expect(loads).toHaveLength(1)

  await page.unroute('**/assets/AddressSearchPage-*.js')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Zoek adres' })).toBeVisible()
})
