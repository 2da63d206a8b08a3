import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { logIn } from './employee.ts'

/**
 * Returns the JavaScript in kB (gzip) that the search page loads from an empty cache before the field `Postcode`
 * appears, for an employee who has logged in.
 */
export async function loadedJavaScript(browser: Browser, url: string, email: string) {
  const first = await browser.newContext()
  await logIn(await first.newPage(), url, email)
  // A new context has the cookies of the session, but an empty cache.
  const context = await browser.newContext({ storageState: await first.storageState() })
  await first.close()
  const page = await context.newPage()
  const scripts: Promise<number>[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js'))
      scripts.push(
        response.body().then(
          (body) => gzipSync(body, { level: 9 }).length,
          () => 0,
        ),
      )
  })
  await page.goto(`${url}/address`)
  await page.getByLabel('Postcode', { exact: true }).waitFor()
  const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0)
  await context.close()
  return bytes / 1000
}
