import { forgotPassword } from '@rd4-loket/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../../test/open-page.tsx'

test('S2.1 the login page links to the page for a forgotten password', async () => {
  const { user, place } = await openPage('/login')
  await user.click(screen.getByRole('link', { name: 'Wachtwoord vergeten?' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Wachtwoord vergeten' })).toBeVisible()
  expect(place()).toBe('/account/wachtwoord-vergeten')
})

test('S2.1 the text after sending does not reveal whether the e-mail address is known', async () => {
  const { server, user } = await openPage('/account/wachtwoord-vergeten')
  const [status] = within(screen.getByRole('main')).getAllByRole('status')
  await user.type(screen.getByRole('textbox', { name: 'E-mailadres' }), 'wie@loket.example{Enter}')
  await waitFor(() => expect(status).toHaveTextContent(/^Als dit adres bij ons bekend is/))
  expect(await screen.findByText(/^Als dit adres bij ons bekend is/)).toBeVisible()
  expect(server.arrived(forgotPassword)[0]?.body).toEqual({ email: 'wie@loket.example' })
})

test('S5.1 rejects an invalid e-mail address, and sends nothing', async () => {
  const { server, user } = await openPage('/account/wachtwoord-vergeten')
  await user.type(screen.getByRole('textbox', { name: 'E-mailadres' }), 'wie{Enter}')
  expect(screen.getByRole('textbox', { name: 'E-mailadres' })).toHaveAccessibleDescription(/Dit is geen e-mailadres/)
  expect(server.arrived(forgotPassword)).toEqual([])
})

test('S8.1 shows why sending failed, and keeps the input', async () => {
  const { server, user } = await openPage('/account/wachtwoord-vergeten')
  server.fail(forgotPassword, 429, 'Te veel pogingen. Wacht een minuut.')
  await user.type(screen.getByRole('textbox', { name: 'E-mailadres' }), 'wie@loket.example{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('Te veel pogingen. Wacht een minuut.')
  expect(screen.getByRole('textbox', { name: 'E-mailadres' })).toHaveValue('wie@loket.example')
})
