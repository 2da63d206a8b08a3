import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, openAs, tabTo } from './keyboard.ts'

const reason = 'De nalevering is dubbel ingelezen.'

test('an employee proposes to give a delivered file back, a colleague approves it, and Ctrl+Z undoes it, by keyboard', async ({
  page,
}) => {
  const press = (key: string) => page.keyboard.press(key)
  await openAs(page, 'medewerker@bsgw.example', '/work?part=corrections')
  await expect(page.getByRole('table', { name: 'Correcties, de nieuwste eerst' })).toBeVisible()
  await press('n')
  const file = page.getByLabel('Geleverd bestand')
  await expect(file).toBeFocused()
  await press('ArrowDown')
  await expect(file.locator('option:checked')).toContainText('nalevering')
  await tabTo(page, page.getByRole('button', { name: 'Bekijken' }))
  await press('Enter')
  await expect(page.getByRole('strong').filter({ hasText: '1 lediging van 1 huishouden' })).toBeVisible()
  await tabTo(page, page.getByLabel(/^Reden, die in de brief/))
  await page.keyboard.type(reason)
  await expectAccessible(page)
  await tabTo(page, page.getByRole('button', { name: 'Voorstellen' }))
  await press('Enter')
  const panel = page.getByRole('region', { name: /^Correctie \d+$/ })
  await expect(panel).toContainText(`Wacht op goedkeuring: ${reason}`)

  await openAs(page, 'beide@rd4.example', '/work?part=corrections')
  await tabTo(page, page.getByRole('link', { name: reason }))
  await press('Enter')
  await tabTo(page, panel.getByRole('button', { name: /^Goedkeuren: .* terug$/ }))
  await press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Ja, goedkeuren' }))
  await press('Enter')
  await expect(page.getByText('De correctie is goedgekeurd')).toBeVisible()
  await expectAccessible(page)
  await tabTo(page, panel.getByRole('link', { name: /^Akerstraat 118 b/ }))
  await press('Enter')
  await expect(page).toHaveURL(/\/address\//)
  const corrected = page.getByText(`Niet in rekening: ${reason}`)
  await expect(corrected).toBeVisible()
  await expectAccessible(page)
  await page.locator('h1').focus()
  await press('Control+z')
  await expect(corrected).toHaveCount(0)
})
