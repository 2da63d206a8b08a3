import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, keyCounter, openAs, tabTo } from './keyboard.ts'

const year = new Date().getFullYear() + 1

/** Moves to a field with Tab, and types. */
async function fill(page: Page, form: Locator, label: string, typed: string) {
  await tabTo(page, form.getByLabel(label, { exact: true }))
  await page.keyboard.type(typed)
}

/**
 * Moves to a field with Tab, and selects an option without typing. On a slow machine the browser treats each typed
 * letter as a new search for an option.
 */
async function choose(page: Page, within: Page | Locator, label: string, option: string) {
  const field = within.getByLabel(label, { exact: true })
  await tabTo(page, field)
  await field.selectOption({ label: option })
}

/** Moves back to an element with Shift+Tab. */
async function tabBackTo(page: Page, target: Locator) {
  for (let steps = 0; steps < 40; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Shift+Tab')
  }
  await expect(target).toBeFocused()
}

async function press(page: Page, within: Locator, name: string | RegExp) {
  await tabTo(page, within.getByRole('button', { name, exact: true }))
  await page.keyboard.press('Enter')
}

/** Returns the collection days of an address in February of next year, from the public calendar. */
async function publicDays(page: Page, stream: string) {
  const query = `postal_code=6417AT&house_number=32&year=${year}&month=2&types[]=${stream}`
  const calendar = await (await page.request.get(`/api/v1/waste-calendar?${query}`)).json()
  return calendar.data.items[0].map(({ date }: { date: string }) => date)
}

const planning = '/services-and-settings/collections'

async function openPlanning(page: Page, part: string) {
  // These tests are slow: they reach every control by Tab.
  test.slow()
  await openAs(page, 'beheer@rd4.example', `${planning}/${part}`)
  await choose(page, page, 'Gemeente', 'Heerlen')
}

test('changing a rule of a published year by keyboard changes the public calendar', async ({ page }) => {
  await openPlanning(page, 'rules')
  const rules = page.getByRole('region', { name: 'Een ophaalregel wijzigen' })
  const form = rules.getByRole('form', { name: 'Een ophaalregel wijzigen' })
  await expect(form).toBeVisible()
  await press(page, form, /^Bekijk wat er verandert/)
  await expect(form.getByRole('alert')).toBeVisible()
  await choose(page, form, 'Afvalstroom', 'GFT')
  await choose(page, form, 'Ophaalgebied', 'Heerlen 6417')
  await fill(page, form, 'Ingangsdatum', `1-2-${year}`)
  await fill(page, form, 'Tot en met', `28-2-${year}`)
  await choose(page, form, 'Ophalen', 'Op dagen die u opgeeft')
  await fill(page, form, 'Ophaaldagen', `3-2-${year} 18-2-${year}`)
  await press(page, form, /^Bekijk wat er verandert/)
  await expect(rules.getByText(/^Dit verandert de ophaaldagen van GFT voor/)).toBeVisible()
  await expectAccessible(page)
  await press(page, rules, /^Doorvoeren/)
  await expect(page.getByText('De ophaalregels zijn gewijzigd')).toBeVisible()
  await expect(form.getByLabel('Afvalstroom')).toBeFocused()

  const publication = page.getByRole('form', { name: `Ophaaldagen van ${year}` })
  await fill(page, publication, `Ophaaldagen van ${year} te zien vanaf`, `1-1-${year - 1}`)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`De ophaaldagen van Heerlen in ${year} zijn te zien vanaf`)).toBeVisible()
  await expect(publication.getByText(/^Laatst gewijzigd door /)).toBeVisible()
  await expectAccessible(page)
  expect(await publicDays(page, 'gft')).toEqual([`${year}-02-03`, `${year}-02-18`])
})

test('an administrator splits an area and merges it again by keyboard', async ({ page }) => {
  await openPlanning(page, 'areas')
  const list = page.getByRole('region', { name: 'Gebieden en hun adressen' })
  const panel = page.getByRole('region', { name: 'Een gebied maken of wijzigen' })
  const form = panel.getByRole('form')
  await expect(form).toBeVisible()
  await fill(page, form, 'Naam van het gebied', 'Heerlen proef')
  await choose(page, form, 'Ophaaldagen overnemen van', 'Heerlen 6417')
  await fill(page, form, 'Postcodes', '6417 AT even')
  await press(page, form, /^Bekijk wat er verandert/)
  await expect(panel.getByText(/adressen gaan van Heerlen 6417 naar Heerlen proef\./)).toBeVisible()
  await press(page, panel, /^Doorvoeren/)
  await expect(page.getByText('Het ophaalgebied Heerlen proef is vastgelegd')).toBeVisible()

  const item = list.getByRole('listitem').filter({ hasText: 'Heerlen proef' })
  await tabBackTo(page, item.getByRole('button', { name: /^Verwijderen/ }))
  await page.keyboard.press('Enter')
  await expect(item.getByText('In dit gebied liggen nog adressen. Geef ze eerst een ander ophaalgebied')).toBeVisible()

  await choose(page, panel, 'Gebied om te wijzigen', 'Heerlen proef')
  await tabTo(page, form.getByLabel('Postcodes'))
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await press(page, form, /^Bekijk wat er verandert/)
  await press(page, panel, /^Doorvoeren/)
  await expect(page.getByText('Het ophaalgebied Heerlen proef is vastgelegd')).toBeVisible()
  await tabBackTo(page, item.getByRole('button', { name: /^Verwijderen/ }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Het ophaalgebied Heerlen proef van Heerlen verwijderen?' })
  await expectAccessible(page)
  await press(page, dialog, 'Verwijderen')
  await expect(page.getByText('Het ophaalgebied Heerlen proef is verwijderd')).toBeVisible()
  await expect(list.getByRole('heading', { name: 'Gebieden en hun adressen' })).toBeFocused()
})

/** Returns the collection days of a stream in a month, from the public calendar of an address in Heerlen 6417. */
async function publicDaysOf(page: Page, category: string, month: string) {
  const [of, number] = month.split('-')
  const query = `postal_code=6417AT&house_number=32&year=${of}&month=${Number(number)}&types[]=${category}`
  const calendar = await (await page.request.get(`/api/v1/waste-calendar?${query}`)).json()
  return calendar.data.items[0].map(({ date }: { date: string }) => date) as string[]
}

test('an employee moves a collection with at most eight key presses from its area, and undoes the move by keyboard', async ({
  page,
}) => {
  test.slow()
  // A week of a published year: a year is published a month before it begins.
  const soon = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10)
  await openAs(page, 'beheer@rd4.example', `${planning}?from=${soon}`)
  await choose(page, page, 'Gemeente', 'Heerlen')
  const grid = page.getByRole('grid', { name: 'Ophaaldagen per gebied en week' })
  const area = grid.getByRole('button', { name: /^Heerlen 6417/ })
  await tabTo(page, grid.getByRole('button', { name: /^Heerlen 6411/ }))
  for (let rows = 0; rows < 20 && !(await area.evaluate((it) => it === document.activeElement)); rows += 1)
    await page.keyboard.press('ArrowDown')
  await expect(area).toBeFocused()

  const keys = keyCounter(page)
  await keys.press('ArrowRight')
  const [, category = '', day = ''] = (await page.locator(':focus').getAttribute('data-key'))?.split(' ') ?? []
  const month = day.slice(0, 7)
  const before = await publicDaysOf(page, category, month)
  expect(before).not.toEqual([])
  await keys.press('Enter')
  await expect(page.getByLabel('Nieuwe dag')).toBeFocused()
  await keys.press('Tab')
  await keys.press('Tab')
  await keys.press('Enter')
  await expect(page.getByLabel('Reden')).toBeFocused()
  await keys.press('Enter')
  await expect(page.getByText('1 ophaaldag is verplaatst')).toBeVisible()
  expect(keys.count()).toBeLessThanOrEqual(8)
  await expect(page.locator(`[data-key$=" ${category} ${day}"]:focus`)).toHaveText(/verplaatst van .+ wegens gladheid/)
  expect(await publicDaysOf(page, category, month)).not.toEqual(before)

  await page.keyboard.press('Enter')
  const history = page.getByRole('dialog').getByRole('listitem')
  await expect(history.first()).toContainText(/naar .+ wegens gladheid/)
  await expectAccessible(page)
  await press(page, history.first(), /^Ongedaan maken/)
  await expect(page.getByText('De wijziging is ongedaan gemaakt')).toBeVisible()
  expect(await publicDaysOf(page, category, month)).toEqual(before)
})

test('an employee cancels all collections of a day at once by keyboard, and undoes that on the page of changes', async ({
  page,
}) => {
  test.slow()
  await openAs(page, 'beheer@rd4.example', `${planning}?from=${year}-05-11`)
  await choose(page, page, 'Gemeente', 'Heerlen')
  const day = page.getByLabel('Alle ophaaldagen selecteren van')
  await tabTo(page, day)
  await day.selectOption({ index: 1 })
  await expect(page.getByText(/^\d+ ophaaldagen geselecteerd$/)).toBeVisible()
  await expectAccessible(page)
  await press(page, page.locator('main'), 'Selectie wijzigen')
  const dialog = page.getByRole('dialog', { name: /^\d+ ophaaldagen$/ })
  await fill(page, dialog, 'Reden', 'wegens storm')
  await press(page, dialog, 'Laten vervallen')
  await expect(page.getByText(/^\d+ ophaaldagen vervallen in Heerlen$/)).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: 'Wijzigingen' }))
  await page.keyboard.press('Enter')
  const latest = page.getByRole('region', { name: 'De laatste wijzigingen' }).getByRole('listitem').first()
  await expect(latest).toContainText(/vervalt wegens storm, en \d+ andere ophaaldagen/)
  await expectAccessible(page)
  await press(page, latest, /^Ongedaan maken/)
  await expect(latest).toContainText('(ongedaan gemaakt)')
})
