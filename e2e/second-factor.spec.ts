import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { slowness } from '../slowness.ts'
import { test } from './journey.ts'
import { expectAccessible, logIn, tabAndType, tabTo } from './keyboard.ts'
import { startFactorProduct } from './products.ts'

// The tests share a product. Each changes the accounts that the next test uses.
test.describe.configure({ mode: 'serial' })

const port = process.env.FACTOR_PORT ?? ''
test.use({ baseURL: `http://localhost:${port}` })

const password = 'Loket-demo-2026!'
const employee = 'medewerker@bsgw.example'
const administrator = 'beheer@rd4.example'
const step_ms = 30_000

let product: Awaited<ReturnType<typeof startFactorProduct>>
test.beforeAll(async () => {
  test.setTimeout(120_000 * slowness())
  product = await startFactorProduct(port)
})
test.afterAll(() => product?.stop())

/** Returns the texts of the mails to an address. */
const mailsTo = (email: string) =>
  (existsSync(product.mails) ? readdirSync(product.mails) : [])
    .map((name) => readFileSync(join(product.mails, name), 'utf8'))
    .filter((text) => text.includes(`To: ${email}`))

/** Types a code of an app. Each code is accepted once, so a later login uses the code of the next step. */
const typeCode = (page: Page, secret: string, steps = 0) =>
  tabAndType(page, 'Code uit de app', new TOTP({ secret }).generate({ timestamp: Date.now() + steps * step_ms }))

const openSecurity = (page: Page) => page.goto('/account/beveiliging')

async function logOut(page: Page) {
  await page.getByRole('button', { name: /^Gebruikersmenu/ }).click()
  await page.getByRole('button', { name: 'Uitloggen' }).click()
  await expect(page).toHaveURL(/\/login/)
}

/** Adds an authenticator app on the open security page. Returns its secret and the recovery codes. */
async function addApp(page: Page) {
  await page.getByRole('button', { name: 'App toevoegen' }).click()
  await page.getByLabel('Huidig wachtwoord', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  const secret = ((await dialog.locator('.code').first().textContent()) ?? '').replaceAll(' ', '')
  await expect(page.getByRole('textbox', { name: 'Code uit de app' })).toBeFocused()
  await typeCode(page, secret)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Bewaar uw herstelcodes' })).toBeVisible()
  const codes = await page.getByRole('list', { name: 'Herstelcodes' }).getByRole('listitem').allTextContents()
  await page.getByRole('button', { name: 'Ik heb ze bewaard' }).click()
  return { secret, codes }
}

test('an employee sees the days left, adds an app, and logs in with its codes and with a recovery code', async ({
  page,
}) => {
  await logIn(page, employee)
  await expect(page.getByText(/Voeg binnen 14 dagen een tweede factor toe/)).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: 'Naar Beveiliging' }))
  await page.keyboard.press('Enter')
  const { secret, codes } = await addApp(page)
  expect(codes).toHaveLength(10)
  await expect(page.getByRole('list', { name: 'Uw tweede factoren' })).toContainText('Telefoon')
  await expect(page.getByText(/Voeg binnen/)).toHaveCount(0)
  await expect.poll(() => mailsTo(employee).join()).toContain('tweede factor toegevoegd')

  await logOut(page)
  await logIn(page, employee)
  await expect(page.getByRole('textbox', { name: 'Code uit de app' })).toBeFocused()
  await typeCode(page, secret, 1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Welkom/ })).toBeVisible()

  await logOut(page)
  await logIn(page, employee)
  await page.getByRole('button', { name: 'Gebruik een herstelcode' }).click()
  await page.keyboard.type(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Welkom/ })).toBeVisible()
  await logOut(page)
  await logIn(page, employee)
  await page.getByRole('button', { name: 'Gebruik een herstelcode' }).click()
  await page.keyboard.type(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(
    page
      .getByRole('alert')
      .getByText(/Deze herstelcode klopt niet/)
      .first(),
  ).toBeVisible()
})

test('an administrator must add a passkey, logs in with it, and helps an employee who lost the device', async ({
  page,
}) => {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await logIn(page, administrator)
  await expect(page).toHaveURL(/\/account\/beveiliging$/)
  await expect(page.getByText('Voeg eerst een tweede factor toe. Daarna kunt u verder.')).toBeVisible()
  await page.goto('/address')
  await expect(page).toHaveURL(/\/account\/beveiliging$/)
  await page.getByRole('button', { name: 'Passkey toevoegen' }).click()
  await page.getByLabel('Huidig wachtwoord', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Ik heb ze bewaard' }).click()
  await expect(page.getByRole('link', { name: 'Zoek adres', exact: true })).toBeVisible()

  await logOut(page)
  await logIn(page, administrator)
  await expect(page.getByRole('button', { name: 'Log in met uw passkey' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Welkom/ })).toBeVisible()

  await page.goto('/services-and-settings/employees')
  await page.getByRole('link', { name: 'Fleur Medewerker' }).click()
  await page.getByRole('button', { name: 'Tweede factor verwijderen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Verwijderen', exact: true }).click()
  await expect(page.getByText('De tweede factor van Fleur Medewerker is verwijderd')).toBeVisible()
  await expect.poll(() => mailsTo(employee).join()).toContain('Een beheerder heeft alle tweede factoren')

  await logOut(page)
  await logIn(page, employee)
  await expect(page.getByRole('heading', { level: 1, name: /^Welkom/ })).toBeVisible()
  await openSecurity(page)
  await expect(page.getByRole('button', { name: 'App toevoegen' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Uw tweede factoren' })).toHaveCount(0)
})

test('the demo account with a second factor logs in with a code of its printed secret', async ({ page }) => {
  await logIn(page, 'tweestaps@rd4.example')
  await typeCode(page, 'LOKETDEMOTWEESTAPS23456723456723')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Welkom, Tess Tweestaps' })).toBeVisible()
})
