import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { openAs } from './keyboard.ts'
import { recordViolations } from './screens/rules/content-policy.ts'
import { goToSearch } from './screens/steps.ts'

test('recordViolations records a violation of the content security policy', async ({ page }) => {
  const violations = await recordViolations(page)
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(violations).toEqual([])
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement('style'), { textContent: 'p { color: red }' }))
    try {
      document.body.insertAdjacentHTML('beforeend', '<img src="x">')
    } catch {}
  })
  await expect.poll(() => violations.join(' ')).toContain('style-src')
  await page.evaluate(() => setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<b>x</b>')))
  await expect.poll(() => violations.join(' ')).toContain('require-trusted-types-for')
})

test('suggestions, forms, menus, errors and pasted text obey the content security policy', async ({ page }) => {
  const violations = await recordViolations(page)
  await openAs(page, 'beheer@rd4.example', '/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: /^Welkom/ })).toBeVisible()

  await goToSearch(page)
  await page.keyboard.type('akerstraat 118')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.goto('/address?postal_code=6411CD&house_number=118')
  await page.getByRole('link', { name: 'Akerstraat 118', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Ledigingen', exact: true })).toBeVisible()
  await page.getByRole('link', { name: String(new Date().getFullYear() - 1), exact: true }).click()
  await page.getByRole('button', { name: 'Afspraak maken' }).click()
  await page.getByRole('link', { name: 'Ophaalkalender' }).first().click()
  await page.getByRole('button', { name: 'Toon de agendalink' }).click()
  await expect(page.getByRole('img', { name: 'QR-code van de agendalink' })).toBeVisible()
  for (const view of ['Lijst', 'Jaar', 'Maand']) await page.getByRole('link', { name: view, exact: true }).click()

  await page.goto('/collection-system?municipality_id=917&waste_type=residual_waste')
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.goto('/services-and-settings')
  await page.getByLabel('Pasnummer').pressSequentially('0202020202')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Geblokkeerd: verloren', { exact: false }).first()).toBeVisible()
  await page.getByLabel('Pasnummer').pressSequentially('xx?')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Dit is geen pasnummer/).first()).toBeVisible()

  await page.goto('/services-and-settings/notices/new')
  const text = page.getByRole('textbox', { name: 'Tekst' })
  await text.focus()
  const paste = (html: string) =>
    text.evaluate((element, pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', pasted)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, html)
  await paste('Vrijdag ')
  await paste('<b style="color: red">gesloten</b><img src="x" onerror="alert(1)"><script>alert(2)</script>')
  await expect(text.locator('strong')).toHaveText('gesloten')
  await expect(text.locator('img, script')).toHaveCount(0)

  await page.getByRole('button', { name: /Gebruikersmenu/ }).click()
  await expect(page.getByRole('button', { name: 'Uitloggen' })).toBeVisible()
  await page.setViewportSize({ width: 400, height: 800 })
  await page.getByRole('button', { name: /^Menu/ }).click()
  await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await page.emulateMedia({ media: 'screen' })

  await page.route('**/api/v1/**', (route) => route.abort())
  await page.goto('/dashboard')
  await expect(page.getByText(/niet bereikbaar/).first()).toBeVisible()
  await page.unroute('**/api/v1/**')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /Gebruikersmenu/ }).click()
  await page.getByRole('button', { name: 'Uitloggen' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(violations).toEqual([])
})

test('a malformed URL shows the 404 page', async ({ page }) => {
  const violations = await recordViolations(page)
  expect((await page.goto('/%'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Pagina niet gevonden!' })).toBeVisible()
  expect(violations).toEqual([])
})
