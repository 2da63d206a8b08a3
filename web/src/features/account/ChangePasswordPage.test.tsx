import { changePassword, refreshSession } from '@rd4-loket/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { bsgw, makeEmployee } from '../../test/make.ts'
import { openPage, sessionOn } from '../../test/open-page.tsx'

const newPassword = () => screen.getByLabelText('Nieuw wachtwoord', { selector: 'input' })

const typeIn = async (user: Awaited<ReturnType<typeof openPage>>['user']) => {
  await user.type(screen.getByLabelText('Huidig wachtwoord'), 'Loket-demo-2026!')
  await user.type(newPassword(), 'een heel mooie lange zin{Enter}')
}

test('S4.2 shows why a new password is required, and opens other pages after the change', async () => {
  const { server, user, place } = await openPage('/address', { as: makeEmployee({ renew_password: true }) })
  expect(place()).toBe('/change-password')
  expect(screen.getByText(/Kies eerst een eigen wachtwoord/)).toBeVisible()
  server.answer(changePassword, () => {
    sessionOn(server, bsgw)
    return null
  })
  await typeIn(user)
  await user.click(await screen.findByRole('link', { name: 'Naar het dashboard' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Welkom, Kim de Vries' })).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Zoek adres' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Zoek adres' })).toBeVisible()
})

test('reports the changed password even if the session renewal fails; the link then reloads the page', async () => {
  const { server, user } = await openPage('/change-password', { as: makeEmployee({ renew_password: true }) })
  server.answer(changePassword, () => {
    server.fail(refreshSession, 503)
    return null
  })
  await typeIn(user)
  expect(await screen.findByRole('heading', { name: 'Uw wachtwoord is gewijzigd' })).toBeVisible()
  expect(screen.queryByText(/Kies eerst een eigen wachtwoord/)).not.toBeInTheDocument()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  const browser = { ...location, origin: location.origin, href: location.href }
  vi.stubGlobal('location', browser)
  await user.click(screen.getByRole('link', { name: 'Naar het dashboard' }))
  await waitFor(() => expect(browser.href).toBe('/dashboard'))
  vi.unstubAllGlobals()
})

test('S5.3 shows an error at the field of a wrong current password, and does not clear the fields', async () => {
  const { server, user } = await openPage('/change-password', { as: bsgw })
  server.fail(changePassword, 422, 'Niet alles is goed ingevuld', {
    current_password: ['Dit is niet uw huidige wachtwoord'],
  })
  await typeIn(user)
  expect(await screen.findByRole('link', { name: /Dit is niet uw huidige wachtwoord$/ })).toBeVisible()
  expect(screen.getByLabelText('Huidig wachtwoord')).toBeInvalid()
  expect(newPassword()).toHaveValue('een heel mooie lange zin')
})

test('focuses the field for the current password when the page opens', async () => {
  await openPage('/change-password', { as: bsgw })
  expect(screen.getByLabelText('Huidig wachtwoord')).toHaveFocus()
})
