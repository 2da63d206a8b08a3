import { readFile } from 'node:fs/promises'
import type { BrowserContext } from '@playwright/test'

/** The same search page in react-admin: where it stands built, and our server, which answers its calls. */
export type Rival = { built: string; url: string }

/** Serves react-admin's page to a window; answers where. */
export async function serveRival(context: BrowserContext, { built, url }: Rival) {
  const origin = 'http://rival.example'
  await context.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname.startsWith('/api/'))
      return route.fulfill({ response: await route.fetch({ url: `${url}${pathname}` }) })
    const type = pathname.endsWith('.js') ? 'text/javascript' : 'text/html'
    const body = await readFile(`${built}${pathname === '/' ? '/index.html' : pathname}`).catch(() => '')
    return route.fulfill({ contentType: type, body })
  })
  return `${origin}/`
}
