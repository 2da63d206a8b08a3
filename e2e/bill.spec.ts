import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, keyCounter, openAs, tabTo } from './keyboard.ts'
import { goToSearch, openUserMenu } from './screens/steps.ts'

/** The last year that the demo data bills. Until 2 February, this is the year before last. */
const today = new Date()
const lastYear =
  today.getFullYear() - (today.getMonth() === 0 || (today.getMonth() === 1 && today.getDate() < 3) ? 2 : 1)
/** The number key that opens the bill of `lastYear`. Key 1 opens the bill of this year. */
const keyOfYear = today.getFullYear() - lastYear + 1
const bill = (page: Page) => page.getByRole('region', { name: `Aanslag ${lastYear}` })

/** Opens an address by typing in the search box. Returns the number of keys that were pressed. */
async function openByKeyboard(page: Page, typed: string) {
  await goToSearch(page)
  await page.keyboard.type(typed)
  await page.keyboard.press('Enter')
  // Adds 2 for the key that focuses the search box and for Enter.
  return typed.length + 2
}

test("the employee opens an address with at most 14 keys, reads last year's bill, and copies, sends or changes it with few", async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 1280, height: 800 })
  await openAs(page, 'medewerker@bsgw.example', '/dashboard')
  expect(await openByKeyboard(page, '6411cd118b')).toBeLessThanOrEqual(14)
  await expect(page.getByRole('heading', { level: 1, name: 'Akerstraat 118 b' })).toBeFocused()

  const spoken = bill(page).getByText(/^Op uw aanslag over/)
  await expect(spoken).toBeInViewport({ ratio: 1 })
  await expect(bill(page).getByText(/^Aanslag van /)).toBeInViewport({ ratio: 1 })
  await expect(
    bill(page)
      .getByRole('row', { name: /^Restafval/ })
      .first(),
  ).toBeInViewport()
  expect(await page.evaluate(() => scrollY)).toBe(0)

  const { press, count } = keyCounter(page)
  await press('c')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Op uw aanslag over/)
  expect(count()).toBe(1)
  await press('e')
  await expect(page.getByRole('button', { name: /^Brief voor de inwoner/ })).toBeFocused()
  await press('Enter')
  await expect(page.getByText('Bestand opgeslagen')).toBeVisible()
  expect(count()).toBeLessThanOrEqual(5)
  await press(String(keyOfYear - 1))
  const nextBill = page.getByRole('region', { name: `Aanslag ${lastYear + 1}` })
  await expect(nextBill.getByText(/^Onze berekening tot en met/)).toBeInViewport({ ratio: 1 })
  const sum = nextBill
    .locator('p')
    .filter({ hasText: /^€\s[\d.]+,\d\d$/ })
    .first()
  await expect(sum).toHaveText(/^€\s\d/)
  await expect(sum).toBeInViewport({ ratio: 1 })
  expect(count()).toBe(1)
  await page.keyboard.press(String(keyOfYear))
  await expect(bill(page)).toBeVisible()

  await page.mouse.wheel(0, 2000)
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('link', { name: String(lastYear), exact: true })).toBeInViewport({ ratio: 1 })
})

test('the employee chooses the purpose of an objection with one key, and sees both households of the year', async ({
  page,
}) => {
  await openAs(page, 'medewerker@bsgw.example', '/dashboard')
  await openByKeyboard(page, '6411cd118b')
  await expect(bill(page).getByText('Een vorige bewoner is verborgen.')).toBeVisible()
  const { press, count } = keyCounter(page)
  await press('b')
  await expect(bill(page).getByRole('table', { name: /vorige bewoner$/ })).toBeVisible()
  expect(count()).toBe(1)
})

/** Opens Akerstraat 118 by keyboard, and moves to the first lift of residual waste on its bill. */
async function openFirstLift(page: Page) {
  await openAs(page, 'medewerker@bsgw.example', '/dashboard')
  await openByKeyboard(page, '6411cd118')
  await page.getByRole('main').getByRole('link', { name: 'Akerstraat 118', exact: true }).click()
  await expect(bill(page)).toBeVisible()
  await tabTo(
    page,
    bill(page)
      .getByRole('button', { name: /^Restafval/ })
      .first(),
  )
  await page.keyboard.press('Enter')
  await tabTo(page, bill(page).locator('tr[data-stop]').first())
}

test('a lift joins a written objection with at most 8 keys, and Ctrl+Z takes back the lift and then the objection', async ({
  page,
}) => {
  // Loaded before there is something to undo: the key must work as soon as the employee has filed.
  const undoBar = page.waitForResponse(/\/UndoBar-.*\.js$/)
  await openFirstLift(page)
  await undoBar
  const { press, count } = keyCounter(page)
  await press('k')
  await expect(bill(page).getByRole('radio', { name: 'Niet aangeboden' })).toBeFocused()
  await press('2')
  await expect(bill(page).getByRole('radio', { name: 'Bezwaar' })).toBeChecked()
  await expectAccessible(page)
  await press('Space')
  await press('Enter')
  await expect(page.getByText('Het bezwaar is vastgelegd')).toBeVisible()
  expect(count()).toBeLessThanOrEqual(8)
  const written = page.getByRole('region', { name: 'Bezwaren tegen de aanslag' })
  await expect(written.getByText(/^Restafval, .*: niet aangeboden, open$/)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('De vraag of het bezwaar over de lediging is ingetrokken')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Het bezwaar is verwijderd')).toBeVisible()
  await expect(written).toHaveCount(0)
})

test('one employee files an objection to a lift, a colleague upholds it, and the bill shows a credit line', async ({
  page,
}) => {
  await openFirstLift(page)
  // From the lift to the stored objection, without the words of the note.
  const { press, count } = keyCounter(page)
  await press('k')
  await expect(bill(page).getByRole('radio', { name: 'Niet aangeboden' })).toBeFocused()
  await press('Space')
  await press('Tab')
  await page.keyboard.type('De container stond binnen')
  await press('Tab')
  await press('Enter')
  await expect(page.getByText('De vraag is vastgelegd')).toBeVisible()
  expect(count()).toBeLessThanOrEqual(8)
  await expect(bill(page).getByText('1 open vraag.')).toBeVisible()
  await expect(bill(page).getByText(/^U hebt deze vraag zelf vastgelegd/)).toBeVisible()
  await expect(bill(page).getByRole('button', { name: /^Toekennen/ })).toHaveCount(0)
  await openUserMenu(page)
  await page.getByRole('button', { name: 'Uitloggen' }).click()
  await expect(page).toHaveURL(/\/login/)

  await openAs(page, 'beide@rd4.example', '/dashboard')
  const list = page.getByRole('region', { name: 'Voor mij' })
  const filed = list.getByRole('link', { name: /^Akerstraat 118, .*vraag: niet aangeboden/ })
  await expect(filed).toBeVisible()
  await expectAccessible(page)
  // From the list to the stored decision, without the words of the reason.
  const decision = keyCounter(page)
  await page.locator('h1').focus()
  await decision.press('ArrowDown')
  while (!(await filed.evaluate((link) => link === document.activeElement))) await page.keyboard.press('j')
  await decision.press('a')
  await expect(page.getByRole('dialog').getByText(/De container stond binnen/)).toBeVisible()
  // A decision can be undone, so its button is no warning. The buttons are as high as those of other dialogs.
  const uphold = page.getByRole('dialog').getByRole('button', { name: 'Ja, toekennen' })
  await expect(uphold).toHaveAttribute('data-variant', 'filled')
  await expect(uphold).toHaveCSS('min-height', '36px')
  await page.keyboard.type('De container is niet geleegd')
  await decision.press('Tab')
  await decision.press('Enter')
  expect(decision.count()).toBeLessThanOrEqual(6)
  await expect(page.getByText('De vraag is toegekend')).toBeVisible()
  await expect(filed).toHaveCount(0)

  await openByKeyboard(page, '6411cd118')
  await page.getByRole('main').getByRole('link', { name: 'Akerstraat 118', exact: true }).click()
  await expect(bill(page).getByRole('row', { name: /^Teruggaaf na bezwaar/ })).toBeVisible()
})
