import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, openAs, tabTo } from './keyboard.ts'

/** Presses a button by keyboard, and returns the downloaded file. */
async function download(page: Page, name: string) {
  await tabTo(page, page.getByRole('button', { name }))
  const downloading = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const file = await downloading
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('a list is exported to Excel and CSV by keyboard, with more CSV rows than the page shows', async ({ page }) => {
  await openAs(page, 'medewerker@bsgw.example', '/address?street=Akerstraat')
  await expect(page.getByRole('heading', { name: '25 adressen, er zijn er meer' })).toBeVisible()

  const sheet = await download(page, 'Exporteren als Excel')
  expect(sheet.name).toMatch(/^adressen \d{4}-\d\d-\d\d\.xlsx$/)
  expect(sheet.bytes.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04')
  await expect(page.getByText(/^\d+ rijen opgeslagen$/)).toBeVisible()

  const csv = await download(page, 'Exporteren als CSV')
  expect(csv.name).toMatch(/^adressen \d{4}-\d\d-\d\d\.csv$/)
  const [head, ...rows] = csv.bytes.toString('utf8').trimEnd().split('\r\n')
  expect(head).toBe('\uFEFF"Straat";"Huisnummer";"Toevoeging";"Postcode";"Plaats";"Gemeente";"Objectcode"')
  expect(rows.length).toBeGreaterThan(25)
  for (const row of rows) expect(row).toMatch(/^"[^"]*Akerstraat[^"]*";\d+;/)
  await expect(page.getByText(`${new Intl.NumberFormat('nl-NL').format(rows.length)} rijen opgeslagen`)).toBeVisible()
  await expectAccessible(page)
})
