import { expect } from '@playwright/test'
import { apiOf } from './api.ts'
import { test } from './journey.ts'
import { expectAccessible, keyCounter, openAs, openDesk, scan, tabTo } from './keyboard.ts'
import { goToSearch, openUserMenu } from './screens/steps.ts'

const note = 'Zegt dat de container in juli binnen stond'

test('S2.12 the desk hands an objection over, the provider closes it, and the next scan shows the outcome, by keyboard', async ({
  page,
}) => {
  await openDesk(page, 'balie@heerlen.example')
  await tabTo(page, page.getByRole('radio', { checked: true }))
  const purpose = page.getByRole('radio', { name: 'Bezwaar tegen aanslag' })
  for (let steps = 0; steps < 6 && !(await purpose.isChecked()); steps += 1) await page.keyboard.press('ArrowDown')
  await page.getByLabel('Pasnummer').focus()
  await scan(page, '0101010101')
  const form = page.getByRole('form', { name: 'Bezwaar overdragen' })
  await expect(form).toBeVisible()
  const year = await form
    .getByRole('group', { name: /welk jaar/ })
    .getByRole('radio', { checked: true })
    .getAttribute('value')
  const field = form.getByLabel('Wat zegt de inwoner?')
  await expect(field).toBeFocused()
  const { press, count } = keyCounter(page)
  await page.keyboard.type(note)
  await press('Tab')
  await press('Enter')
  await expect(page.getByText('Het bezwaar is overgedragen aan de BsGW')).toBeVisible()
  expect(count()).toBeLessThanOrEqual(8)
  await expect(page.getByText(`Bezwaar tegen aanslag ${year}: overgedragen, nog open`)).toBeVisible()
  const receipt = page.waitForEvent('download')
  await press('Enter')
  expect((await receipt).suggestedFilename()).toBe(`ontvangstbevestiging bezwaar ${year}.pdf`)
  expect(count()).toBeLessThanOrEqual(9)
  await openUserMenu(page)
  await page.getByRole('button', { name: 'Uitloggen' }).click()
  await expect(page).toHaveURL(/\/login/)

  await openAs(page, 'medewerker@bsgw.example', '/dashboard')
  const listed = page.getByRole('region', { name: 'Voor mij' }).getByRole('listitem').filter({ hasText: note })
  await expect(listed).toContainText('van balie Heerlen')
  const link = listed.getByRole('link')
  const isFocused = () => link.evaluate((element) => element === document.activeElement)
  await page.keyboard.press('ArrowDown')
  for (let steps = 0; steps < 20 && !(await isFocused()); steps += 1) await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`year=${year}`))
  const panel = page.getByRole('region', { name: 'Bezwaren tegen de aanslag' })
  await expect(panel).toContainText(note)
  await tabTo(page, panel.getByRole('button', { name: /^Afhandelen/ }))
  await page.keyboard.press('Enter')
  await tabTo(page, panel.getByRole('radio', { name: 'Toegekend', exact: true }))
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Twee ledigingen zijn terug')
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Het bezwaar is afgehandeld/)).toBeVisible()
  await expect(panel).toContainText(`Bezwaar tegen aanslag ${year}: toegekend`)
  await openUserMenu(page)
  await page.getByRole('button', { name: 'Uitloggen' }).click()
  await expect(page).toHaveURL(/\/login/)

  await openAs(page, 'balie@heerlen.example', '/dashboard')
  const outcome = page.getByRole('listitem').filter({ hasText: 'is toegekend: Twee ledigingen zijn terug' })
  await outcome.getByRole('link').focus()
  await outcome.getByRole('button', { name: /^Gezien/ }).click()
  await expect(outcome).toHaveCount(0)
  await page.goto('/services-and-settings')
  await scan(page, '0101010101')
  await expect(page.getByText(`Bezwaar tegen aanslag ${year}: toegekend`)).toBeVisible()
})

test("'Werk' shows an objection past its day, filters it, and opens it with J and Enter", async ({ page, request }) => {
  await openAs(page, 'medewerker@bsgw.example', '/dashboard')
  await goToSearch(page)
  await page.keyboard.type('6411cd118b')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/address\//)
  const alias = new URL(page.url()).pathname.split('/')[2]
  const record = await apiOf(request, 'beide@rd4.example', 'aanslag_bezwaar')
  const year = new Date().getFullYear() - 2
  const received = { year, received_on: `${year + 1}-03-10`, assessed_on: `${year + 1}-01-31` }
  const response = await record('POST', `/addresses/${alias}/handovers`, received)
  expect(response.ok()).toBe(true)

  await page.goto('/work?part=objections')
  const late = page.getByRole('row', { name: /^Akerstraat 118 b.* dagen te laat/ })
  await expect(late).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: /^Te laat \(\d+\)$/ }).click()
  await expect(page).toHaveURL(/only=late/)
  await expect(late).toBeVisible()
  const link = late.getByRole('link')
  await page.locator('h1').focus()
  for (let steps = 0; steps < 20 && !(await link.evaluate((it) => it === document.activeElement)); steps += 1)
    await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${alias}\\?.*year=${year}`))
  const own = page
    .getByRole('region', { name: 'Bezwaren tegen de aanslag' })
    .getByText(/^Bezwaar tegen aanslag .* nog open$/)
  await expect(own.filter({ hasText: String(year) })).toBeVisible()
})
