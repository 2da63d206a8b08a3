import type { Page } from '@playwright/test'

const factorsCall = '**/api/v1/counter/user/second-factor'

/** Shows this number of second factors, whatever the employee has. */
export const replaceFactors = (count: number) => (page: Page) =>
  page.route(factorsCall, async (route) => {
    const factors = Array.from({ length: count }, (_, index) => ({
      id: index + 1,
      kind: index === 0 ? 'totp' : 'passkey',
      name: ['Telefoon', 'Laptop van het werk'][index] ?? `Sleutel ${index + 1}`,
      created_at: '2026-02-02T09:00:00+01:00',
      last_used_at: index === 0 ? '2026-03-03T08:30:00+01:00' : null,
    }))
    await route.fulfill({
      json: { data: { factors, recovery_codes_left: 9, passkey_host: '127.0.0.1', adding_needs: 'password' } },
    })
  })

/** Shows an app, and returns fixed recovery codes, because the codes of the server are random. */
export async function answerCodes(page: Page) {
  await replaceFactors(1)(page)
  const recovery_codes = Array.from({ length: 10 }, (_, index) => `k7m2p-x9q4${index}`)
  await page.route(`${factorsCall}/recovery-codes`, (route) => route.fulfill({ json: { data: { recovery_codes } } }))
}

/** Adds a state of the second factor to the employee. */
export const requireFactor =
  (state: { is_set?: boolean; must_add?: boolean; must_confirm?: boolean; due_at?: string }) => async (page: Page) => {
    const second_factor = {
      is_set: false,
      is_required: true,
      must_add: false,
      must_confirm: false,
      due_at: null,
      ...state,
    }
    await page.route('**/api/v1/user/auth/user', async (route) => {
      const response = await route.fetch()
      const { data } = await response.json()
      await route.fulfill({ response, json: { data: { ...data, second_factor } } })
    })
    await page.route('**/api/v1/counter/meta', async (route) => {
      const response = await route.fetch()
      const { data } = await response.json()
      await route.fulfill({ response, json: { data: { ...data, user: { ...data.user, second_factor } } } })
    })
  }

/** Shows an employee whom an organisation logged in without a second factor. The employee has an app. */
export async function requireConfirmation(page: Page) {
  await requireFactor({ is_set: true, must_confirm: true })(page)
  const problem = {
    type: 'about:blank',
    title: 'Onjuiste invoer',
    status: 422,
    message: 'Bevestig',
    detail: 'Bevestig',
  }
  await page.route('**/api/v1/counter/user/auth/second-factor', (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      json: { ...problem, errors: {}, request_id: '', second_factor: ['totp', 'recovery'] },
    }),
  )
}

/** Opens the second step of adding an app. The secret is fixed, because the secret of the server is random. */
export async function startApp(page: Page) {
  const secret = 'LOKETDEMOTWEESTAPS23456723456723'
  const uri = `otpauth://totp/Rd4%20Loket:medewerker%40bsgw.example?issuer=Rd4%20Loket&secret=${secret}`
  await page.route(`${factorsCall}/totp`, (route) =>
    route.fulfill({ json: { data: { secret, uri, enrolment: 'sealed' } } }),
  )
  await page.getByRole('main').getByRole('button', { name: 'App toevoegen' }).click()
  await page.getByLabel('Huidig wachtwoord', { exact: true }).fill('geheim')
  await page.keyboard.press('Enter')
}

/** Logs in as the demo employee who has a second factor, up to the second step. */
export async function logInWithFactor(page: Page) {
  await page.getByLabel('E-mailadres').fill('tweestaps@rd4.example')
  await page.getByLabel('Wachtwoord', { exact: true }).fill('Loket-demo-2026!')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Code uit de app' }).waitFor()
}
