import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, openAs, tabTo } from './keyboard.ts'

test('an employee places waiting lifts, leaves others out and undoes that, and a colleague approves above € 100,00, by keyboard', async ({
  page,
}) => {
  const press = (key: string) => page.keyboard.press(key)
  const lines = page.getByRole('table', { name: 'Ledigingen die nergens passen' })
  const lineOf = (text: RegExp) => lines.locator('button[data-line]').filter({ hasText: text })
  await openAs(page, 'medewerker@bsgw.example', '/work')
  await tabTo(page, page.getByRole('link', { name: 'Uitzoeken (3)' }))
  await press('Enter')
  // The oldest first: 18 lifts of an unknown chip, for more than € 100,00.
  await expect(lineOf(/chip/)).toBeVisible()
  await press('j')
  await expect(lineOf(/chip/)).toBeFocused()
  await press('Enter')
  await expect(page.getByRole('radio', { name: /één teken verschil/ })).toBeVisible()
  await expectAccessible(page)
  await press('1')
  await expect(page.getByRole('radio', { name: /^1\./ })).toBeFocused()
  await press('Enter')
  await expect(page.getByText('Dit wacht op een collega, want het bedrag is groot of niet bekend')).toBeVisible()

  // The next line opened by itself.
  await expect(lineOf(/adres/)).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('radio', { name: /container .* staat op/ })).toBeVisible()
  await press('x')
  const form = page.getByRole('form', { name: 'Blijft buiten de rekening' })
  await expect(form.getByLabel('Reden')).toBeFocused()
  await page.keyboard.type('Testrit')
  await tabTo(page, form.getByRole('button', { name: 'Buiten de rekening laten' }))
  await press('Enter')
  await expect(lineOf(/adres/)).toHaveCount(0)
  await expect(page.getByText('Uitzoeken: 3 ledigingen')).toBeVisible()
  await press('Control+z')
  await expect(page.getByText('De ledigingen wachten weer')).toBeVisible()
  await expect(lineOf(/adres/)).toBeVisible()

  await openAs(page, 'beide@rd4.example', '/work?part=queue&only=proposed')
  await expect(lineOf(/chip/)).toBeVisible()
  await press('j')
  await press('Enter')
  const approve = page.getByRole('button', { name: /^Goedkeuren: €/ })
  await tabTo(page, approve)
  await expectAccessible(page)
  await press('Enter')
  await expect(page.getByText('De ledigingen worden geplaatst')).toBeVisible()
  await expect(page.getByText('Hier staat nu niets.')).toBeVisible()
})
