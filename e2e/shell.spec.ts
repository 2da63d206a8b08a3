import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, logIn, openAs, tabTo } from './keyboard.ts'
import { endSession, publishNewVersion } from './screens/steps.ts'

const clerk = 'balie@heerlen.example'

test('a notice is saved once when the session has ended and the employee logs in again in the dialog', async ({
  page,
}) => {
  await openAs(page, clerk, '/services-and-settings/notices/new')
  await endSession(page)
  await page.getByLabel('Titel').fill('Vrijdag eerder dicht')
  await page.getByRole('textbox', { name: 'Tekst' }).fill('Vrijdag sluit de balie om drie uur.')
  await page.getByLabel('Tot en met').fill('2099-12-31')
  await page.getByRole('button', { name: 'Opslaan' }).click()

  const dialog = page.getByRole('dialog', { name: 'Uw sessie is afgelopen' })
  await expect(dialog.getByLabel('Wachtwoord', { exact: true })).toBeFocused()
  await expect(page).toHaveTitle('Uw sessie is afgelopen - Rd4 Loket')
  await expect(page.locator('h1')).toBeHidden()
  await expect(page.locator('[name="title"]')).toBeHidden()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()

  await page.keyboard.type('Loket-demo-2026!')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Vrijdag eerder dicht' })).toHaveCount(1)
})

test('a half-typed invitation stays on another page, and the browser asks before a reload', async ({ page }) => {
  await openAs(page, 'beheer@rd4.example', '/services-and-settings/employees/new')
  await expect(page.getByLabel('E-mailadres')).toBeFocused()
  await page.keyboard.type('half@heerlen.example')
  await tabTo(page, page.getByLabel('Naam'))
  await page.keyboard.type('Half Getypt')
  const question = page.waitForEvent('dialog')
  await page.evaluate(() => {
    setTimeout(() => location.reload())
  })
  const asked = await question
  expect(asked.type()).toBe('beforeunload')
  await asked.dismiss()
  await expect(page.getByLabel('Naam')).toHaveValue('Half Getypt')
  await tabTo(page, page.getByRole('link', { name: 'Dashboard', exact: true }))
  await page.keyboard.press('Enter')
  // The URL changes before the page does. Back would then only cancel the navigation.
  await expect(page.getByLabel('E-mailadres')).toBeHidden()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goBack()
  await expect(page.getByText(/^Concept hersteld/)).toBeVisible()
  await expect(page.getByLabel('E-mailadres')).toHaveValue('half@heerlen.example')
  await expect(page.getByLabel('Naam')).toHaveValue('Half Getypt')
  await expectAccessible(page)
})

test('an open page offers a new version, and loads it after the typed text is removed', async ({ page }) => {
  await openAs(page, 'medewerker@bsgw.example', '/address')
  const box = page.getByLabel('Postcode')
  await expect(box).toBeFocused()
  await publishNewVersion(page)
  await box.fill('6411')
  await tabTo(page, page.getByRole('button', { name: 'Herladen' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Rond af wat u typt. Daarna komt de nieuwe versie.')).toBeVisible()
  await expect(box).toHaveValue('6411')
  const loaded = page.waitForEvent('load')
  await box.fill('')
  await loaded
  await expect(box).toBeVisible()
})

test('Ctrl+K and the text after it reach the search box when they are typed while the portal loads', async ({
  page,
}) => {
  await openAs(page, 'medewerker@bsgw.example', '/dashboard')
  await expect(page.getByRole('combobox', { name: 'Zoeken' })).toBeFocused()
  const until = Promise.withResolvers<void>()
  await page.route('**/counter/meta', async (route) => {
    await until.promise
    await route.continue()
  })
  const request = page.waitForRequest('**/counter/meta')
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await request
  await page.keyboard.press('Control+k')
  await page.keyboard.type('kal')
  until.resolve()
  const box = page.getByRole('search').getByRole('combobox')
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('kal')
  await expect(page.getByRole('option', { name: 'Kalender' })).toBeVisible()
})

test('the dialog of the keys says so when the list of keys cannot be loaded', async ({ page }) => {
  await logIn(page, 'medewerker@bsgw.example')
  await expect(page.getByRole('combobox', { name: 'Zoeken' })).toBeFocused()
  await page.route('**/KeyList-*.js', (route) => route.abort())
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Toetsen op deze pagina' })
  await expect(dialog.getByText(/^De lijst kon niet worden geladen/)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('an employee can log in and open a page in a browser that blocks storage', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied', 'SecurityError')
        },
      })
  })
  await logIn(page, 'medewerker@bsgw.example')
  await expect(page.getByRole('heading', { level: 1, name: /^Welkom/ })).toBeVisible()
  await page.goto('/address')
  await expect(page.getByRole('heading', { level: 1, name: 'Zoek adres' })).toBeVisible()
})

test('tables keep the height of rows that the employee chose, also after a new login', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openAs(page, 'beide@rd4.example', '/address?street=akerstraat')
  const height = async () => (await page.getByRole('row').nth(1).boundingBox())?.height ?? 0
  const choose = async (name: string) => {
    await page.getByRole('button', { name: /^Gebruikersmenu/ }).click()
    await page.getByRole('button', { name, exact: true }).click()
    await page.keyboard.press('Escape')
  }
  await expect.poll(height).toBeLessThan(37)
  await choose('Ruim')
  await expect.poll(height).toBeGreaterThanOrEqual(44)
  await openAs(page, 'beide@rd4.example', '/address?street=akerstraat')
  await expect.poll(height).toBeGreaterThanOrEqual(44)
  await choose('Compact')
  await expect.poll(height).toBeLessThan(37)
})
