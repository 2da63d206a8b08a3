import { type Browser, expect, test } from '@playwright/test'
import { tabTo } from '../keyboard.ts'
import { expectEscapeCloses } from './escape.ts'
import { closeState, openSession, openState } from './open-state.ts'
import { administrator, clerk, provider } from './state.ts'
import { states } from './states.ts'
import { goToSearch } from './steps.ts'

// The rules of a state move the focus out of a popup, so its Escape is tested here. `checkStates` tests dialogs.
for (const state of states.filter(({ opens }) => opens === 'popup'))
  test(`Escape closes the popup of ${state.screen}, ${state.state}, and returns the focus`, async ({ browser }) => {
    const page = await openState(browser, state)
    await expectEscapeCloses(page)
    await closeState(page, state)
  })

const open = async (browser: Browser, as: string, path: string) => {
  const page = await (await openSession(browser, as)).newPage()
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

test('the arrow keys, Home and End move through the rows of a list, and Enter opens a row', async ({ browser }) => {
  const page = await open(browser, provider, '/address?street=akerstraat')
  const links = page.getByRole('main').getByRole('table').getByRole('link')
  await tabTo(page, links.first())
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(links.first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(links.last()).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table', { name: 'Eigen containers' })).toBeVisible()
  await page.context().close()
})

test('the arrow keys select a suggestion while the focus stays in the field', async ({ browser }) => {
  const page = await open(browser, provider, '/dashboard')
  await goToSearch(page)
  await page.keyboard.type('akerstraat 118')
  await expect(page.getByRole('option').first()).toHaveText(/^Akerstraat 1186411/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('search').getByRole('combobox')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table', { name: 'Eigen containers' })).toBeVisible()
  await page.context().close()
})

test('Tab moves the focus from the search box to the next control while its list of suggestions scrolls', async ({
  browser,
}) => {
  const page = await open(browser, provider, '/dashboard')
  await page.setViewportSize({ width: 1280, height: 400 })
  await goToSearch(page)
  await page.keyboard.type('akerstraat 118')
  await expect(page.getByRole('option').first()).toHaveText(/^Akerstraat 1186411/)
  const hidden_px = await page
    .getByRole('listbox')
    .locator('..')
    .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  expect(hidden_px).toBeGreaterThan(0)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /^Gebruikersmenu/ })).toBeFocused()
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await page.context().close()
})

test('the arrow keys move between the parts of the audit log', async ({ browser }) => {
  const page = await open(browser, administrator, '/services-and-settings/audit')
  const parts = page.getByRole('navigation', { name: 'Logboek' }).getByRole('link')
  await tabTo(page, parts.first())
  await page.keyboard.press('ArrowRight')
  await expect(parts.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(parts.first()).toBeFocused()
  await page.context().close()
})

test('the arrow keys move through the days of a calendar, across the end of a month', async ({ browser }) => {
  const page = await open(browser, clerk, '/calendar?view=month')
  await page.getByText(/^\d+ ophaaldagen$/).waitFor()
  const grid = page.getByRole('grid', { name: 'November 2026' })
  await tabTo(page, grid.getByRole('button', { name: /^Woensdag 18 november/i }))
  await page.keyboard.press('ArrowRight')
  await expect(grid.getByRole('button', { name: /^Donderdag 19 november/i })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(grid.getByRole('button', { name: /^Donderdag 26 november/i })).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(
    page.getByRole('grid', { name: 'December 2026' }).getByRole('button', { name: /26 december/ }),
  ).toBeFocused()
  await page.context().close()
})

test('the arrow keys choose a purpose, and one Tab moves the focus out of the purposes', async ({ browser }) => {
  const page = await open(browser, clerk, '/services-and-settings')
  await tabTo(page, page.getByRole('radio').first())
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio').nth(1)).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio').and(page.locator(':focus'))).toHaveCount(0)
  await page.context().close()
})
