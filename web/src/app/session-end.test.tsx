import { ApiError, findResident, issueRolls, listNotices, login } from '@rd4-loket/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { query } from '../session/queries.ts'
import { fakeServer } from '../test/fake-server.ts'
import { accessToken, bsgw, makeEmployee, makeResident, municipal } from '../test/make.ts'
import { openPage, sessionOn } from '../test/open-page.tsx'

const ended = 'Uw sessie is afgelopen'
const dialog = () => screen.findByRole('dialog', { name: ended })

/** Opens the pass desk with a resident on it. The employee's session ends before rolls are issued. */
async function deskWithoutSession() {
  const server = fakeServer()
  const opened = await openPage('/services-and-settings', { as: municipal, server })
  const { user } = opened
  let alive = true
  server.answer(findResident, () => makeResident())
  server.answer(issueRolls, ({ body }) => {
    if (!alive) throw new ApiError(401, 'Log in om verder te gaan')
    return { ...body, request_id: 1, rolls_this_year: 3 }
  })
  server.answer(login, () => {
    alive = true
    sessionOn(server, municipal)
    return accessToken('fresh')
  })
  await user.type(screen.getByLabelText('Pasnummer'), '0101010101{Enter}')
  const rolls = await screen.findByLabelText('Aantal rollen')
  await waitFor(() => expect(rolls).toHaveFocus())
  alive = false
  sessionOn(server, undefined)
  return { ...opened, server, rolls }
}

async function logInAgain(user: Awaited<ReturnType<typeof openPage>>['user']) {
  const form = within(await dialog())
  await user.type(form.getByLabelText('Wachtwoord'), 'geheim')
  await user.click(form.getByRole('button', { name: 'Inloggen' }))
}

test('shows the login over the page after a 401, and completes the request after the login', async () => {
  const { user, server, place } = await deskWithoutSession()
  await user.keyboard('1{Enter}')
  const form = within(await dialog())
  expect(form.getByLabelText('E-mailadres')).toHaveValue(municipal.email)
  expect(form.getByLabelText('Wachtwoord')).toHaveFocus()
  expect(document.title).toBe('Uw sessie is afgelopen - Rd4 Loket')

  await logInAgain(user)
  expect(await screen.findByText('Er is 1 rol aangevraagd')).toBeVisible()
  expect(screen.queryByRole('dialog', { name: ended })).not.toBeInTheDocument()
  expect(place()).toBe('/services-and-settings')
  expect(document.title).toBe('Milieupas - Rd4 Loket')
  const keys = server.arrived(issueRolls).map(({ idempotency_key }) => idempotency_key)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('shows the login over half-typed work when a query gets a 401, and keeps that work', async () => {
  const { user, server, client, place } = await deskWithoutSession()
  await user.keyboard('1')
  server.fail(listNotices, 401, 'Log in om verder te gaan')
  void client.fetchQuery(query(listNotices, {}))
  await dialog()
  server.answer(listNotices, () => [])
  await logInAgain(user)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: ended })).not.toBeInTheDocument())
  expect(place()).toBe('/services-and-settings')
  expect(screen.getByLabelText('Aantal rollen')).toHaveValue('1')
  expect(server.arrived(issueRolls)).toEqual([])
})

test('hides the page and the resident behind the login when the session has ended', async () => {
  const { user, rolls } = await deskWithoutSession()
  await user.keyboard('1{Enter}')
  await dialog()
  expect(screen.getByText('J. van den Berg').closest('[data-hidden]')).toBeInTheDocument()
  expect(rolls.closest('[data-hidden]')).toBeInTheDocument()
})

test('shows an error and keeps the typed text when the password in the login dialog is wrong', async () => {
  const { user, server } = await deskWithoutSession()
  await user.keyboard('1{Enter}')
  await dialog()
  server.fail(login, 401, 'Dit e-mailadres en wachtwoord horen niet bij elkaar')
  await logInAgain(user)
  const form = within(await dialog())
  expect(await form.findByRole('alert')).toHaveTextContent('horen niet bij elkaar')
  expect(form.getByLabelText('Wachtwoord')).toHaveValue('geheim')
})

test('reloads the portal when another employee logs in over the page', async () => {
  const { user, server } = await deskWithoutSession()
  await user.keyboard('1{Enter}')
  const form = within(await dialog())
  server.answer(login, () => {
    sessionOn(server, makeEmployee({ ...municipal, email: 'ander@heerlen.example' }))
    return accessToken('of somebody else')
  })
  const replace = vi.fn()
  vi.stubGlobal('location', { ...location, origin: location.origin, replace })
  await user.clear(form.getByLabelText('E-mailadres'))
  await user.type(form.getByLabelText('E-mailadres'), 'ander@heerlen.example')
  await logInAgain(user)
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/'))
  expect(screen.getByText('J. van den Berg').closest('[data-hidden]')).toBeInTheDocument()
  expect(server.arrived(issueRolls)).toHaveLength(1)
  vi.unstubAllGlobals()
})

test('opens the login page when the employee closes the login dialog without logging in', async () => {
  const { user, place } = await deskWithoutSession()
  await user.keyboard('1{Enter}')
  await user.click(within(await dialog()).getByRole('button', { name: 'Stoppen zonder op te slaan' }))
  await waitFor(() => expect(place()).toBe('/login'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Inloggen' })).toBeVisible()
  expect(screen.queryByText('J. van den Berg')).not.toBeInTheDocument()
  expect(screen.queryByRole('dialog', { name: ended })).not.toBeInTheDocument()
})

test('S4.1 S4.3 a logout in another tab clears the page, even if a login dialog is open', async () => {
  const { user, place } = await deskWithoutSession()
  await user.keyboard('1{Enter}')
  await dialog()
  const otherTab = new BroadcastChannel('auth.loket')
  otherTab.postMessage('logged out')
  await waitFor(() => expect(place()).toBe('/login'))
  otherTab.close()
  expect(await screen.findByText('U bent in een ander venster uitgelogd.')).toBeVisible()
  expect(screen.queryByText('J. van den Berg')).not.toBeInTheDocument()
  expect(screen.queryByRole('dialog', { name: ended })).not.toBeInTheDocument()
})

test('S4.1 a login of the same employee in another tab completes the waiting request', async () => {
  const { user, server } = await deskWithoutSession()
  await user.keyboard('1{Enter}')
  await dialog()
  server.answer(issueRolls, ({ body }) => ({ ...body, request_id: 1, rolls_this_year: 3 }))
  sessionOn(server, municipal)
  const otherTab = new BroadcastChannel('auth.loket')
  otherTab.postMessage('logged in')
  expect(await screen.findByText('Er is 1 rol aangevraagd')).toBeVisible()
  otherTab.close()
})

test('S4.1 reloads the portal when another employee logs in in another tab', async () => {
  const server = fakeServer()
  await openPage('/dashboard', { as: bsgw, server })
  sessionOn(server, makeEmployee({ email: 'ander@rd4.example' }))
  const replace = vi.fn()
  vi.stubGlobal('location', { ...location, origin: location.origin, replace })
  const otherTab = new BroadcastChannel('auth.loket')
  otherTab.postMessage('logged in')
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/'))
  otherTab.close()
  vi.unstubAllGlobals()
})

test('S4.4 shows the reason on the login page when the session ended without unsaved work', async () => {
  const server = fakeServer()
  const { client, place } = await openPage('/dashboard', { as: bsgw, server })
  await waitFor(() => expect(client.isFetching()).toBe(0))
  sessionOn(server, undefined)
  server.fail(listNotices, 401, 'Log in om verder te gaan')
  await client.refetchQueries({ queryKey: [listNotices.method, listNotices.path] })
  await waitFor(() => expect(place()).toBe('/login?return_to=%2Fdashboard'))
  expect(await screen.findByText('Uw sessie is afgelopen. Log opnieuw in om verder te gaan.')).toBeVisible()
})
