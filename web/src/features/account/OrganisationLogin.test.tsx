import { logout, refreshSession } from '@rd4-loket/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { requestLogin, settleLogin } from '../../session/login-request.ts'
import { fakeServer } from '../../test/fake-server.ts'
import { bsgw } from '../../test/make.ts'
import { openPage, sessionOn } from '../../test/open-page.tsx'

const organisations = [
  { id: 'heerlen', name: 'Gemeente Heerlen' },
  { id: 'bsgw', name: 'BsGW' },
]

beforeEach(() => {
  const meta = document.createElement('meta')
  Object.assign(meta, { name: 'organisations', content: JSON.stringify(organisations) })
  document.head.append(meta)
})
const removeOrganisations = () => document.querySelector('[name="organisations"]')?.remove()
afterEach(() => {
  removeOrganisations()
  vi.unstubAllGlobals()
})

const startOf = (id: string, return_to: string) =>
  `/api/v1/counter/user/auth/organisations/${id}/start?page=${encodeURIComponent(return_to)}`

test('links to the login page of each organisation, with the requested page', async () => {
  await openPage('/login?return_to=%2Faddress')
  for (const { id, name } of organisations)
    expect(await screen.findByRole('link', { name: `Inloggen met ${name}` })).toHaveAttribute(
      'href',
      startOf(id, '/address'),
    )
  expect(screen.getByRole('textbox', { name: 'E-mailadres' })).toBeVisible()
  expect(screen.getByText('Log in bij uw organisatie, of met een wachtwoord van het loket.')).toBeVisible()
})

test('S7.15 shows only the form on the page of a server without organisations', async () => {
  removeOrganisations()
  await openPage('/login')
  expect(screen.getByRole('textbox', { name: 'E-mailadres' })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Inloggen bij uw organisatie' })).not.toBeInTheDocument()
  expect(screen.getByText('Log in met uw account van het loket.')).toBeVisible()
})

test.each([
  ['unavailable', /^De inlogpagina van uw organisatie is niet bereikbaar/],
  ['unknown', 'Dit account is niet uitgenodigd voor het loket. Vraag uw beheerder om een uitnodiging.'],
])('S8.1 shows why a login at an organisation failed: %s', async (problem, text) => {
  await openPage(`/login?organisation_login=${problem}&return_to=%2F`)
  expect(await screen.findByRole('alert')).toHaveTextContent(text)
})

test('shows no message for a problem that does not exist', async () => {
  await openPage('/login?organisation_login=toString')
  expect(await screen.findByRole('link', { name: 'Inloggen met BsGW' })).toBeVisible()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('S4.4 opens the requested page after a login at an organisation, and tells the other tabs', async () => {
  const news: unknown[] = []
  const otherTab = new BroadcastChannel('auth.loket')
  otherTab.onmessage = ({ data }) => news.push(data)
  const { place } = await openPage('/login?organisation_login=done&return_to=%2Faddress', { as: bsgw })
  expect(await screen.findByRole('heading', { level: 1, name: 'Zoek adres' })).toBeVisible()
  expect(place()).toBe('/address')
  await waitFor(() => expect(news).toContain('logged in'))
  otherTab.close()
})

test('opens the login page when the session of a login at an organisation has ended already', async () => {
  const { server, place } = await openPage('/login?organisation_login=done&return_to=%2Faddress')
  expect(await screen.findByRole('heading', { level: 1, name: 'Inloggen' })).toBeVisible()
  expect(server.arrived(refreshSession)).toHaveLength(1)
  expect(place()).toContain('/login')
})

test('offers organisations in another tab when the session ended over typed work', async () => {
  await openPage('/dashboard', { as: bsgw })
  void requestLogin('ending')
  const dialog = await screen.findByRole('dialog', { name: 'Ingelogd blijven' })
  const link = await within(dialog).findByRole('link', { name: /^Inloggen met BsGW ?\(opent een nieuw tabblad\)$/ })
  expect(link).toHaveAttribute('target', '_blank')
  expect(link).toHaveAttribute('href', startOf('bsgw', '/'))
  settleLogin(false)
})

test('S4.3 a logout opens the logout page of the organisation', async () => {
  const server = fakeServer()
  const { user } = await openPage('/dashboard', { as: bsgw, server })
  server.answer(logout, () => ({ organisation_logout: 'https://login.heerlen.example/end' }))
  const assign = vi.fn()
  vi.stubGlobal('location', { ...location, origin: location.origin, assign })
  await user.click(screen.getByText('Uitloggen'))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://login.heerlen.example/end'))
  sessionOn(server, undefined)
})
