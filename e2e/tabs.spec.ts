import { type BrowserContext, expect, type Page, type Route } from '@playwright/test'
import { test } from './journey.ts'
import { logIn } from './keyboard.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Zoek adres' })

const renewals = '**/api/auth/refresh'

/** Holds the calls that renew the session until each tab has sent a call. Then sends all calls to the server. */
const sendTogether = (context: BrowserContext, tabs: number) => {
  const waiting: Route[] = []
  return context.route(renewals, (route) => {
    if (waiting.push(route) === tabs) for (const it of waiting.splice(0)) void it.continue()
  })
}

const kinds = [
  { kind: '', script: '', atOnce: false },
  {
    // Without the Web Locks API, all tabs send the same cookie at the same time.
    kind: ' without the Web Locks API',
    script: 'Object.defineProperty(Navigator.prototype, "locks", { value: undefined })',
    atOnce: true,
  },
]

for (const { kind, script, atOnce } of kinds)
  test(`S4.1 S7.4 tabs that renew the session at the same time stay logged in${kind}, until a logout in one tab`, async ({
    context,
    page,
  }) => {
    await context.addInitScript({ content: script })
    await logIn(page, 'medewerker@bsgw.example')
    await expect(page).toHaveURL(/\/dashboard$/)
    const tabs = [page, ...(await Promise.all(Array.from({ length: 4 }, () => context.newPage())))]
    if (atOnce) await sendTogether(context, tabs.length)
    // The token is only in the memory of a page, so each page renews the session when it loads.
    for (let times = 0; times < 2; times += 1) {
      await Promise.all(tabs.map((tab) => tab.goto('/address')))
      for (const tab of tabs) await expect(heading(tab)).toBeVisible({ timeout: 30_000 })
    }
    await context.unroute(renewals)
    await page.getByRole('button', { name: /^Gebruikersmenu/ }).click()
    await page.getByRole('button', { name: 'Uitloggen' }).click()
    for (const tab of tabs) await expect(tab).toHaveURL(/\/login/, { timeout: 30_000 })
    await page.goBack()
    await expect(page.getByLabel('E-mailadres')).toBeVisible({ timeout: 30_000 })
  })
