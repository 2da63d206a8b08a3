import type { Browser, Page } from '@playwright/test'
import { watch } from './employee.ts'
import { type Rival, serveRival } from './rival.ts'

/** The longest wait for the next frame in what `act` does, in ms, with a processor four times as slow. */
export async function slowestInteraction(page: Page, act: () => Promise<unknown>) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.evaluate(() => {
    window.interactions = []
  })
  await act()
  await page.waitForTimeout(500)
  const durations = await page.evaluate(() => window.interactions.map(({ duration }) => duration))
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await session.detach()
  // What took less than the browser reports took at most this.
  return Math.max(16, ...durations)
}

const typeStreet = (page: Page) => page.getByLabel('Straat', { exact: true }).pressSequentially('akerstraat')

/** Typing a street elsewhere: in react-admin's form, and in a page that has one field and nothing else. */
export async function typingElsewhere(browser: Browser, rival: Rival) {
  const typedIn = async (open: (page: Page) => Promise<unknown>) => {
    const context = await browser.newContext()
    await watch(context)
    const page = await context.newPage()
    await open(page)
    await page.getByLabel('Straat', { exact: true }).waitFor()
    const slowest = await slowestInteraction(page, () => typeStreet(page))
    await context.close()
    return slowest
  }
  return {
    reactAdmin: await typedIn(async (page) => page.goto(await serveRival(page.context(), rival))),
    nothingElse: await typedIn((page) => page.goto('data:text/html,<label>Straat <input></label>')),
  }
}

/** The main actions of a provider employee. What is waited for is named by its tag: to look for a role takes the page's own time. */
export const providerActions = (page: Page): [name: string, act: () => Promise<unknown>][] => [
  ['type in the search form', () => typeStreet(page)],
  [
    'search',
    async () => {
      await page.keyboard.press('Enter')
      await page.locator('table').waitFor()
    },
  ],
  [
    'open an address',
    async () => {
      await page.locator('tbody a').first().click()
      await page.waitForURL(/\/address\/./)
      await page.locator('h1').waitFor()
    },
  ],
  [
    'type in the search box',
    async () => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type('wieenweg 1')
    },
  ],
]

/** The same at the pass desk. */
export const municipalActions = (page: Page): [name: string, act: () => Promise<unknown>][] => [
  [
    'scan a pass',
    async () => {
      await page.getByLabel('Pasnummer').focus()
      await page.keyboard.type('0101010101')
      await page.keyboard.press('Enter')
      await page.getByLabel('Aantal rollen').waitFor()
    },
  ],
  [
    'issue a roll',
    async () => {
      await page.keyboard.type('1')
      await page.keyboard.press('Enter')
      await page.getByText('Er is 1 rol aangevraagd').waitFor()
    },
  ],
  [
    'undo it',
    async () => {
      await page.getByRole('button', { name: /^Ongedaan maken/ }).click()
      await page.getByText('De uitgifte is ongedaan gemaakt').waitFor()
    },
  ],
]
