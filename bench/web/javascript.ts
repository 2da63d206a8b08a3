import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext } from '@playwright/test'
import { logIn } from './employee.ts'

/** Returns the JavaScript in kB (gzip) that a page loads from an empty cache before the field `Postcode` appears. */
async function loadedBeforeSearch(context: BrowserContext, url: string) {
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
  await page.getByLabel('Postcode', { exact: true }).waitFor()
  const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0)
  await context.close()
  return bytes / 1000
}

/** Measures our search page, for an employee who has logged in. */
export async function ownJavaScript(browser: Browser, url: string, email: string) {
  const first = await browser.newContext()
  await logIn(await first.newPage(), url, email)
  // A new context has the cookies of the session, but an empty cache.
  const context = await browser.newContext({ storageState: await first.storageState() })
  await first.close()
  return loadedBeforeSearch(context, `${url}/address`)
}

/** Measures the same page in react-admin, from the folder where it is built. Our server at `url` handles its calls. */
export async function reactAdminJavaScript(browser: Browser, built: string, url: string) {
  const origin = 'http://rival.example'
  const context = await browser.newContext()
  await context.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname.startsWith('/api/'))
      return route.fulfill({ response: await route.fetch({ url: `${url}${pathname}` }) })
    const contentType = pathname.endsWith('.js') ? 'text/javascript' : 'text/html'
    const body = await readFile(`${built}${pathname === '/' ? '/index.html' : pathname}`).catch(() => '')
    return route.fulfill({ contentType, body })
  })
  return loadedBeforeSearch(context, `${origin}/`)
}
