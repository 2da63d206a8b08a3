import { expect, type Page, test } from '@playwright/test'
import { tabTo } from '../keyboard.ts'
import { enter, leave, reach } from './open-state.ts'
import { administrator, clerk, provider } from './state.ts'
import { states } from './states.ts'
import { goToSearch, inTurn } from './steps.ts'

const overPage = 'dialog:modal, [popover]:popover-open, [role=listbox]'

/** Remembers what had the focus last, of all that is not over the page. */
const rememberFocus = (page: Page) =>
  page.addInitScript((over) => {
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element && !target.closest(over)) Object.assign(window, { focusBehind: target })
    })
  }, overPage)

for (const state of states.filter(({ opens }) => opens))
  test(`Escape closes what is open over ${state.screen}, ${state.state}, and the focus goes back`, async ({
    browser,
  }) => {
    const page = await reach(browser, {
      ...state,
      before: inTurn(rememberFocus, ...(state.before ? [state.before] : [])),
    })
    await expect(page.locator(overPage)).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(page.locator(overPage)).toHaveCount(0)
    const isBack = () =>
      page.evaluate(() => document.activeElement === (window as unknown as { focusBehind: Element }).focusBehind)
    await expect.poll(isBack).toBe(true)
    await leave(page, state)
  })

const open = async (browser: Parameters<typeof enter>[0], as: string, path: string) => {
  const page = await (await enter(browser, as)).newPage()
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

test('the arrow keys, Home and End walk through the rows of a list, and Enter opens one', async ({ browser }) => {
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
  await expect(page.getByText(/eigen containers/)).toBeVisible()
  await page.context().close()
})

test('the arrow keys mark suggestions while the focus stays in the field', async ({ browser }) => {
  const page = await open(browser, provider, '/dashboard')
  await goToSearch(page)
  await page.keyboard.type('akerstraat 118')
  await expect(page.getByRole('option').first()).toHaveText(/^Akerstraat 1186411/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('combobox', { name: 'Zoeken' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/eigen containers/)).toBeVisible()
  await page.context().close()
})

test('the arrow keys go from one part of the log to the next', async ({ browser }) => {
  const page = await open(browser, administrator, '/services-and-settings/audit')
  const parts = page.getByRole('navigation', { name: 'Delen van het logboek' }).getByRole('link')
  await tabTo(page, parts.first())
  await page.keyboard.press('ArrowRight')
  await expect(parts.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(parts.first()).toBeFocused()
  await page.context().close()
})

test('the arrow keys walk through the days of a calendar, also into another month', async ({ browser }) => {
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

test('the arrow keys choose a purpose, and leave the choice with one Tab', async ({ browser }) => {
  const page = await open(browser, clerk, '/services-and-settings')
  await tabTo(page, page.getByRole('radio').first())
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio').nth(1)).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio').and(page.locator(':focus'))).toHaveCount(0)
  await page.context().close()
})
