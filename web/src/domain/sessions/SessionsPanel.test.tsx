import {
  endEmployeeSession,
  endEmployeeSessions,
  endOtherSessions,
  endOwnSession,
  listEmployeeSessions,
  listEmployees,
  listOwnSessions,
} from '@rd4-loket/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { administrator, bsgw, makeManagedEmployee, makeSession } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const here = makeSession({ id: crypto.randomUUID(), browser: 'Microsoft Edge', is_current: true })
const elsewhere = makeSession()
const unknown = makeSession({ id: crypto.randomUUID(), browser: null, system: null, network: '2001:db8:12:34::/64' })

/** Opens the page Beveiliging of an employee with these sessions. A call that ends sessions removes them. */
async function openSecurity(...sessions: ReturnType<typeof makeSession>[]) {
  const server = fakeServer()
  let live = sessions
  server.answer(listOwnSessions, () => live)
  server.answer(endOwnSession, ({ params }) => {
    live = live.filter(({ id }) => id !== params['session_id'])
    return null
  })
  server.answer(endOtherSessions, () => {
    live = live.filter(({ is_current }) => is_current)
    return null
  })
  const page = await openPage('/account/beveiliging', { as: bsgw, server })
  const panel = within(await screen.findByRole('region', { name: 'Waar u bent ingelogd' }))
  await panel.findByText('Microsoft Edge op Windows')
  return { ...page, panel }
}

test('lists the sessions with browser, network, start and last use, and marks the session of the page', async () => {
  const { panel } = await openSecurity(here, elsewhere, unknown)
  const [first, second, third] = panel.getAllByRole('listitem')
  expect(first).toHaveTextContent('Microsoft Edge op Windows Deze sessie')
  expect(within(first as HTMLElement).queryByRole('button')).not.toBeInTheDocument()
  expect(second).toHaveTextContent('Firefox op Windows')
  expect(second).toHaveTextContent('Ingelogd op 18 november 2026, 08:31, vanaf 192.0.2.x')
  expect(second).toHaveTextContent('Laatst gebruikt op 18 november 2026, 09:55, of hoogstens vijf minuten later')
  expect(second).not.toHaveTextContent('Deze sessie')
  expect(third).toHaveTextContent('Onbekende browser')
})

test('ends one session with the password, and removes it from the list', async () => {
  const { panel, user, server } = await openSecurity(here, elsewhere)
  expect(panel.queryByRole('button', { name: 'Beëindig alle andere' })).not.toBeInTheDocument()
  await user.click(panel.getByRole('button', { name: /^Beëindig ?: Firefox op Windows, ingelogd op 18 november/ }))
  expect(server.arrived(endOwnSession)).toEqual([])
  const dialog = screen.getByRole('dialog', { name: 'De sessie in Firefox op Windows beëindigen?' })
  await user.type(within(dialog).getByLabelText('Huidig wachtwoord'), 'geheim')
  await user.click(within(dialog).getByRole('button', { name: 'Beëindigen' }))
  expect(await screen.findByText('De sessie is beëindigd')).toBeVisible()
  expect(server.arrived(endOwnSession)[0]).toMatchObject({
    params: { session_id: elsewhere.id },
    body: { current_password: 'geheim' },
  })
  expect(panel.queryByText('Firefox op Windows')).not.toBeInTheDocument()
})

test('ends all other sessions with the password', async () => {
  const { panel, user, server } = await openSecurity(here, elsewhere, unknown)
  await user.click(panel.getByRole('button', { name: 'Beëindig alle andere' }))
  const dialog = screen.getByRole('dialog', { name: '2 sessies beëindigen?' })
  await user.type(within(dialog).getByLabelText('Huidig wachtwoord'), 'geheim')
  await user.click(within(dialog).getByRole('button', { name: 'Beëindigen' }))
  expect(await screen.findByText('2 sessies zijn beëindigd')).toBeVisible()
  expect(server.arrived(endOtherSessions).map(({ body }) => body)).toEqual([{ current_password: 'geheim' }])
  expect(panel.getAllByRole('listitem')).toHaveLength(1)
})

test('loads the list again when the session had already ended', async () => {
  const { panel, user, server } = await openSecurity(here, elsewhere)
  server.fail(endOwnSession, 404, 'Deze sessie is al afgelopen')
  server.answer(listOwnSessions, () => [here, unknown])
  await user.click(panel.getByRole('button', { name: /^Beëindig ?: Firefox/ }))
  await user.type(screen.getByLabelText('Huidig wachtwoord'), 'geheim{Enter}')
  expect(await panel.findByText('Onbekende browser')).toBeVisible()
  expect(panel.queryByText('Firefox op Windows')).not.toBeInTheDocument()
})

test('shows a missing and a wrong password at the field, and ends nothing', async () => {
  const { panel, user, server } = await openSecurity(here, elsewhere)
  const message = 'Dit is niet uw huidige wachtwoord'
  server.fail(endOwnSession, 422, message, { current_password: [message] })
  await user.click(panel.getByRole('button', { name: /^Beëindig ?: Firefox/ }))
  const field = screen.getByLabelText('Huidig wachtwoord')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Beëindigen' }))
  expect(field).toHaveAccessibleDescription('Dit veld is verplicht')
  expect(server.arrived(endOwnSession)).toEqual([])
  await user.type(field, 'geraden{Enter}')
  await waitFor(() => expect(field).toHaveAccessibleDescription(message))
  expect(panel.getByText('Firefox op Windows')).toBeVisible()
})

test('asks no password after a login at an organisation, and offers a new login there when that login is too old', async () => {
  const meta = document.createElement('meta')
  Object.assign(meta, { name: 'organisations', content: '[{"id":"heerlen","name":"Gemeente Heerlen"}]' })
  document.head.append(meta)
  onTestFinished(() => meta.remove())
  const { panel, user, server } = await openSecurity({ ...here, by_organisation: true }, elsewhere)
  server.fail(endOwnSession, 409, 'Log opnieuw in bij uw organisatie.')
  await user.click(panel.getByRole('button', { name: /^Beëindig ?: Firefox/ }))
  const dialog = screen.getByRole('dialog')
  expect(within(dialog).queryByLabelText('Huidig wachtwoord')).not.toBeInTheDocument()
  await user.click(within(dialog).getByRole('button', { name: 'Beëindigen' }))
  expect(await within(dialog).findByText('Log opnieuw in bij uw organisatie.')).toBeVisible()
  expect(server.arrived(endOwnSession)[0]?.body).toEqual({})
  expect(within(dialog).getByRole('link', { name: 'Inloggen met Gemeente Heerlen' })).toHaveAttribute(
    'href',
    '/api/v1/counter/user/auth/organisations/heerlen/start?page=%2Faccount%2Fbeveiliging&reauthenticate=true',
  )
})

test('shows why a new login at the organisation failed', async () => {
  const server = fakeServer()
  server.answer(listOwnSessions, () => [{ ...here, by_organisation: true }])
  await openPage('/account/beveiliging?organisation_login=stale', { as: bsgw, server })
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Uw organisatie bevestigde niet dat u opnieuw/)
})

test('an administrator ends one session or all sessions of an employee', async () => {
  const server = fakeServer()
  server.answer(listEmployees, () => [makeManagedEmployee()])
  server.answer(listEmployeeSessions, () => [elsewhere, unknown])
  const { user } = await openPage('/services-and-settings/employees/7', { as: administrator, server })
  const panel = within(await screen.findByRole('region', { name: 'Sessies' }))
  const confirm = async () => user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Beëindigen' }))
  await user.click(await panel.findByRole('button', { name: /^Beëindig ?: Firefox/ }))
  await confirm()
  expect(await screen.findByText('De sessie is beëindigd')).toBeVisible()
  expect(server.arrived(endEmployeeSession)[0]?.params).toEqual({ employee_id: '7', session_id: elsewhere.id })
  await user.click(panel.getByRole('button', { name: 'Beëindig alle sessies' }))
  await confirm()
  expect(await screen.findByText('2 sessies zijn beëindigd')).toBeVisible()
  expect(server.arrived(endEmployeeSessions)[0]?.params).toEqual({ employee_id: '7' })
})
