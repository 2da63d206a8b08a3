import { addNotice, listAllowances, listEmployees, listNotices, listNoticesToEdit } from '@rd4-loket/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../test/fake-server.ts'
import { administrator, makeNotice, municipal } from '../test/make.ts'
import { openPage } from '../test/open-page.tsx'

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
  expect(asksBeforeReload()).toBe(false)
  await act(() => router.navigate({ to: invitation }))
  expect(screen.getByLabelText('Naam')).toHaveValue('Noor')
  await user.click(screen.getByRole('link', { name: 'Annuleren' }))
  await waitFor(() => expect(screen.queryByRole('form')).not.toBeInTheDocument())
  await act(() => router.navigate({ to: invitation }))
  expect(screen.getByLabelText('Naam')).toHaveValue('')
})

test('a saved form leaves no draft', async () => {
  const { user, router } = await openPage(newNotice, { as: municipal, server: makeServer() })
  await user.type(screen.getByLabelText('Titel'), 'Balie dicht')
  await user.click(screen.getByRole('button', { name: 'Link' }))
  await user.keyboard('www.rd4.nl{Enter}')
  await user.type(screen.getByLabelText('Tot en met'), '31-12-2099')
  await user.click(screen.getByRole('button', { name: 'Opslaan' }))
  expect(await screen.findByText('De mededeling is opgeslagen voor Heerlen')).toBeVisible()
  await act(() => router.navigate({ to: newNotice }))
  expect(screen.getByLabelText('Titel')).toHaveValue('')
  expect(stored()).not.toContain('Balie dicht')
})
