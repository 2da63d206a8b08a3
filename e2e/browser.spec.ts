import { chromium, expect, test } from '@playwright/test'
import { packagedBrowser } from './browser.ts'

test('the browser from the npm package starts and shows a page', async () => {
  const browser = await chromium.launch(await packagedBrowser())
  const page = await browser.newPage()
  await page.setContent('<h1>Rd4 Loket</h1>')
  await expect(page.getByRole('heading', { name: 'Rd4 Loket' })).toBeVisible()
  await browser.close()
})
