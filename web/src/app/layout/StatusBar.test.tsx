import {
  cancelRollIssue,
  listNotices,
  listRollIssues,
  listUndoable,
  refreshSession,
  showEmployee,
  type UndoableAction,
} from '@rd4-loket/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { resetMessages, showMessage } from '../../kit/page/Messages.tsx'
import { storeToken } from '../../session/api.ts'
import { fakeServer } from '../../test/fake-server.ts'
import { accessToken, bsgw, makeNotice, municipal } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'
import { followVersion, newVersion } from '../follow-version.ts'

const lost = 'Geen verbinding met het loket'
const stillLost = 'Nog steeds geen verbinding met het loket'

test('shows a lost connection, and reloads the failed queries when the connection is back', async () => {
  const { user, client, server } = await openPage('/dashboard', { as: bsgw })
  await waitFor(() => expect(client.isFetching()).toBe(0))
  server.serve('away')
  await client.resetQueries({ queryKey: [listNotices.method, listNotices.path] })
  expect(await screen.findByText(lost)).toBeVisible()
  expect(screen.getByText(lost).closest('[role="status"]')).toBeInTheDocument()
  const typed = screen.getByRole('combobox')
  await user.type(typed, '6411')
  await user.click(screen.getByRole('button', { name: 'Probeer nu' }))
  expect(await screen.findByText(stillLost)).toBeVisible()

  server.serve({ version: 'first' })
  server.answer(listNotices, () => [makeNotice({ title: 'Balie dicht' })])
  await user.click(screen.getByRole('button', { name: 'Probeer nu' }))
  expect(await screen.findByText('Balie dicht')).toBeVisible()
  expect(screen.queryByText(stillLost)).not.toBeInTheDocument()
  expect(screen.getByText('De verbinding is terug')).toBeVisible()
  expect(typed).toHaveValue('6411')
})

describe('the latest action that can be undone', () => {
  const open = (path: string) => {
    const server = fakeServer()
    server.answer(listRollIssues, () => ({ data: [], meta: { next: null, total_rolls: 0, weeks: [] } }))
    const undoable: UndoableAction[] = [
      { kind: 'roll_issue', id: 7, rolls: 2, pass_ending: '0101', seconds_left: 200 },
      { kind: 'roll_issue', id: 6, rolls: 1, pass_ending: '0505', seconds_left: 100 },
    ]
    server.answer(listUndoable, () => undoable)
    return openPage(path, { as: municipal, server })
  }

  test.each(['/dashboard', '/services-and-settings/requests?from=2026-03-01&to=2026-03-01'])(
    'is shown on %s and undone by its button',
    async (path) => {
      const { user, server } = await open(path)
      const status = (await screen.findByText('2 rollen op pas …0101')).closest('[role="status"]')
      server.answer(cancelRollIssue, () => {
        server.answer(listUndoable, () => [])
        return { rolls_this_year: 0 }
      })
      await user.click(screen.getByRole('button', { name: 'Ongedaan maken' }))
      expect(await screen.findByText('De uitgifte is ongedaan gemaakt')).toBeVisible()
      expect(server.arrived(cancelRollIssue)[0]?.params).toEqual({ request_id: '7' })
      await waitFor(() => expect(status).toBeEmptyDOMElement())
    },
  )

  test('S8.1 shows the reason when the server rejects the undo', async () => {
    const { user, server } = await open('/dashboard')
    server.fail(cancelRollIssue, 409, 'Deze uitgifte kan niet meer ongedaan worden gemaakt')
    await user.click(await screen.findByRole('button', { name: 'Ongedaan maken' }))
    expect(await screen.findByText(/^Deze uitgifte kan niet meer ongedaan worden gemaakt/)).toBeVisible()
  })

  test('is undone by Ctrl+Z pressed before the list names it, and an earlier action stays', async () => {
    const { user, server, client } = await open('/dashboard')
    await screen.findByText('2 rollen op pas …0101')
    const latest: UndoableAction = { kind: 'roll_issue', id: 8, rolls: 1, pass_ending: '0202', seconds_left: 300 }
    const reply = Promise.withResolvers<UndoableAction[]>()
    server.answer(listUndoable, () => reply.promise)
    act(() => void client.invalidateQueries({ queryKey: [listUndoable.method, listUndoable.path] }))
    await user.keyboard('{Control>}z{/Control}')
    expect(server.arrived(cancelRollIssue)).toEqual([])
    reply.resolve([latest])
    expect(await screen.findByText('De uitgifte is ongedaan gemaakt')).toBeVisible()
    expect(server.arrived(cancelRollIssue)).toMatchObject([{ params: { request_id: '8' } }])
  })

  test('is not in the status bar of the pass desk, which lists all such actions', async () => {
    await open('/services-and-settings')
    expect(await screen.findByRole('region', { name: 'Net gedaan' })).toHaveTextContent('2 rollen op pas …0101')
    expect(screen.getAllByText('2 rollen op pas …0101')).toHaveLength(1)
  })
})

test('two clicks on the retry button send one request, and its failure changes the status text', async () => {
  const { user, client } = await openPage('/dashboard', { as: bsgw })
  await waitFor(() => expect(client.isFetching()).toBe(0))
  act(() => void window.dispatchEvent(new Event('offline')))
  let stayAway = () => {}
  const fetched = vi.fn(() => new Promise((_, reject) => (stayAway = () => reject(new TypeError('Failed to fetch')))))
  vi.stubGlobal('fetch', fetched)
  const button = screen.getByRole('button', { name: 'Probeer nu' })
  await user.click(button)
  const status = screen.getByText('Verbinding zoeken…').closest('[role="status"]')
  expect(button).toHaveAttribute('aria-disabled', 'true')
  await user.click(button)
  expect(fetched).toHaveBeenCalledOnce()
  stayAway()
  await waitFor(() => expect(status).toHaveTextContent(stillLost))
  expect(button).toHaveFocus()
})

test('shows a lost connection after an offline event of the browser, until an online event', async () => {
  await openPage('/dashboard', { as: bsgw })
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(screen.getByText(lost)).toBeVisible()
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(screen.queryByText(lost)).not.toBeInTheDocument())
})

test('a page that failed because the server was unreachable opens after a successful retry', async () => {
  const server = fakeServer()
  server.serve('away')
  const { user } = await openPage('/dashboard', { as: bsgw, server })
  expect(screen.getByText(/Het loket is niet bereikbaar/)).toBeVisible()
  server.serve({ version: 'first' })
  await user.click(screen.getByRole('button', { name: 'Probeer nu' }))
  expect(await screen.findByRole('heading', { level: 1, name: /^Welkom/ })).toBeVisible()
})

test('offers a new version, and loads it only when the page has no unsaved work', async () => {
  const reload = vi.fn()
  const server = fakeServer()
  server.answer(listUndoable, () => [])
  const { user, client } = await openPage('/address', { as: bsgw, server })
  const stop = followVersion('first')
  document.dispatchEvent(new Event('visibilitychange'))
  server.serve({ version: 'second' })
  document.dispatchEvent(new Event('visibilitychange'))
  const button = await screen.findByRole('button', { name: 'Herladen' })
  vi.stubGlobal('location', { ...location, origin: location.origin, reload })

  const field = screen.getByLabelText('Postcode')
  await user.type(field, '6411')
  await user.click(button)
  expect(screen.getByText('Rond af wat u typt. Daarna komt de nieuwe versie.')).toBeVisible()
  expect(reload).not.toHaveBeenCalled()
  // While this list is read again, its bar replaces the bar of the version.
  const reply = Promise.withResolvers<UndoableAction[]>()
  server.answer(listUndoable, () => reply.promise)
  const refetched = client.refetchQueries()
  await waitFor(() => expect(client.isFetching()).toBe(1))
  reply.resolve([])
  await refetched
  await waitFor(() => expect(screen.getByText('Rond af wat u typt. Daarna komt de nieuwe versie.')).toBeVisible())
  await user.clear(field)
  await waitFor(() => expect(reload).toHaveBeenCalled(), { timeout: 5_000 })
  stop()
  newVersion.write(false)
  vi.unstubAllGlobals()
})

test('loads a new version only after the messages are gone', async () => {
  const reload = vi.fn()
  const server = fakeServer()
  server.answer(listUndoable, () => [])
  const { user } = await openPage('/dashboard', { as: bsgw, server })
  act(() => newVersion.write(true))
  vi.stubGlobal('location', { ...location, origin: location.origin, reload })
  act(() => showMessage('De mededeling is opgeslagen'))
  await user.click(await screen.findByRole('button', { name: 'Herladen' }))
  expect(reload).not.toHaveBeenCalled()
  act(() => resetMessages())
  await waitFor(() => expect(reload).toHaveBeenCalled(), { timeout: 5_000 })
  newVersion.write(false)
  vi.unstubAllGlobals()
})

test('warns two minutes before the session ends, and opens the login dialog when use cannot extend it', async () => {
  const { user, server } = await openPage('/dashboard', { as: bsgw })
  act(() => storeToken({ ...accessToken(), session_expires_in: 3600 }))
  expect(screen.queryByText(/Uw sessie eindigt/)).not.toBeInTheDocument()
  act(() => storeToken({ ...accessToken(), session_expires_in: 100 }))
  expect(await screen.findByText(/Uw sessie eindigt om \d\d?[.:]\d\d/)).toBeVisible()
  server.answer(refreshSession, () => ({ ...accessToken(), session_expires_in: 99 }))
  await user.click(screen.getByRole('button', { name: 'Blijf ingelogd' }))
  expect(await screen.findByRole('dialog', { name: 'Ingelogd blijven' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Annuleren' }))
  expect(screen.queryByRole('dialog', { name: 'Ingelogd blijven' })).not.toBeInTheDocument()
})

test('extends a session that ends because it is not used, without a login', async () => {
  const { user, server } = await openPage('/dashboard', { as: bsgw })
  act(() => storeToken({ ...accessToken(), session_expires_in: 100 }))
  const used = server.arrived(showEmployee).length
  server.answer(refreshSession, () => ({ ...accessToken(), session_expires_in: 12 * 3600 }))
  await user.click(await screen.findByRole('button', { name: 'Blijf ingelogd' }))
  await waitFor(() => expect(screen.queryByText(/Uw sessie eindigt/)).not.toBeInTheDocument())
  expect(server.arrived(showEmployee)).toHaveLength(used + 1)
  expect(screen.queryByRole('dialog', { name: 'Ingelogd blijven' })).not.toBeInTheDocument()
})

test('opens the login dialog when the server cannot extend the session', async () => {
  const { user, server } = await openPage('/dashboard', { as: bsgw })
  act(() => storeToken({ ...accessToken(), session_expires_in: 100 }))
  server.fail(refreshSession, 503, 'Het loket is even niet bereikbaar.')
  await user.click(await screen.findByRole('button', { name: 'Blijf ingelogd' }))
  expect(await screen.findByRole('dialog', { name: 'Ingelogd blijven' })).toBeVisible()
})
