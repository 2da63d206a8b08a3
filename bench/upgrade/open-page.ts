import type { Browser, Page } from '@playwright/test'
import { accounts, logIn } from '../web/employee.ts'

const typed = 'Akerstraat'
const street = (page: Page) => page.getByRole('combobox', { name: 'Straat' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Returns whether the page runs the files of the later release. */
const isLater = (page: Page) => page.locator('script[src*="/assets/later-"]').count()

/** Throws a sentence about the page when something is not as it should be. */
function check(isTrue: boolean, sentence: string) {
  if (!isTrue) throw new Error(`The open page: ${sentence}`)
}

/** Opens a page of the previous release, with typed text. Returns steps that check the page during the upgrade. */
export async function openOldPage(browser: Browser, url: string) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'nl-NL' })
  const page = await context.newPage()
  await logIn(page, url, accounts.provider)
  check(!(await isLater(page)), 'it is of the later release before the upgrade')
  await page.getByRole('link', { name: 'Zoek adres', exact: true }).click()
  await heading(page, 'Zoek adres').waitFor()
  await street(page).fill(typed)
  let loads = 0
  page.on('load', () => (loads += 1))
  /** Opens a screen whose files the page has not loaded, in a second tab of the previous release. */
  const other = await context.newPage()
  await other.goto(`${url}/dashboard`)
  await heading(other, 'Welkom').waitFor()
  let otherLoads = 0
  other.on('load', () => (otherLoads += 1))
  return {
    /** While nodes of both releases run: opens a screen that is not loaded, without a reload of the page. */
    openScreenWhileMixed: async () => {
      await other.getByRole('link', { name: 'Zoek verzamelsysteem', exact: true }).click()
      await heading(other, 'Zoek verzamelsysteem').waitFor()
      check(otherLoads === 0, 'it reloaded while nodes of its release were running')
    },
    /** After the upgrade: the typed text is intact, a search succeeds, and the page loads the later release. */
    finish: async () => {
      check((await street(page).inputValue()) === typed, 'the typed text is lost')
      await page.keyboard.press('Enter')
      await page
        .getByRole('link', { name: /^Akerstraat / })
        .first()
        .waitFor()
      check(loads === 0, 'it reloaded without a request of the employee')
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
      const reload = page.getByRole('button', { name: 'Herladen' })
      await reload.waitFor()
      await street(page).fill('Kerkstraat')
      await reload.click()
      await page.getByText('Rond af wat u typt. Daarna komt de nieuwe versie.').waitFor()
      check((await street(page).inputValue()) === 'Kerkstraat', 'the offered reload loses typed text')
      const loaded = page.waitForEvent('load')
      await street(page).fill(typed)
      await page.keyboard.press('Enter')
      await loaded
      await heading(page, 'Zoek adres').waitFor()
      check(Boolean(await isLater(page)), 'the reload does not load the later release')
      // The files of this screen no longer exist: the page reloads once, and opens the screen.
      await other.getByRole('link', { name: 'Kalender', exact: true }).click()
      await heading(other, 'Kalender').waitFor()
      check(Boolean(await isLater(other)), 'the second tab does not load the later release')
      check(otherLoads === 1, `the second tab reloaded ${otherLoads} times`)
      await context.close()
    },
  }
}
