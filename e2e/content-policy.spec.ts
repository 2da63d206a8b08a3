import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { logIn } from './keyboard.ts'
import { goToSearch } from './screens/steps.ts'

// The build writes this file, which contains the path of every screen.
const paths: string[] = JSON.parse(readFileSync(join(import.meta.dirname, '../web/dist/screens.json'), 'utf8'))

/** Returns an array that receives all later violations of the content security policy and uncaught errors. */
async function recordViolations(page: Page) {
  const violations: string[] = []
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
      console.error(
        `content security policy violation: ${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber}`,
      ),
    ),
  )
  page.on('console', (message) => {
    if (/policy|trusted/i.test(message.text())) violations.push(`${page.url()} ${message.text()}`)
  })
  page.on('pageerror', (error) => violations.push(`${page.url()} ${error}`))
  return violations
}

async function logInAs(page: Page, email: string) {
  await logIn(page, email)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1, name: /^Welkom/ })).toBeVisible()
}

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

for (const [employee, email] of [
  ['a provider employee', 'medewerker@bsgw.example'],
  ['a municipal employee', 'balie@heerlen.example'],
  ['an administrator', 'beheer@rd4.example'],
] as const)
  test(`no screen violates the content security policy when ${employee} opens it`, async ({ page }) => {
    const violations = await recordViolations(page)
    await page.setViewportSize({ width: 1000, height: 800 })
    await logInAs(page, email)
    for (const path of paths) {
      await page.goto(path.replace(/\$\w+/, '123456'))
      await expect(page.getByRole('heading').first(), path).toBeVisible()
    }
    expect(violations).toEqual([])
  })

test('suggestions, forms, menus, errors and pasted text obey the content security policy', async ({ page }) => {
  const violations = await recordViolations(page)
  await logInAs(page, 'beheer@rd4.example')

  await goToSearch(page)
  await page.keyboard.type('akerstraat 118')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.goto('/address?postal_code=6411CD&house_number=118')
  await page.getByRole('link', { name: 'Akerstraat 118', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Ledigingen' })).toBeVisible()
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
  await page.getByLabel('Pasnummer').fill('0202020202')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Geblokkeerd: verloren', { exact: false }).first()).toBeVisible()
  await page.getByLabel('Pasnummer').fill('x')
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
