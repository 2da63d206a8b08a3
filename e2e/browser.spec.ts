import { chromium, expect, test } from '@playwright/test'
import { packagedBrowser } from './browser.ts'

test('the browser among the packages starts, so that a machine without one can run the journeys', async () => {
  const browser = await chromium.launch(await packagedBrowser())
  const page = await browser.newPage()
  await page.setContent('<h1>Rd4 Loket</h1>')
  await expect(page.getByRole('heading', { name: 'Rd4 Loket' })).toBeVisible()
  await browser.close()
})
