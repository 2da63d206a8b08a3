import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, openAs, tabTo } from './keyboard.ts'

/** Opens a list of 25 addresses and shows pages of 100 until it has this number of rows. */
async function openLongList(page: Page, rows: number) {
  await openAs(page, 'medewerker@bsgw.example', '/address?street=straat')
  for (let shown = 25; shown < rows; shown += 100) {
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

test('a list of 225 rows renders at most 199 rows, Tab reaches each row, and Home and End the first and the last', async ({
  page,
}) => {
  const table = await openLongList(page, 225)
  await expect(table).toHaveAttribute('aria-rowcount', '226')
  const links = table.getByRole('link')
  // The page loads the code for long lists only when a list becomes long. That code then removes the distant rows.
  await expect.poll(() => links.count()).toBeLessThan(200)

  await page.evaluate(() => window.scrollTo(0, 0))
  const first = table.locator('tr[aria-rowindex="2"]').getByRole('link')
  await first.focus()
  await page.keyboard.press('End')
  await expect(table.locator('tr[aria-rowindex="226"]').getByRole('link')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('ArrowUp')
  await expect(table.locator('tr[aria-rowindex="225"]').getByRole('link')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(first).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(table.locator('tr[aria-rowindex="3"]').getByRole('link')).toBeFocused()
  // Passes the last row that was rendered at the start of the walk.
  for (let row = 4; row <= 64; row += 1) {
    await page.keyboard.press('Tab')
    await expect(table.locator(`tr[aria-rowindex="${row}"]`).getByRole('link')).toBeFocused()
  }
  await expect(page.getByRole('heading', { name: '225 adressen' })).toBeVisible()
})

test('the header row of a list stays visible below the page header, and does not cover the focused row', async ({
  page,
}) => {
  const table = await openLongList(page, 125)
  const header = table.getByRole('columnheader', { name: 'Postcode' })
  await table.getByRole('link').last().focus()
  await expect.poll(async () => Math.round((await header.boundingBox())?.y ?? 0)).toBe(80)
  for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowUp')
  const { y = 0, height = 0 } = (await header.boundingBox()) ?? {}
  const row = await page.locator('tr:has(a:focus)').boundingBox()
  expect(row?.y).toBeGreaterThanOrEqual(y + height - 1)
})

test('a header sorts a partly loaded list by keyboard, and is disabled for a list of more than 2,000 rows', async ({
  page,
}) => {
  await openAs(page, 'medewerker@bsgw.example', '/address?street=akerstraat')
  await expect(page.getByRole('heading', { name: '25 adressen, er zijn er meer' })).toBeVisible()
  const header = page.getByRole('columnheader', { name: 'Postcode' })
  await tabTo(page, header.getByRole('button'))
  await page.keyboard.press('Enter')
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  await expect(header.getByRole('button')).toBeFocused()
  await expect(page.getByRole('heading', { name: /^[\d.]+ adressen gevonden$/ })).toBeVisible()
  const codes = await page.getByRole('cell', { name: /^\d{4} [A-Z]{2}$/ }).allTextContents()
  expect(codes.length).toBeGreaterThan(25)
  expect(codes).toEqual(codes.toSorted())
  await expectAccessible(page)

  await page.goto('/address?street=straat&sort=Postcode')
  await expect(page.getByText('Deze lijst heeft meer dan 2.000 rijen en is niet gesorteerd.')).toBeVisible()
  await expect(header.getByRole('button')).toHaveAttribute('aria-disabled', 'true')
})
