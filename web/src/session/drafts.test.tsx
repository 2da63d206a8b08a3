import { addNotice, listAllowances, listEmployees, listNotices, listNoticesToEdit, login } from '@rd4-loket/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeServer } from '../test/fake-server.ts'
import { accessToken, administrator, makeEmployee, makeNotice, municipal } from '../test/make.ts'
import { openPage, sessionOn } from '../test/open-page.tsx'
import { chosenMunicipality } from './chosen-municipality.ts'
import { query } from './queries.ts'

const newNotice = '/services-and-settings/notices/new'
const invitation = '/services-and-settings/employees/new'
const stored = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])

function makeServer() {
  const server = fakeServer()
  server.answer(listNotices, () => [])
  server.answer(listAllowances, () => [])
  server.answer(listNoticesToEdit, () => [])
  server.answer(listEmployees, () => [])
  server.answer(addNotice, () => makeNotice({}))
  return server
}

const asksBeforeReload = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('a notice that the employee left is restored, and can be discarded', async () => {
  const { user, router } = await openPage(newNotice, { as: municipal, server: makeServer() })
  await user.type(screen.getByLabelText('Titel'), 'Balie dicht')
  await act(() => router.navigate({ to: '/dashboard' }))
  await act(() => router.navigate({ to: newNotice }))
  expect(screen.getByText(/^Concept hersteld/)).toBeVisible()
  expect(screen.getByLabelText('Titel')).toHaveValue('Balie dicht')
  await user.click(screen.getByRole('button', { name: 'Concept weggooien' }))
  expect(screen.getByLabelText('Titel')).toHaveValue('')
  expect(screen.getByLabelText('Titel')).toHaveFocus()
  expect(screen.queryByText(/^Concept hersteld/)).not.toBeInTheDocument()
})

test('a notice survives a reload of the page, and is removed at the logout', async () => {
  const { user, router } = await openPage(newNotice, { as: municipal, server: makeServer() })
  await user.type(screen.getByLabelText('Titel'), 'Balie dicht')
  expect(asksBeforeReload()).toBe(false)
  expect(JSON.stringify({ ...sessionStorage })).toContain('Balie dicht')
  expect(JSON.stringify({ ...localStorage })).not.toContain('Balie dicht')
  await user.click(screen.getByText('Uitloggen'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(stored()).not.toContain('Balie dicht')
})

test('an invitation is restored from memory only, and the browser asks for confirmation before a reload', async () => {
  const { user, router } = await openPage(invitation, { as: administrator, server: makeServer() })
  const form = within(screen.getByRole('form', { name: 'Medewerker uitnodigen' }))
  await user.type(form.getByLabelText('Naam'), 'Noor')
  expect(asksBeforeReload()).toBe(true)
  expect(stored()).not.toContain('Noor')
  await act(() => router.navigate({ to: '/dashboard' }))
  expect(asksBeforeReload()).toBe(true)
  await act(() => router.navigate({ to: invitation }))
  expect(screen.getByLabelText('Naam')).toHaveValue('Noor')
  await user.click(screen.getByRole('link', { name: 'Annuleren' }))
  await waitFor(() => expect(screen.queryByRole('form')).not.toBeInTheDocument())
  expect(asksBeforeReload()).toBe(false)
  await act(() => router.navigate({ to: invitation }))
  expect(screen.getByLabelText('Naam')).toHaveValue('')
})

/** Opens a new notice, types its title, and replaces the location, so that a test can see the reload. */
async function openTypedNotice() {
  const server = makeServer()
  const opened = await openPage(newNotice, { as: municipal, server })
  await opened.user.type(screen.getByLabelText('Titel'), 'Balie dicht')
  expect(stored()).toContain('Balie dicht')
  const replace = vi.fn()
  vi.stubGlobal('location', { ...location, origin: location.origin, replace })
  onTestFinished(() => void vi.unstubAllGlobals())
  return { ...opened, server, replace }
}
const other = makeEmployee({ ...municipal, email: 'ander@heerlen.example' })

test('a draft is removed when another employee logs in in another tab', async () => {
  const { server, replace } = await openTypedNotice()
  sessionOn(server, other)
  const otherTab = new BroadcastChannel('auth.loket')
  otherTab.postMessage('logged in')
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/'))
  otherTab.close()
  expect(stored()).not.toContain('Balie dicht')
})

test('a draft is removed when another employee logs in over the page', async () => {
  const { user, server, client, replace } = await openTypedNotice()
  sessionOn(server, undefined)
  server.fail(listNotices, 401, 'Log in om verder te gaan')
  void client.fetchQuery(query(listNotices, {})).catch(() => {})
  const dialog = within(await screen.findByRole('dialog', { name: 'Uw sessie is afgelopen' }))
  server.answer(login, () => {
    sessionOn(server, other)
    return accessToken('of somebody else')
  })
  await user.clear(dialog.getByLabelText('E-mailadres'))
  await user.type(dialog.getByLabelText('E-mailadres'), other.email)
  await user.type(dialog.getByLabelText('Wachtwoord'), 'geheim')
  await user.click(dialog.getByRole('button', { name: 'Inloggen' }))
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/'))
  expect(stored()).not.toContain('Balie dicht')
})

test('a saved form leaves no draft', async () => {
  const { user, router } = await openPage(newNotice, { as: municipal, server: makeServer() })
  await user.type(screen.getByLabelText('Titel'), 'Balie dicht')
  await user.click(screen.getByRole('button', { name: 'Link' }))
  await user.keyboard('www.rd4.nl{Enter}')
  await user.type(screen.getByLabelText('Tot en met'), '31-12-2099')
  await user.click(screen.getByRole('button', { name: 'Opslaan voor Heerlen' }))
  expect(await screen.findByText('De mededeling is opgeslagen voor Heerlen')).toBeVisible()
  await act(() => router.navigate({ to: newNotice }))
  expect(screen.getByLabelText('Titel')).toHaveValue('')
  expect(stored()).not.toContain('Balie dicht')
})

test.each([
  ['a draft in memory', invitation, 'Naam'],
  ['a stored draft', newNotice, 'Titel'],
])('%s of a form that is not on screen survives the end of the session', async (_, path, label) => {
  chosenMunicipality.write(917)
  const server = makeServer()
  const { user, router, client } = await openPage(path, { as: administrator, server })
  await user.type(await screen.findByLabelText(label), 'Noor')
  await act(() => router.navigate({ to: '/toegankelijkheid' }))
  sessionOn(server, undefined)
  server.fail(listNotices, 401, 'Log in om verder te gaan')
  void client.fetchQuery(query(listNotices, {}))
  const dialog = within(await screen.findByRole('dialog', { name: 'Uw sessie is afgelopen' }))
  server.answer(listNotices, () => [])
  server.answer(login, () => {
    sessionOn(server, administrator)
    return accessToken('fresh')
  })
  await user.type(dialog.getByLabelText('Wachtwoord'), 'geheim')
  await user.click(dialog.getByRole('button', { name: 'Inloggen' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await act(() => router.navigate({ to: path }))
  expect(await screen.findByLabelText(label)).toHaveValue('Noor')
})
