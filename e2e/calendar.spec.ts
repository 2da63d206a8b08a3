import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, openAs, tabTo } from './keyboard.ts'

async function press(page: Page, role: 'link' | 'button', name: string | RegExp) {
  await tabTo(page, page.getByRole(role, { name, exact: true }))
  await page.keyboard.press('Enter')
}

async function openAddress(page: Page) {
  await openAs(page, 'medewerker@bsgw.example', '/address?postal_code=6411CD&house_number=118')
  await press(page, 'link', 'Akerstraat 118')
  await expect(page.getByRole('heading', { level: 1, name: 'Akerstraat 118' })).toBeVisible()
}

test('S1.6 S2.11 an employee opens the calendar and the feed of an address by keyboard alone', async ({ page }) => {
  await openAddress(page)
  const next = page.getByRole('region', { name: 'Volgende ophaaldagen' })
  await expect(next.getByRole('listitem').filter({ hasText: /^GFT: / })).toBeVisible()

  await press(page, 'link', 'Ophaalkalender')
  await expect(page.getByText('Akerstraat 118', { exact: true })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^\d+ ophaaldagen/ })).toBeVisible()
  await expect(next.getByRole('listitem').filter({ hasText: /^GFT en etensresten: / })).toBeVisible()
  const firstWeek = page.getByRole('grid').getByRole('row').nth(1)
  expect((await firstWeek.boundingBox())?.y).toBeLessThan(400)
  // Paper has no space for the names, and can be without colours.
  await page.emulateMedia({ media: 'print' })
  const letter = page.getByRole('grid').locator('[data-letter=G]').first()
  expect(await letter.evaluate((mark) => getComputedStyle(mark, '::after').content)).toBe('"G"')
  await expect(page.getByText('Akerstraat 118', { exact: true })).toBeHidden()
  await expect(page.getByText(/^Ophaalkalender \d{4}: Akerstraat 118, 6411 CD Heerlen$/)).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await tabTo(page, page.getByRole('checkbox', { name: 'GFT en etensresten' }))
  await page.keyboard.press('Space')
  await expect(page.getByRole('grid')).not.toContainText('GFT en etensresten')
  await page.keyboard.press('Space')
  await expect(page.getByRole('grid')).toContainText('GFT en etensresten')

  await press(page, 'button', 'Toon de agendalink')
  await expect(page.getByRole('img', { name: 'QR-code van de agendalink' })).toBeVisible()
  const link = await page.getByText(/\/waste-calendar\/feeds\/[\w-]+\.ics$/).innerText()
  const feed = await page.request.get(new URL(link).pathname)
  expect(feed.headers()['content-type']).toContain('text/calendar')
  expect(await feed.text()).toContain('SUMMARY:GFT en etensresten')
})

test('a municipal employee types an address in the calendar itself, by keyboard alone', async ({ page }) => {
  await openAs(page, 'balie@heerlen.example', '/calendar?view=month')
  await expect(page.getByRole('status').filter({ hasText: /^\d+ ophaaldagen/ })).toBeVisible()
  await tabTo(page, page.getByRole('combobox', { name: 'Adres' }))
  await page.keyboard.type('6411CD 118')
  await expect(page.getByRole('listbox', { name: 'Adressen' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Akerstraat 118', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/calendar\?view=month&address=/)
  await expect(page.getByRole('region', { name: 'Ophaalafspraak' })).toBeVisible()
})

test('S1.9 a clerk makes, moves and cancels an appointment for pruning waste, by keyboard alone', async ({ page }) => {
  await openAddress(page)
  const panel = page.getByRole('region', { name: 'Ophaalafspraak' })
  await press(page, 'button', 'Afspraak maken')
  /** Moves to the first possible option of a group, and presses a key. Returns the chosen option. */
  const choose = async (legend: string, key: string) => {
    const options = panel.getByRole('group', { name: legend }).getByRole('radio', { disabled: false })
    if ((await options.and(page.locator(':focus')).count()) === 0) await tabTo(page, options.first())
    await page.keyboard.press(key)
    return options
      .and(page.locator(':checked'))
      .evaluate((it) => it.nextElementSibling?.textContent ?? it.nextSibling?.textContent)
  }
  expect(await choose('Hoeveelheid snoeiafval', 'Space')).toBe('0,5\u00a0m³')
  // Takes the last possible day, because no other test uses that day.
  const day = `${await choose('Dag', 'ArrowUp')}`.replace(/ \(.*/, '')
  await press(page, 'button', 'Vastleggen')
  const row = panel.getByRole('listitem').filter({ hasText: day })
  await expect(row).toContainText('0,5 m³ snoeiafval')
  await expect(panel.getByRole('button', { name: 'Afspraak maken' })).toBeFocused()
  await expectAccessible(page)

  await press(page, 'button', new RegExp(`^Verplaatsen.*${day}$`))
  await choose('Dag', 'ArrowUp')
  const other = `${await choose('Dag', 'ArrowUp')}`.replace(/ \(.*/, '')
  await press(page, 'button', 'Vastleggen')
  await expect(panel.getByRole('listitem').filter({ hasText: other })).toBeVisible()
  await expect(row).toHaveCount(0)

  await press(page, 'button', new RegExp(`^Afzeggen.*${other}$`))
  await expectAccessible(page)
  await press(page, 'button', 'Ja, afzeggen')
  await expect(panel.getByRole('listitem').filter({ hasText: other })).toHaveCount(0)
})

test('S1.6 the calendar of a year prints on one page, in portrait and in landscape', async ({ page }) => {
  await openAddress(page)
  await press(page, 'link', 'Ophaalkalender')
  await press(page, 'link', 'Jaar')
  await expect(page.getByRole('table')).toHaveCount(12)
  await expect(page.getByRole('status').filter({ hasText: /ophaaldagen/ })).toBeVisible()
  for (const landscape of [false, true]) {
    const sheets = (await page.pdf({ format: 'A4', landscape })).toString('latin1').match(/\/Type\s*\/Page\b/g)
    expect(sheets, landscape ? 'landscape' : 'portrait').toHaveLength(1)
  }
})
