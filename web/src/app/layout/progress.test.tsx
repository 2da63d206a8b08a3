import { ApiError } from '@rd4-loket/contract'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { connectionLost } from '../../session/api.ts'
import { lazyPage, usePreload } from '../../session/lazy-page.ts'
import { bsgw } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'
import type { Screen } from '../screen.ts'

const row = (path: Screen['path'], Page: Screen['Page'], access: Screen['access'] = 'everyone'): Screen => ({
  path,
  Page,
  access,
  title: 'Proef',
})

afterEach(() => vi.useRealTimers())

const bar = () => document.querySelector('[data-state]')?.getAttribute('data-state')

test('S4.6 shows the progress bar until the page has loaded', async () => {
  let arrive = (_page: () => string) => {}
  const later = lazyPage<object>(() => new Promise((resolve) => (arrive = resolve)))
  const { router } = await openPage('/begin', { as: bsgw, table: [row('/begin', () => null), row('/later', later)] })
  expect(bar()).toBe('done')
  void router.navigate({ to: '/later' })
  await waitFor(() => expect(bar()).toBe('loading'))
  arrive(() => 'Daar is hij')
  expect(await screen.findByText('Daar is hij')).toBeVisible()
  expect(bar()).toBe('done')
})

test('preloads a part of a page 1 s after the page was shown, and never without a connection', async () => {
  const load = vi.fn(async () => () => null)
  const WithPart = () => {
    usePreload(lazyPage(load))
    return null
  }
  vi.useFakeTimers()
  connectionLost.write(true)
  render(<WithPart />)
  await vi.advanceTimersByTimeAsync(5000)
  expect(load).not.toHaveBeenCalled()
  connectionLost.write(false)
  render(<WithPart />)
  await vi.advanceTimersByTimeAsync(999)
  expect(load).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(load).toHaveBeenCalledTimes(1)
})

test('S4.6 S8.5 turns the bar red and shows the error when a page fails', async () => {
  const { router } = await openPage('/begin', {
    as: bsgw,
    table: [row('/begin', () => null), row('/verboden', () => null, 'municipal_employee')],
  })
  await router.navigate({ to: '/verboden' })
  expect(await screen.findByText('Foutcode 403')).toBeVisible()
  expect(bar()).toBe('failed')
})

test('S4.6 turns the bar red when a chunk cannot be loaded, before and after the page reloads', async () => {
  const reload = vi.fn()
  const { router } = await openPage('/begin', { as: bsgw, table: [row('/begin', () => 'Begin'), row('/weg', gone())] })
  vi.stubGlobal('location', { ...location, origin: location.origin, reload })
  vi.stubGlobal('fetch', async () => new Response())
  await act(() => router.navigate({ to: '/weg' }))
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  expect(bar()).toBe('failed')
  cleanup()
  await openPage('/weg', { as: bsgw, table: [row('/weg', gone())] })
  expect(await screen.findByText(/Dit onderdeel kon niet worden geladen/)).toBeVisible()
  expect(bar()).toBe('failed')
  vi.unstubAllGlobals()
})

test('S8.5 shows an unexpected error with status 500, in Dutch only', async () => {
  const broken = () => {
    throw new TypeError('Failed to execute pushState')
  }
  await openPage('/kapot', { as: bsgw, table: [row('/kapot', broken)] })
  expect(screen.getByText('Deze pagina is vastgelopen. Wat u eerder hebt opgeslagen, is er nog.')).toBeVisible()
  expect(document.body).not.toHaveTextContent('pushState')
  expect(screen.getByText('Foutcode 500')).toBeVisible()
})

test.each([
  ['an error with a status of its own', Object.assign(new Error('Ik ben een theepot'), { status: 418 }), 418],
  ['a thrown object', { status: 410, message: 'Weg' }, 410],
  ['an error whose status is not a number', Object.assign(new Error('kapot'), { status: 'kapot' }), 500],
  ['a lost connection', new ApiError(0, 'Het loket is niet bereikbaar.'), 500],
])('S8.5 shows the HTTP status of %s, or 500 if the error has no status', async (_, thrown, status) => {
  const broken = () => {
    throw thrown
  }
  await openPage('/kapot', { as: bsgw, table: [row('/kapot', broken)] })
  expect(screen.getByText(`Foutcode ${status}`)).toBeVisible()
  expect(screen.queryAllByText(thrown.message)).toHaveLength(thrown instanceof ApiError ? 1 : 0)
})

const gone = () =>
  lazyPage(() => Promise.reject<() => null>(new TypeError('Failed to fetch dynamically imported module')))

test('S8.4 shows an error for a missing chunk, without a reload, if the server is unreachable', async () => {
  const reload = vi.fn()
  const { router } = await openPage('/begin', { as: bsgw, table: [row('/begin', () => null), row('/weg', gone())] })
  vi.stubGlobal('location', { ...location, origin: location.origin, reload })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await router.navigate({ to: '/weg' })
  expect(await screen.findByText(/Het loket is niet bereikbaar/)).toBeVisible()
  expect(screen.getByText('Foutcode 500')).toBeVisible()
  expect(reload).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})

test('S8.4 reloads at most once in 60 seconds when a chunk is missing', async () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { ...location, origin: location.origin, reload })
  const loadable = async () => new Response()
  vi.stubGlobal('fetch', loadable)
  const { router } = await openPage('/begin', { as: bsgw, table: [row('/begin', () => null), row('/weg', gone())] })
  void router.navigate({ to: '/weg' })
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))

  vi.stubGlobal('fetch', loadable)
  await openPage('/weg', { as: bsgw, table: [row('/weg', gone())] })
  expect(await screen.findByText(/Dit onderdeel kon niet worden geladen/)).toBeVisible()
  expect(reload).toHaveBeenCalledTimes(1)

  sessionStorage.setItem('loket.reloaded', String(Date.now() - 60_001))
  vi.stubGlobal('fetch', loadable)
  const again = await openPage('/begin', { as: bsgw, table: [row('/begin', () => null), row('/weg', gone())] })
  void again.router.navigate({ to: '/weg' })
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
  vi.unstubAllGlobals()
})

test('S8.4 keeps the page and its typed text when the mouse is over a link to a missing chunk', async () => {
  const reload = vi.fn()
  const { router } = await openPage('/begin', { as: bsgw, table: [row('/begin', () => null), row('/weg', gone())] })
  vi.stubGlobal('location', { ...location, origin: location.origin, reload })
  vi.stubGlobal('fetch', async () => new Response())
  await router.preloadRoute({ to: '/weg' })
  await new Promise((resolve) => setTimeout(resolve))
  expect(reload).not.toHaveBeenCalled()

  void router.navigate({ to: '/weg' })
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  vi.unstubAllGlobals()
})

test.each([
  [0, 'Geen verbinding'],
  [403, 'Geen toegang'],
  [404, 'Pagina niet gevonden!'],
  [500, 'Deze pagina kan niet worden getoond'],
  [503, 'Het loket is even niet bereikbaar'],
])('S8.5 status %i has its own title and focused heading, with a link to the start page', async (status, title) => {
  const broken = () => {
    throw new ApiError(status, 'Hierom niet.')
  }
  await openPage('/kapot', { as: bsgw, table: [row('/kapot', broken)] })
  const heading = screen.getByRole('heading', { level: 1, name: title })
  expect(heading).toHaveFocus()
  expect(document.title).toBe(`${title} - Rd4 Loket`)
  expect(screen.getByRole('link', { name: /homepage|Naar de beginpagina/ })).toHaveAttribute('href', '/')
})

test('S8.4 the portal does not reload for a missing chunk without a click when browser storage is unavailable', async () => {
  const reload = vi.fn()
  vi.stubGlobal('sessionStorage', undefined)
  vi.stubGlobal('localStorage', undefined)
  const { user } = await openPage('/weg', { as: bsgw, table: [row('/weg', gone())] })
  expect(await screen.findByText('Dit onderdeel kon niet worden geladen. Probeer het opnieuw.')).toBeVisible()
  vi.stubGlobal('location', { ...location, origin: location.origin, reload })
  await user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }))
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  vi.unstubAllGlobals()
})
