import {
  ApiError,
  confirmFactor,
  type FactorRequest,
  login,
  logout,
  refreshSession,
  showEmployee,
} from '@rd4-loket/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { mayHaveSession } from '../../session/api.ts'
import { accessToken, bsgw, makeEmployee } from '../../test/make.ts'
import { openPage, sessionOn } from '../../test/open-page.tsx'

async function openLogin(path = '/login') {
  const opened = await openPage(path)
  const { server, user } = opened
  server.answer(login, () => {
    sessionOn(server, bsgw)
    return accessToken()
  })
  const email = screen.getByRole('textbox', { name: 'E-mailadres' })
  const password = screen.getByLabelText('Wachtwoord')
  const logIn = async (typed: { email?: string; password?: string }) => {
    if (typed.email) await user.type(email, typed.email)
    if (typed.password) await user.type(password, typed.password)
    await user.click(screen.getByRole('button', { name: 'Inloggen' }))
  }
  return { ...opened, logIn, email, password }
}

test('S7.1 S7.3 logs in, requests the current user and opens the dashboard', async () => {
  const { server, logIn, place } = await openLogin()
  await logIn({ email: 'kim@loket.example', password: 'geheim' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Welkom, Kim de Vries' })).toBeVisible()
  expect(place()).toBe('/dashboard')
  expect(server.arrived(login)[0]?.body).toEqual({ email: 'kim@loket.example', password: 'geheim' })
  expect(server.arrived(showEmployee)).toHaveLength(1)
})

test('S4.4 opens the requested page after login', async () => {
  const { logIn, place } = await openLogin('/login?return_to=%2Faddress')
  await logIn({ email: 'kim@loket.example', password: 'geheim' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Zoek adres' })).toBeVisible()
  expect(place()).toBe('/address')
})

test('S5.1 shows errors at required fields that are empty and in the summary, and sends nothing', async () => {
  const { server, logIn, email } = await openLogin()
  await logIn({})
  expect(email).toBeInvalid()
  expect(email).toHaveAccessibleDescription('Dit veld is verplicht')
  expect(email).toHaveFocus()
  expect(screen.getByRole('link', { name: 'E-mailadres: Dit veld is verplicht' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Wachtwoord: Dit veld is verplicht' })).toBeVisible()
  // Nothing was sent, so there is no error code to report.
  expect(screen.getByRole('alert')).not.toHaveTextContent(/foutcode/)
  expect(document.title).toBe('Fout: Inloggen - Rd4 Loket')
  expect(server.arrived(login)).toEqual([])
})

test('S8.1 shows the message of the server when the password is wrong, and keeps the input', async () => {
  const { server, logIn, email, password } = await openLogin()
  server.fail(login, 401, 'Dit e-mailadres en wachtwoord horen niet bij elkaar')
  await logIn({ email: 'kim@loket.example', password: 'verkeerd' })
  expect(await screen.findByRole('alert')).toHaveTextContent('Dit e-mailadres en wachtwoord horen niet bij elkaar')
  expect(email).toHaveValue('kim@loket.example')
  expect(password).toHaveValue('verkeerd')
})

test.each([{}, { access_token: null }, { access_token: '' }])(
  'S7.1 shows an error for the reply %j without a token',
  async (data) => {
    const { logIn } = await openLogin()
    vi.stubGlobal('fetch', async () => Response.json({ data }))
    await logIn({ email: 'kim@loket.example', password: 'geheim' })
    expect(await screen.findByRole('alert')).toHaveTextContent('Er is iets misgegaan. Probeer het opnieuw.')
    expect(mayHaveSession()).toBe(false)
  },
)

test.each([
  [0, '', 'Het loket is niet bereikbaar.'],
  [429, 'Te veel pogingen. Wacht een minuut.', 'Te veel pogingen. Wacht een minuut.'],
  [503, 'Het loket is even niet bereikbaar.', 'Het loket is even niet bereikbaar.'],
  [500, 'Er is iets misgegaan', 'Noem dan foutcode 500'],
])('S8.1 shows a Dutch message when a login fails with status %i', async (status, message, shown) => {
  const { server, logIn } = await openLogin()
  server.fail(login, status, message)
  await logIn({ email: 'kim@loket.example', password: 'geheim' })
  expect(await screen.findByRole('alert')).toHaveTextContent(shown)
})

test('S2.7 a button stops and starts the turning emblem', async () => {
  const { user } = await openLogin()
  await user.click(screen.getByRole('button', { name: /Zet stil/ }))
  expect(screen.getByRole('contentinfo')).toHaveAttribute('data-still')
  await user.click(screen.getByRole('button', { name: /Laat draaien/ }))
  expect(screen.getByRole('contentinfo')).not.toHaveAttribute('data-still')
})

test('sends no renewal request for a visitor who has never logged in', async () => {
  const { server } = await openLogin()
  expect(server.arrived(refreshSession)).toEqual([])
})

const withApp: FactorRequest = { second_factor: ['totp', 'recovery'] }
const passkey_request = {
  challenge: 'abc',
  rpId: 'elders.example',
  timeout: 300_000,
  userVerification: 'preferred' as const,
  allowCredentials: [],
}

/** Logs in on a server that requires a second factor, and accepts the code 123456 and one recovery code. */
async function logInWithFactor(request = withApp) {
  const opened = await openLogin()
  opened.server.answer(login, ({ body }) => {
    if (body.code === '123456' || body.recovery_code === 'K7M2P-X9Q4T') {
      sessionOn(opened.server, bsgw)
      return accessToken()
    }
    const errors: Record<string, string[]> = body.code ? { code: ['Deze code klopt niet'] } : {}
    throw new ApiError(401, body.code ? 'Deze code klopt niet' : 'Bevestig ook', errors, undefined, request)
  })
  await opened.logIn({ email: 'kim@loket.example', password: 'geheim' })
  return opened
}

test('asks for a code after the right password, shows a wrong code at its field, and logs in with the same call', async () => {
  const { server, user, place } = await logInWithFactor()
  const code = await screen.findByRole('textbox', { name: 'Code uit de app' })
  expect(code).toHaveFocus()
  await user.type(code, '000000{Enter}')
  await waitFor(() => expect(code).toHaveAccessibleDescription(/Deze code klopt niet/))
  await user.clear(code)
  await user.type(code, '123456{Enter}')
  expect(await screen.findByRole('heading', { level: 1, name: 'Welkom, Kim de Vries' })).toBeVisible()
  expect(place()).toBe('/dashboard')
  expect(server.arrived(login).map(({ body }) => body)).toEqual([
    { email: 'kim@loket.example', password: 'geheim' },
    { email: 'kim@loket.example', password: 'geheim', code: '000000' },
    { email: 'kim@loket.example', password: 'geheim', code: '123456' },
  ])
})

test('accepts a recovery code instead, and goes back to the password', async () => {
  const { user } = await logInWithFactor()
  await user.click(await screen.findByRole('button', { name: 'Gebruik een herstelcode' }))
  const field = screen.getByRole('textbox', { name: 'Herstelcode' })
  expect(field).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Terug' }))
  expect(screen.getByLabelText('Wachtwoord')).toBeVisible()
  await user.type(screen.getByRole('textbox', { name: 'E-mailadres' }), 'kim@loket.example')
  await user.type(screen.getByLabelText('Wachtwoord'), 'geheim{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Gebruik een herstelcode' }))
  await user.type(screen.getByRole('textbox', { name: 'Herstelcode' }), 'K7M2P-X9Q4T{Enter}')
  expect(await screen.findByRole('heading', { level: 1, name: 'Welkom, Kim de Vries' })).toBeVisible()
})

test('offers the other factors when passkeys are unavailable, and shows the reason', async () => {
  const { user } = await logInWithFactor({ second_factor: ['totp', 'passkey', 'recovery'], passkey_request })
  await screen.findByRole('textbox', { name: 'Code uit de app' })
  await user.click(screen.getByRole('button', { name: 'Gebruik uw passkey' }))
  expect(screen.getByText(/^Passkeys werken niet op \S+ Open het loket op elders\.example\.$/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Log in met uw passkey' })).not.toBeInTheDocument()
})

test('asks an employee whom an organisation logged in for the own factor, and then opens the requested page', async () => {
  const must_confirm = { is_set: true, is_required: true, must_add: false, must_confirm: true, due_at: null }
  const opened = await openPage('/login?organisation_login=done&return_to=%2Faddress', {
    as: makeEmployee({ second_factor: must_confirm }),
  })
  const { server, user, router, place } = opened
  server.answer(confirmFactor, ({ body }) => {
    if (body.code === '123456') {
      sessionOn(server, bsgw)
      return accessToken()
    }
    const errors: Record<string, string[]> = body.code ? { code: ['Deze code klopt niet'] } : {}
    throw new ApiError(422, 'Bevestig ook', errors, undefined, withApp)
  })
  const code = await screen.findByRole('textbox', { name: 'Code uit de app' })
  expect(screen.getByText('Uw organisatie heeft u ingelogd. Bevestig nu dat u het bent.')).toBeVisible()
  expect(screen.queryByLabelText('Wachtwoord')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Terug' })).not.toBeInTheDocument()
  await router.navigate({ to: '/dashboard' })
  expect(place()).toBe('/login?return_to=%2Fdashboard')
  await user.type(code, '000000{Enter}')
  await waitFor(() => expect(code).toHaveAccessibleDescription(/Deze code klopt niet/))
  await user.clear(code)
  await user.type(code, '123456{Enter}')
  expect(await screen.findByRole('heading', { level: 1, name: 'Welkom, Kim de Vries' })).toBeVisible()
  expect(server.arrived(confirmFactor).map(({ body }) => body)).toEqual([{}, { code: '000000' }, { code: '123456' }])
})

test('ends the login of an organisation, here and there, for an employee who wants another account', async () => {
  const must_confirm = { is_set: true, is_required: true, must_add: false, must_confirm: true, due_at: null }
  const { server, user } = await openPage('/login?organisation_login=done', {
    as: makeEmployee({ second_factor: must_confirm }),
  })
  server.fail(confirmFactor, 422, 'Bevestig ook')
  const assign = vi.fn()
  vi.stubGlobal('location', { ...location, origin: location.origin, assign })
  server.answer(logout, () => {
    sessionOn(server, undefined)
    return { organisation_logout: 'https://inloggen.heerlen.example/uit' }
  })
  await user.click(await screen.findByRole('button', { name: 'Ander account' }))
  await waitFor(() => expect(screen.getByLabelText('E-mailadres')).toHaveFocus())
  expect(screen.queryByRole('button', { name: 'Ander account' })).not.toBeInTheDocument()
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://inloggen.heerlen.example/uit'))
})
