import type { Page } from '@playwright/test'

/** Returns the longest time to the next paint in ms during `act`, on a processor slowed down four times. */
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
  // The browser does not report interactions shorter than 16 ms.
  return Math.max(16, ...durations)
}

/**
 * The main actions of a provider employee. Selectors are tags if possible, because a role selector uses CPU
 * time of the page.
 */
export const providerActions = (page: Page): [name: string, act: () => Promise<unknown>][] => [
  ['type in the search form', () => page.getByLabel('Straat', { exact: true }).pressSequentially('akerstraat')],
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

/** The main actions at the pass desk. */
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
