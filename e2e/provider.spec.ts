import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, keyCounter, logIn, openAs, tabAndType, tabTo } from './keyboard.ts'
import { goToSearch } from './screens/steps.ts'

const provider = 'medewerker@bsgw.example'

test('S1.4 S7.6 S7.7 S7.8 an employee finds the clearances of an address and a year by keyboard', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)

  await logIn(page, provider)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await tabTo(page, page.getByRole('link', { name: 'Zoek adres', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Zoek adres' })).toBeVisible()
  await tabAndType(page, 'Postcode', '6411 cd')
  await tabAndType(page, 'Huisnummer', '118b')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Akerstraat 118 b' })).toBeVisible()
  await page.goBack()
  const found = page.getByRole('link', { name: /Akerstraat 118 b$/ })
  await expect(found).toBeVisible()
  await expect(page).toHaveURL(/postal_code=/)
  await expectAccessible(page)

  await page.reload()
  await expect(found).toBeVisible()
  await expect(page.getByLabel('Postcode')).toHaveValue('6411 cd')

  await tabTo(page, found)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Akerstraat 118 b' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Ledigingen', exact: true })).toBeVisible()
  const lastYear = String(new Date().getFullYear() - 1)
  const year = page.getByRole('link', { name: lastYear, exact: true })
  await tabTo(page, year)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`year=${lastYear}`))
  await expect(page.getByRole('row', { name: new RegExp(lastYear) }).first()).toBeVisible()

  await page.goBack()
  await page.goBack()
  await expect(found).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: /Gebruikersmenu/ }))
  await page.keyboard.press('Enter')
  const logOut = page.getByRole('button', { name: 'Uitloggen' })
  await expect(logOut).toBeVisible()
  await tabTo(page, logOut)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login/)
  await page.goto('/address')
  await expect(page).toHaveURL(/\/login/)
})

test('the search box opens an only match, lists several matches, and reports a house number that does not exist', async ({
  page,
}) => {
  await openAs(page, provider, '/dashboard')
  const box = page.getByRole('combobox', { name: 'Zoeken' })
  await expect(box).toBeFocused()
  await goToSearch(page)
  await page.keyboard.type('akerstr 118 heerlen')
  await expect(page.getByRole('option')).toHaveCount(4)
  await page.keyboard.press('ArrowDown')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(box).toHaveValue('akerstr 118 heerlen')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/address\?.*street=akerstr/)
  await expect(page.getByRole('heading', { name: '4 adressen gevonden' })).toBeVisible()

  await goToSearch(page)
  await page.keyboard.type('6411cd 118b')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Akerstraat 118 b' })).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.type('6417AT 132')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('search').getByText('6417 AT bestaat, nummer 132 niet; wel 44.').first()).toBeVisible()
})

test('an address is found with at most 14 keys, and stays in the list of opened places after a reload', async ({
  page,
}) => {
  await openAs(page, provider, '/dashboard')
  await expect(page.getByRole('combobox', { name: 'Zoeken' })).toBeFocused()
  await goToSearch(page)
  await page.keyboard.press('Escape')
  const { press, count } = keyCounter(page)
  await press('Control+k')
  for (const key of '118b akers') await press(key)
  await expect(page.getByRole('option').first()).toHaveText(/Akerstraat 118 b/)
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Akerstraat 118 b' })).toBeVisible()
  expect(count()).toBeLessThanOrEqual(14)

  for (const line of ['akerstraat heerlen 118 b', 'heerlen akerstraat 118 b', '118b akerstraat']) {
    await goToSearch(page)
    await page.keyboard.type(line)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: 'Zoeken' })).toHaveValue('')
    await expect(page).toHaveURL(/\/address\/[^?]+$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Akerstraat 118 b' })).toBeVisible()
  }

  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Akerstraat 118 b' })).toBeVisible()
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(stored).not.toContain('Akerstraat')
  await goToSearch(page)
  const opened = page.getByRole('group', { name: 'Laatst bekeken' }).getByRole('option')
  await expect(opened.first()).toHaveText(/Akerstraat 118 b/)
  await expectAccessible(page)
})
