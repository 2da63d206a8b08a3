import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext } from '@playwright/test'
import { logIn } from './employee.ts'
import { type Rival, serveRival } from './rival.ts'

/** The JavaScript that a page fetches before `typed` can be typed in, from an empty cache; in kB, compressed with gzip. */
async function fetchedBefore(context: BrowserContext, url: string, field: string) {
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
  await page.goto(url)
  await page.getByLabel(field, { exact: true }).waitFor()
  const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0)
  await context.close()
  return bytes / 1000
}

/** What our search page takes of an employee who is logged in already. */
export async function ownJavaScript(browser: Browser, url: string, email: string) {
  const first = await browser.newContext()
  await logIn(await first.newPage(), url, email)
  // The session goes along, the cache does not.
  const context = await browser.newContext({ storageState: await first.storageState() })
  await first.close()
  return fetchedBefore(context, `${url}/address`, 'Postcode')
}

/** What the same page takes in react-admin. */
export async function rivalJavaScript(browser: Browser, rival: Rival) {
  const context = await browser.newContext()
  return fetchedBefore(context, await serveRival(context, rival), 'Postcode')
}
