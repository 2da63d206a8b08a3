import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, logIn } from './keyboard.ts'

/** Opens a list of addresses and shows pages of 25 until it has this number of rows. */
async function openLongList(page: Page, rows: number) {
  await logIn(page, 'medewerker@bsgw.example')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/address?street=straat')
  for (let shown = 25; shown < rows; shown += 25) {
    await expect(page.getByRole('heading', { name: `${shown} adressen` })).toBeVisible()
    await page.getByRole('button', { name: 'Meer tonen' }).click()
  }
  return page.getByRole('table', { name: 'Gevonden adressen' })
}

test('S8.4 a long list shows every row when the chunk for long lists is missing', async ({ page }) => {
  await page.route('**/LongTableBody-*.js', (route) => route.fulfill({ status: 404 }))
  const table = await openLongList(page, 225)
  await expect(table.getByRole('link')).toHaveCount(225)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zoek adres')
})

test('a list of 250 rows renders at most 199 rows, and Home and End reach the first and the last row', async ({
  page,
}) => {
  const table = await openLongList(page, 250)
  await expect(table).toHaveAttribute('aria-rowcount', '251')
  const links = table.getByRole('link')
  // The page loads the code for long lists only when a list becomes long. That code then removes the distant rows.
  await expect.poll(() => links.count()).toBeLessThan(200)

  await page.evaluate(() => window.scrollTo(0, 0))
  const first = table.locator('tr[aria-rowindex="2"]').getByRole('link')
  await first.focus()
  await page.keyboard.press('End')
  await expect(table.locator('tr[aria-rowindex="251"]').getByRole('link')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('ArrowUp')
  await expect(table.locator('tr[aria-rowindex="250"]').getByRole('link')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(first).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(table.locator('tr[aria-rowindex="3"]').getByRole('link')).toBeFocused()
  await expect(page.getByRole('heading', { name: '250 adressen' })).toBeVisible()
})
