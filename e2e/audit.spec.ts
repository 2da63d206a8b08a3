import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, openDesk, scan, tabTo } from './keyboard.ts'
import { openUserMenu } from './screens/steps.ts'

const remark = 'Besproken: niets bijzonders'

test('an administrator signs off the month of another employee by keyboard, and not an own month', async ({ page }) => {
  await openDesk(page, 'balie@heerlen.example')
  await scan(page, '0101010101')
  await expect(page.getByLabel('Aantal rollen')).toBeFocused()
  await openUserMenu(page)
  await page.getByRole('button', { name: 'Uitloggen' }).click()
  await expect(page).toHaveURL(/\/login/)

  await openDesk(page, 'beheer@rd4.example')
  await scan(page, '0101010101')
  await expect(page.getByLabel('Aantal rollen')).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: 'Logboek', exact: true }))
  await page.keyboard.press('Enter')
  const own = page.getByRole('row').filter({ hasText: 'Bo Beheer' }).first()
  await expect(own).toContainText('Een andere beheerder beoordeelt uw eigen maand.')
  await expect(page.getByRole('form', { name: 'Beoordeling van Bo Beheer' })).toHaveCount(0)
  const other = page.getByRole('row').filter({ hasText: 'Noor Balie' }).first()
  await expect(other).toContainText('Nog niet beoordeeld')
  const form = page.getByRole('form', { name: 'Beoordeling van Noor Balie' })
  await tabTo(page, form.getByLabel('Opmerking (mag leeg)'))
  await page.keyboard.type(remark)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('De maand van Noor Balie is beoordeeld')).toBeVisible()
  await expect(other).toContainText(`door Bo Beheer: ${remark}`)
  await expect(form).toHaveCount(0)
  await expectAccessible(page)

  await page.reload()
  await expect(other).toContainText(`door Bo Beheer: ${remark}`)
  await tabTo(page, page.getByRole('link', { name: 'Zoeken', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Bo Beheer beoordeelde een maand van Noor Balie/).first()).toBeVisible()
})
