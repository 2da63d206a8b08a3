import { expect, type Page } from '@playwright/test'
import { slowness } from '../slowness.ts'
import { test } from './journey.ts'
import { expectAccessible, logIn, tabAndType, tabTo } from './keyboard.ts'
import { startOpenidProvider, startOrganisationProduct } from './products.ts'

// The tests share a product and a provider. Each uses the account that the first test linked.
test.describe.configure({ mode: 'serial' })

const port = process.env.ORGANISATION_PORT ?? ''
const portal = `http://127.0.0.1:${port}`
const openidPort = process.env.OPENID_PORT ?? ''
const issuer = `http://localhost:${openidPort}`
test.use({ baseURL: portal })

const email = 'kim@heerlen.example'
const startProvider = (kim: string) => startOpenidProvider(openidPort, portal, { kim, noor: 'noor@heerlen.example' })

let product: Awaited<ReturnType<typeof startOrganisationProduct>>
let stopProvider: Awaited<ReturnType<typeof startProvider>>
test.beforeAll(async () => {
  test.setTimeout(120_000 * slowness())
  stopProvider = await startProvider(email)
  product = await startOrganisationProduct(port, issuer)
})
test.afterAll(async () => {
  await stopProvider?.()
  await product?.stop()
})

const start = (page: Page) => page.getByRole('link', { name: /^Inloggen met Gemeente Heerlen/ })
const welcome = (page: Page) => page.getByRole('heading', { level: 1, name: 'Welkom, Kim Jansen' })

/** Types the name of an account on the login page of the provider. */
async function typeAccount(page: Page, account: string) {
  await expect(page.getByRole('heading', { name: 'Log in at the organisation' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Account' })).toBeFocused()
  await page.keyboard.type(account)
  await page.keyboard.press('Enter')
}

/** Logs in at the organisation from the login page. */
async function logInAtOrganisation(page: Page, account: string) {
  await page.goto('/login')
  await tabTo(page, start(page))
  await page.keyboard.press('Enter')
  await typeAccount(page, account)
}

/** Presses the button 'Uitloggen' of the user's menu. */
async function logOut(page: Page) {
  await tabTo(page, page.getByRole('button', { name: /^Gebruikersmenu/ }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Uitloggen' }))
  await page.keyboard.press('Enter')
}

/** Confirms a logout on the page of the provider. */
async function confirmLogout(page: Page) {
  await expect(page.getByRole('button', { name: 'Log out' })).toBeFocused()
  await page.keyboard.press('Enter')
}

test('an invited employee logs in at the organisation, opens the requested page, and logs out there', async ({
  page,
}) => {
  await logIn(page, 'beheer@rd4.example')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/services-and-settings/employees/new')
  await tabAndType(page, 'E-mailadres', email)
  await tabAndType(page, 'Naam', 'Kim Jansen')
  const municipality = page.getByLabel('Gemeente', { exact: true })
  await tabTo(page, municipality)
  // On a slow machine the browser treats each typed letter as a new search for an option.
  await municipality.selectOption({ label: 'Heerlen' })
  await tabTo(page, page.getByRole('checkbox', { name: 'Medewerker gemeente' }))
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Kim Jansen is uitgenodigd/)).toBeVisible()
  // The administrator logged in with a password, so this logout stays in the portal.
  await logOut(page)
  await expect(page).toHaveURL(/\/login$/)

  await page.goto('/services-and-settings')
  await expect(start(page)).toBeVisible()
  await tabTo(page, start(page))
  await page.keyboard.press('Enter')
  await typeAccount(page, 'kim')
  await expect(page.getByRole('heading', { level: 1, name: 'Milieupas' })).toBeVisible()
  await expect(page).toHaveURL(`${portal}/services-and-settings`)
  await expect(page.getByLabel('Pasnummer')).toBeFocused()

  await logOut(page)
  await confirmLogout(page)
  await expect(page).toHaveURL(`${portal}/login`)
  await tabTo(page, start(page))
  await page.keyboard.press('Enter')
  // The provider asks for the account again, so the next user of this computer is not logged in as Kim.
  await expect(page.getByRole('textbox', { name: 'Account' })).toBeFocused()
})

test('when the provider is down the login page says so, and an employee logs in with a password', async ({ page }) => {
  await stopProvider()
  await page.goto('/login')
  await tabTo(page, start(page))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(/^De inlogpagina van uw organisatie is niet bereikbaar/)
  await tabAndType(page, 'E-mailadres', 'balie@heerlen.example')
  await tabAndType(page, 'Wachtwoord', 'Loket-demo-2026!')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Welkom/ })).toBeVisible()

  stopProvider = await startProvider(email)
  await page.context().clearCookies()
  await logInAtOrganisation(page, 'kim')
  await expect(welcome(page)).toBeVisible()
})

test('an employee ends another session after a new login at the organisation, which knows the browser', async ({
  page,
  browser,
}) => {
  const elsewhere = await browser.newContext({ baseURL: portal })
  const other = await elsewhere.newPage()
  await logInAtOrganisation(other, 'kim')
  await expect(welcome(other)).toBeVisible()
  await logInAtOrganisation(page, 'kim')
  await expect(welcome(page)).toBeVisible()

  await page.goto('/account/beveiliging')
  const end = async () => {
    await tabTo(page, page.getByRole('button', { name: /^Beëindig/ }).first())
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Beëindigen' }))
    await page.keyboard.press('Enter')
  }
  await end()
  await expect(page.getByText('Log opnieuw in bij uw organisatie. Daarna kan dit 10 minuten.')).toBeVisible()
  await tabTo(page, start(page))
  await page.keyboard.press('Enter')
  await typeAccount(page, 'kim')
  await expect(page).toHaveURL(`${portal}/account/beveiliging`)
  await end()
  await expect(page.getByText(/^(De sessie is|\d+ sessies zijn) beëindigd$/)).toBeVisible()
  await elsewhere.close()
})

/** Logs out in another tab, on a page of the provider, which sends a logout token to the portal. */
async function logOutAtProvider(page: Page) {
  const provider = await page.context().newPage()
  await provider.goto(`${issuer}/session/end`)
  await confirmLogout(provider)
  await expect(provider.getByRole('heading', { name: 'You are logged out' })).toBeVisible()
  await provider.close()
  await page.bringToFront()
}

test('after a logout at the organisation, a new login there in another tab saves what the employee typed', async ({
  page,
}) => {
  await logInAtOrganisation(page, 'kim')
  await expect(welcome(page)).toBeVisible()
  await page.goto('/services-and-settings/notices/new')
  await tabAndType(page, 'Titel', 'De milieustraat is gesloten')
  await tabAndType(page, 'Tekst', 'Vrijdag is de milieustraat dicht.')
  await tabAndType(page, 'Tot en met', '31-12-2099')
  await logOutAtProvider(page)
  await tabTo(page, page.getByRole('button', { name: 'Opslaan' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Uw sessie is afgelopen' })).toBeVisible()
  await expectAccessible(page)
  await tabTo(page, start(page))
  const [tab] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')])
  await typeAccount(tab, 'kim')
  await expect(welcome(tab)).toBeVisible()
  await page.bringToFront()
  await expect(page.getByText(/^De mededeling is opgeslagen/)).toBeVisible()
})
