import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible, logIn, tabTo } from './keyboard.ts'

const year = new Date().getFullYear() + 1

/** Moves to a field with Tab, and types. */
async function fill(page: Page, form: Locator, label: string, typed: string) {
  await tabTo(page, form.getByLabel(label, { exact: true }))
  await page.keyboard.type(typed)
}

/**
 * Moves to a field with Tab, and selects an option without typing. Typed letters that arrive slowly would each start a
 * new search for an option.
 */
async function choose(page: Page, within: Page | Locator, label: string, option: string) {
  const field = within.getByLabel(label, { exact: true })
  await tabTo(page, field)
  await field.selectOption({ label: option })
}

/** Moves to a date field with Tab, and fills it without typing: the order of day, month and year varies by browser. */
async function fillDay(page: Page, form: Locator, label: string, day: string) {
  const field = form.getByLabel(label, { exact: true })
  await tabTo(page, field)
  await field.fill(day)
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

async function openCollections(page: Page) {
  // These tests are slow: they reach every control by Tab, and check every state with axe.
  test.slow()
  await logIn(page, 'beheer@rd4.example')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/services-and-settings/collections')
  await choose(page, page, 'Gemeente', 'Heerlen')
}

test('a rule changed by keyboard for a published year changes the public calendar', async ({ page }) => {
  await openCollections(page)
  const rules = page.getByRole('region', { name: 'Ophaalregels' })
  const form = rules.getByRole('form', { name: 'Een ophaalregel wijzigen' })
  await expect(form).toBeVisible()
  await press(page, form, /^Bekijk wat er verandert/)
  await expect(form.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
  await choose(page, form, 'Afvalsoort', 'GFT en etensresten')
  await choose(page, form, 'Ophaalgebied', 'Heerlen 6417')
  await fillDay(page, form, 'Ingangsdatum', `${year}-02-01`)
  await fillDay(page, form, 'Tot en met', `${year}-02-28`)
  await choose(page, form, 'Ophalen', 'Op dagen die u opgeeft')
  await fill(page, form, 'Ophaaldagen', `3-2-${year} 18-2-${year}`)
  await press(page, form, /^Bekijk wat er verandert/)
  await expect(rules.getByText(/^Dit verandert de ophaaldagen van GFT en etensresten voor/)).toBeVisible()
  await expectAccessible(page)
  await press(page, rules, /^Doorvoeren/)
  await expect(page.getByText('De ophaalregels zijn gewijzigd')).toBeVisible()
  await expect(form.getByLabel('Afvalsoort')).toBeFocused()

  const publication = page.getByRole('region', { name: 'Publicatie per jaar' }).getByRole('form', {
    name: `Ophaaldagen van ${year}`,
  })
  await fillDay(page, publication, `Ophaaldagen van ${year} te zien vanaf`, `${year - 2}-12-01`)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`De ophaaldagen van ${year} zijn te zien vanaf`)).toBeVisible()
  await expect(publication.getByText(/^Laatst gewijzigd door /)).toBeVisible()
  await expectAccessible(page)
  expect(await publicDays(page, 'gft')).toEqual([`${year}-02-03`, `${year}-02-18`])
})

test('an administrator splits an area and merges it again by keyboard', async ({ page }) => {
  await openCollections(page)
  const panel = page.getByRole('region', { name: 'Ophaalgebieden' })
  const form = panel.getByRole('form')
  await expect(form).toBeVisible()
  await fill(page, form, 'Naam van het gebied', 'Heerlen proef')
  await choose(page, form, 'Ophaaldagen overnemen van', 'Heerlen 6417')
  await fill(page, form, 'Postcodes', '6417 AT even')
  await press(page, form, /^Bekijk wat er verandert/)
  await expect(panel.getByText(/adressen gaan van Heerlen 6417 naar Heerlen proef\./)).toBeVisible()
  await expectAccessible(page)
  await press(page, panel, /^Doorvoeren/)
  await expect(page.getByText('Het ophaalgebied Heerlen proef is vastgelegd')).toBeVisible()

  const remove = panel.getByRole('button', { name: /^Verwijderen ?: Heerlen proef/ })
  await tabBackTo(page, remove)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Het ophaalgebied Heerlen proef verwijderen?' })
  await press(page, dialog, 'Verwijderen')
  await expect(dialog.getByText(/^In dit gebied liggen nog adressen/)).toBeVisible()
  await expectAccessible(page)
  await press(page, dialog, 'Annuleren')

  await choose(page, panel, 'Gebied om te wijzigen', 'Heerlen proef')
  await tabTo(page, form.getByLabel('Postcodes'))
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await press(page, form, /^Bekijk wat er verandert/)
  await press(page, panel, /^Doorvoeren/)
  await expect(page.getByText('Het ophaalgebied Heerlen proef is vastgelegd')).toBeVisible()
  await tabBackTo(page, remove)
  await page.keyboard.press('Enter')
  await press(page, dialog, 'Verwijderen')
  await expect(page.getByText('Het ophaalgebied Heerlen proef is verwijderd')).toBeVisible()
  await expect(panel.getByRole('heading', { name: 'Ophaalgebieden' })).toBeFocused()
})

test('a preview of collection days from a file lists the lines that will be skipped', async ({ page }) => {
  await openCollections(page)
  const rules = page.getByRole('region', { name: 'Ophaalregels' })
  const form = rules.getByRole('form', { name: 'Ophaaldagen inlezen' })
  const lines = ['datum;afvalsoort', `${year + 1}-02-03;gft`, `${year + 1}-02-30;gft`]
  await form.getByLabel('CSV-bestand').setInputFiles({
    name: 'dagen.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\r\n')),
  })
  await expect(form.getByLabel('Ophaaldagen uit het bestand')).toHaveValue(/-02-03;gft/)
  await choose(page, form, 'Ophaalgebied', 'Heerlen 6417')
  await press(page, form, /^Bekijk wat er verandert/)
  await expect(rules.getByText('1 regel wordt overgeslagen:')).toBeVisible()
  await expectAccessible(page)
  // The test does not apply the change.
  await expect(rules.getByRole('button', { name: 'Doorvoeren' })).toBeVisible()
})
