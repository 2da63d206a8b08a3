import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { openUserMenu } from './screens/steps.ts'
import { serveSpecification } from './specification-server.ts'

type Server = Awaited<ReturnType<typeof serveSpecification>>

const counter = '/api/v1/counter'
const lastYear = new Date().getFullYear() - 1

/** Returns an array that receives all later uncaught errors and console errors of the page. */
function errorsOn(page: Page) {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  return errors
}

async function logIn(page: Page, { url }: Server, password = 'geheim genoeg') {
  await page.goto(`${url}/login`)
  await page.getByLabel('E-mailadres').fill('kim@voorbeeld.example')
  await page.getByLabel('Wachtwoord', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

async function logOut(page: Page) {
  await openUserMenu(page)
  await page.getByRole('button', { name: 'Uitloggen' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' }).getByRole('link')

const open = (page: Page, name: string) => menu(page).filter({ hasText: name }).click()

/** Fills in a search form, searches, and returns the body of the search call. */
async function search(page: Page, { received }: Server, form: string, fields: Record<string, string>) {
  const before = received.length
  await page.getByRole('button', { name: 'Wissen' }).click()
  await expect(page).not.toHaveURL(/\?/)
  for (const [label, text] of Object.entries(fields)) {
    const field = page.getByRole('form', { name: form }).getByLabel(label, { exact: true })
    if ((await field.evaluate(({ tagName }) => tagName)) === 'SELECT') await field.selectOption(text)
    else await field.fill(text)
  }
  await page.getByRole('button', { name: 'Zoeken', exact: true }).click()
  await expect.poll(() => received.slice(before).filter(({ call }) => call.endsWith('/search'))).toHaveLength(1)
  return received.slice(before).find(({ call }) => call.endsWith('/search'))?.body
}

const noCriteria = {
  municipality_id: null,
  object_code: null,
  street: null,
  house_number: null,
  house_number_extension: null,
  postal_code: null,
}

test.describe('with a server that implements only the specification', () => {
  let server: Server
  test.afterEach(() => server.close())

  test('S7.15 S7.6 S7.10 a provider employee searches, opens an address and a system, and logs out', async ({
    page,
  }) => {
    server = await serveSpecification(['bsgw_employee'])
    const errors = errorsOn(page)
    await logIn(page, server)
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(menu(page)).toHaveText(['Dashboard', 'Zoek adres', 'Zoek verzamelsysteem', 'Kalender'])
    expect((await page.context().cookies()).find(({ name }) => name === 'locale')?.value).toBe('nl')

    await open(page, 'Zoek adres')
    const find = (fields: Record<string, string>) => search(page, server, 'Zoek adres', fields)
    expect(await find({ Postcode: '1234 AB', Huisnummer: '12', Toevoeging: 'a' })).toEqual({
      ...noCriteria,
      postal_code: '1234 AB',
      house_number: '12',
      house_number_extension: 'a',
    })
    expect(await find({ Straat: 'dorp', Gemeente: 'Heerlen' })).toEqual({
      ...noCriteria,
      street: 'dorp',
      municipality_id: 917,
    })
    expect(await find({ Objectcode: 'V-12' })).toEqual({ ...noCriteria, object_code: 'V-12' })
    await expect(page.getByRole('heading', { name: '2 adressen gevonden' })).toBeVisible()
    await page.getByRole('link', { name: 'Akerstraat 118' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Akerstraat 118' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Containers', exact: true })).toContainText('Restafval')
    const history = page.getByRole('region', { name: 'Ledigingen' })
    await expect(history.getByRole('row', { name: new RegExp(`2 januari ${lastYear + 1}`) })).toBeVisible()
    await history.getByRole('link', { name: String(lastYear) }).click()
    await expect(history.getByRole('row', { name: new RegExp(`2 januari ${lastYear}`) })).toBeVisible()

    await open(page, 'Zoek verzamelsysteem')
    const fields = { Afvalstroom: 'Glas', Verzamelsysteem: 'Wijkcontainer' }
    expect(await search(page, server, 'Zoek verzamelsysteem', fields)).toEqual({
      ...noCriteria,
      waste_type: 'glass',
      collection_system: 2,
    })
    await page.getByRole('link', { name: 'Akerstraat 100' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Akerstraat 100' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Containers', exact: true })).toContainText('Restafval')
    await history.getByRole('link', { name: String(lastYear) }).click()
    await expect(history.getByRole('row', { name: new RegExp(`2 januari ${lastYear}`) })).toBeVisible()

    await page.reload()
    await expect(history.getByRole('row', { name: new RegExp(`2 januari ${lastYear}`) })).toBeVisible()
    await open(page, 'Kalender')
    await expect(page.getByText('2023').first()).toBeVisible()
    await logOut(page)

    expect(errors).toEqual([])
    const counts = Object.entries(Object.groupBy(server.received, ({ call }) => call)).map(
      ([call, all = []]) => [call, all.length] as const,
    )
    expect(Object.fromEntries(counts)).toEqual({
      [`POST ${counter}/user/auth/login`]: 1,
      // The page renews the token once, after the reload.
      'POST /api/auth/refresh': 1,
      'GET /api/v1/user/auth/user': 2,
      [`GET ${counter}/meta`]: 2,
      [`GET ${counter}/addresses/municipalities`]: 1,
      [`POST ${counter}/addresses/search`]: 3,
      [`GET ${counter}/addresses/k7m2px9q4t`]: 1,
      [`GET ${counter}/addresses/k7m2px9q4t/equipment`]: 1,
      [`GET ${counter}/addresses/k7m2px9q4t/clearances`]: 1,
      [`GET ${counter}/addresses/k7m2px9q4t/clearances?year=${lastYear}`]: 1,
      [`GET ${counter}/collection-system/meta`]: 1,
      [`POST ${counter}/collection-system/search`]: 1,
      [`GET ${counter}/collection-system/s3v8n2c6wd`]: 2,
      [`GET ${counter}/collection-system/s3v8n2c6wd/equipment`]: 2,
      [`GET ${counter}/collection-system/s3v8n2c6wd/clearances`]: 1,
      [`GET ${counter}/collection-system/s3v8n2c6wd/clearances?year=${lastYear}`]: 2,
      [`POST ${counter}/user/auth/logout`]: 1,
    })
    for (const { call, accept, authorization } of server.received) {
      expect(accept, call).toBe('application/json')
      // A login has no token yet. After a reload the token is lost, and the session's cookie renews it.
      const isWithoutToken = call.endsWith('/login') || call.endsWith('/refresh')
      expect(authorization, call).toEqual(
        isWithoutToken ? undefined : expect.stringMatching(/^Bearer (first|renewed)$/),
      )
    }
  })

  test('S7.15 S7.13 S7.14 a municipal employee looks up a pass, requests rolls and logs out', async ({ page }) => {
    server = await serveSpecification(['municipal_employee'])
    const errors = errorsOn(page)
    await logIn(page, server)
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(menu(page)).toHaveText(['Dashboard', 'Services & instellingen', 'Kalender'])
    await open(page, 'Services & instellingen')
    await expect(page.getByRole('heading', { level: 1, name: 'Milieupas' })).toBeVisible()
    for (const [rolls, message] of [
      ['1', 'Er is 1 rol aangevraagd'],
      ['2', 'Er zijn 2 rollen aangevraagd'],
    ] as const) {
      await page.getByLabel('Pasnummer').pressSequentially('0101010101')
      await page.keyboard.press('Enter')
      await page.getByLabel('Aantal rollen').pressSequentially(rolls)
      await page.keyboard.press('Enter')
      await expect(page.getByText(message)).toBeVisible()
    }
    await logOut(page)
    expect(errors).toEqual([])
    const issues = server.received.filter(({ call }) => call === `POST ${counter}/services/register`)
    expect(issues.map(({ body }) => body)).toEqual([
      { environmental_pass_number: '0101010101', rolls: 1 },
      { environmental_pass_number: '0101010101', rolls: 2 },
    ])
    expect(server.received).toHaveLength(8)
  })

  test('S7.15 S8.2 a page beyond the specification is not found, and makes only specified calls', async ({ page }) => {
    server = await serveSpecification(['municipal_employee'])
    await logIn(page, server)
    await expect(page).toHaveURL(/\/dashboard$/)
    for (const path of ['requests', 'settings', 'notices', 'notices/new']) {
      server.received.length = 0
      await page.goto(`${server.url}/services-and-settings/${path}`)
      await expect(page.getByRole('heading', { level: 1, name: 'Pagina niet gevonden!' })).toBeVisible()
      expect(server.received.map(({ call }) => call).sort()).toEqual([
        `GET ${counter}/meta`,
        'GET /api/v1/user/auth/user',
        'POST /api/auth/refresh',
      ])
    }
  })

  test('S7.15 S8.1 shows the message of the server when it does not offer a call', async ({ page }) => {
    server = await serveSpecification(['municipal_employee'])
    await logIn(page, server, 'onjuist')
    await expect(page.getByText('Onbekend').first()).toBeVisible()
    await page.getByRole('link', { name: 'Wachtwoord vergeten?' }).click()
    // The login page has a field with the same label.
    await expect(page.getByRole('heading', { name: 'Wachtwoord vergeten' })).toBeVisible()
    await page.getByLabel('E-mailadres').fill('kim@voorbeeld.example')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'Log in' })).toBeVisible()
    await logIn(page, server)
    await expect(page).toHaveURL(/\/dashboard$/)
    await openUserMenu(page)
    await page.getByRole('link', { name: 'Wachtwoord wijzigen' }).first().click()
    await page.getByRole('textbox', { name: 'Huidig wachtwoord' }).fill('geheim genoeg')
    await page.getByRole('textbox', { name: 'Nieuw wachtwoord' }).fill('een nieuw en lang wachtwoord')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Deze aanroep is er niet').first()).toBeVisible()
  })
})
