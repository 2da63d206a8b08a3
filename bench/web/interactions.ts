import type { Page } from '@playwright/test'

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

/** The main actions of both employees. */
export const providerActions = (page: Page): [name: string, act: () => Promise<unknown>][] => [
  ['type in the search form', () => page.getByLabel('Straat', { exact: true }).pressSequentially('akerstraat')],
  [
    'search',
    async () => {
      await page.keyboard.press('Enter')
      await page.getByRole('table', { name: 'Gevonden adressen' }).waitFor()
    },
  ],
  [
    'open an address',
    async () => {
      await page.getByRole('table', { name: 'Gevonden adressen' }).getByRole('link').first().click()
      await page.waitForURL(/\/address\/./)
      await page.getByRole('heading', { level: 1 }).waitFor()
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
