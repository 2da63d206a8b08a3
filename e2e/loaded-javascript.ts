import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'

/**
 * Returns the JavaScript in kB (gzip) that a page loads before the employee can type the first search. The page has the
 * session of an employee who may search addresses, and an empty cache.
 */
export async function loadedJavaScript(page: Page, url: string) {
  const scripts: Promise<number>[] = []
  const count = (response: Response) => {
    if (new URL(response.url()).pathname.endsWith('.js'))
      scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
  }
  page.on('response', count)
  await page.goto(`${url}/address`)
  await page.getByLabel('Postcode', { exact: true }).waitFor()
  // Other code loads a second later.
  page.off('response', count)
  const sizes = await Promise.all(scripts)
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}
