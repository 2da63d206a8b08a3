import {
  ApiError,
  countTasks,
  listMunicipalities,
  login,
  logout,
  refreshSession,
  showAddress,
  showCollectionSystem,
  showEmployee,
  showMeta,
} from '@rd4-loket/contract'
import { createMemoryHistory } from '@tanstack/react-router'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { menuQuery } from '../session/menu.ts'
import { hasExtraCalls } from '../session/offered.tsx'
import { query } from '../session/queries.ts'
import { renewSession, sessionQuery } from '../session/session.ts'
import { fakeServer } from '../test/fake-server.ts'
import { accessToken, administrator, both, bsgw, makeEmployee, municipal } from '../test/make.ts'
import { openPage, sessionOn } from '../test/open-page.tsx'
import { App } from './App.tsx'
import { initials } from './layout/initials.ts'
import { makeQueryClient } from './query-client.ts'
import { makeRouter } from './router.tsx'
import type { Screen } from './screen.ts'
import { screens } from './screens.tsx'

const menu = () => screen.getByRole('navigation', { name: 'Menu' })
const items = () =>
  within(menu())
    .queryAllByRole('link')
    .map((link) => link.textContent)

test('S1.1 S2.2 shows the brand, the menu, and a footer with the year and a copyright', async () => {
  await openPage('/dashboard', { as: bsgw })
  expect(screen.getByRole('link', { name: /Rd4 Loket/ })).toBeVisible()
  expect(menu()).toHaveTextContent('Menu')
  expect(screen.getByRole('contentinfo')).toHaveTextContent(`© ${new Date().getFullYear()} Rd4 Loket`)
  expect(document.title).toBe('Dashboard - Rd4 Loket')
  expect(document.documentElement).toHaveAttribute('lang', 'nl')
})

test('S6.2 shows the pages of a group as tabs, and only those that the employee may open', async () => {
  const tabs = (group: string) =>
    within(screen.getByRole('navigation', { name: group }))
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')])
  const { router } = await openPage('/services-and-settings', { as: municipal })
  expect(tabs('Balie')).toEqual([
    ['Milieupas', '/services-and-settings', 'page'],
    ['Uitgiften', '/services-and-settings/requests', null],
  ])
  await act(() => router.navigate({ to: '/services-and-settings/notices' }))
  expect(tabs('Beheer')).toEqual([
    ['Instellingen', '/services-and-settings/settings', null],
    ['Mededelingen', '/services-and-settings/notices', 'page'],
  ])
})

test.each([
  ['a municipal employee', municipal, ['Dashboard', 'Services & instellingen', 'Balie', 'Beheer', 'Kalender']],
  [
    'an administrator who may open the pass desk',
    administrator,
    ['Dashboard', 'Services & instellingen', 'Balie', 'Ophaaldagen', 'Beheer', 'Logboek', 'Kalender'],
  ],
  [
    'an administrator without other roles',
    makeEmployee({ roles: ['administrator'] }),
    ['Dashboard', 'Ophaaldagen', 'Beheer', 'Logboek', 'Kalender'],
  ],
  ['a provider employee', bsgw, ['Dashboard', 'Zoek adres', 'Zoek verzamelsysteem', 'Werk', 'Kalender']],
  [
    'an employee with both roles',
    both,
    [
      'Dashboard',
      'Zoek adres',
      'Zoek verzamelsysteem',
      'Werk',
      'Services & instellingen',
      'Balie',
      'Beheer',
      'Kalender',
    ],
  ],
])('S2.3 S6.2 the menu of %s has no group without a page', async (_, as, expected) => {
  await openPage('/dashboard', { as })
  expect(items()).toEqual(expected)
})

test('the menu shows how many tasks wait, marks the group of the page, and its groups open their first page', async () => {
  const server = fakeServer()
  const waiting = {
    objections: 1,
    handovers: 0,
    missed_reports: 0,
    outcomes: 0,
    malfunctions: 0,
    invitations: 3,
    months: 2,
  }
  server.answer(countTasks, () => waiting)
  await openPage('/services-and-settings/employees/new', { as: administrator, server })
  const item = (name: string) => within(menu()).getByRole('link', { name })
  await waitFor(() => expect(item('Dashboard').parentElement).toHaveTextContent('6 taken'))
  expect(item('Beheer').parentElement).toHaveTextContent('3 taken')
  expect(item('Logboek').parentElement).toHaveTextContent('2 taken')
  expect(item('Balie').parentElement).not.toHaveTextContent('taken')
  expect(item('Beheer')).toHaveAttribute('aria-current', 'true')
  expect(item('Services & instellingen')).not.toHaveAttribute('aria-current')
  expect(item('Ophaaldagen')).toHaveAttribute('href', '/services-and-settings/collections')
})

describe('S7.15 for a server that implements only the specification', () => {
  const everyone = makeEmployee({ roles: ['bsgw_employee', 'municipal_employee', 'administrator'] })
  afterEach(() => hasExtraCalls.write(true))

  test.each(screens.filter((it) => !it.specified).map(({ path }) => path.replace(/[$]\w+/, '1')))(
    'S7.15 S8.2 %s shows that the page is not found',
    async (path) => {
      const { router, place } = await openPage('/dashboard', { as: everyone })
      act(() => hasExtraCalls.write(false))
      await act(() => router.navigate({ to: path }))
      expect(place()).toBe(path)
      expect(screen.getByRole('heading', { level: 1, name: 'Pagina niet gevonden!' })).toBeVisible()
    },
  )

  test('S7.15 the menu and the dashboard have no link to a page that the server does not support', async () => {
    const server = fakeServer()
    server.removeExtraCalls()
    await openPage('/dashboard', { as: everyone, server })
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
    expect(items()).toEqual(['Dashboard', 'Zoek adres', 'Zoek verzamelsysteem', 'Services & instellingen', 'Kalender'])
    for (const name of ['Medewerkers', 'Alle uitgiften', 'Beveiliging', 'Controleer een dossier'])
      expect(screen.queryByRole('link', { name, hidden: true })).not.toBeInTheDocument()
  })
})

test('S2.3 S2.5 shows a visitor a login link and no menu items', async () => {
  await openPage('/bestaat-niet')
  expect(items()).toEqual([])
  expect(screen.getByRole('link', { name: 'Inloggen' })).toHaveAttribute('href', '/login')
})

test('S2.5 shows no login link when the session failed to load', async () => {
  const server = fakeServer()
  const opening = openPage('/dashboard', { as: bsgw, server })
  server.fail(showMeta, 500)
  localStorage.setItem('auth.loket', 'ja')
  await opening
  // Only one part of the page shows the error.
  expect(screen.getAllByText(/foutcode 500/i)).toHaveLength(1)
  expect(screen.queryByRole('link', { name: 'Inloggen' })).not.toBeInTheDocument()
})

test('S6.2 shows a municipal employee in Dutch that they may not use the search', async () => {
  await openPage('/address', { as: municipal })
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Geen toegang')
  expect(screen.getByText('U mag dit onderdeel niet gebruiken.')).toBeVisible()
  expect(screen.getByText('Foutcode 403')).toBeVisible()
})

test('S2.4 shows the name of the employee, with a password link and a logout button', async () => {
  await openPage('/dashboard', { as: bsgw })
  const header = screen.getByRole('banner')
  expect(within(header).getByText('KV')).toBeInTheDocument()
  // Beside the avatar, and in the menu.
  expect(within(header).getAllByText('Kim de Vries')).toHaveLength(2)
  expect(within(header).getByText('kim@loket.example')).toBeInTheDocument()
  expect(within(header).getByText('Wachtwoord wijzigen').closest('a')).toHaveAttribute('href', '/change-password')
  expect(within(header).getByText('Uitloggen')).toBeInTheDocument()
})

test('S2.4 shows the initials of the first and the last word of a name', () => {
  expect(initials('Kim de Vries')).toBe('KV')
  expect(initials('Kim')).toBe('K')
  expect(initials('')).toBe('')
})

test('S2.6 opens the menu over the page, and closes it when a link is chosen', async () => {
  const { user } = await openPage('/dashboard', { as: bsgw })
  await user.click(screen.getByRole('button', { name: 'Menu openen' }))
  const overlay = screen.getByRole('dialog', { name: 'Menu' })
  await user.click(within(overlay).getByRole('link', { name: 'Zoek adres' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Zoek adres' })).toBeVisible()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('S2.6 collapses and expands the menu', async () => {
  const { user } = await openPage('/dashboard', { as: bsgw })
  await user.click(screen.getByRole('button', { name: 'Menu inklappen' }))
  expect(screen.getByRole('button', { name: 'Menu uitklappen' })).toHaveAttribute('aria-expanded', 'false')
  expect(items()).toContain('Zoek adres')
})

test('S2.6 a collapsed menu stays collapsed after a reload', async () => {
  const { user } = await openPage('/dashboard', { as: bsgw })
  await user.click(screen.getByRole('button', { name: 'Menu inklappen' }))
  cleanup()
  await openPage('/dashboard', { as: bsgw })
  expect(screen.getByRole('button', { name: 'Menu uitklappen' })).toBeVisible()
})

test('S2.6 disables the main navigation until a required new password is chosen', async () => {
  const server = fakeServer()
  const { client, router } = await openPage('/change-password', { as: makeEmployee({ renew_password: true }), server })
  expect(items()).toEqual([])
  expect(screen.queryByRole('button', { name: 'Menu openen' })).not.toBeInTheDocument()
  expect(client.getQueryData(menuQuery.queryKey)).toMatchObject({ enabled: false })
  sessionOn(server, bsgw)
  await act(() => renewSession(client))
  await act(() => router.navigate({ to: '/dashboard' }))
  expect(items()).toContain('Zoek adres')
  expect(client.getQueryData(menuQuery.queryKey)).toMatchObject({ enabled: true })
})

test('S2.9 S8.2 shows that a page was not found, with a link to the start page', async () => {
  const { router } = await openPage('/bestaat-niet', { as: bsgw })
  expect(router.state.matches.at(-1)?.error).toMatchObject({ status: 404, message: 'This page could not be found' })
  expect(screen.getByRole('heading', { level: 1, name: 'Pagina niet gevonden!' })).toBeVisible()
  expect(screen.getByRole('main')).toHaveTextContent('Deze pagina kan niet worden gevonden! Ga terug naar de homepage.')
  expect(screen.getByRole('link', { name: 'homepage' })).toHaveAttribute('href', '/')
})

test.each([
  '/address?house_number=%E0%A4%A&x[]=1',
  '/address?municipality_id=abc&municipality_id=2',
  '/login?return_to=%',
])('S2.9 opens a page with a malformed URL: %s', async (path) => {
  const { server } = await openPage('/dashboard', { as: bsgw })
  expect(server).toBeDefined()
  await openPage(path, { as: bsgw })
  expect(screen.queryByText(/Foutcode 500/)).not.toBeInTheDocument()
})

test.each(
  ['/address/', '/collection-system/'].flatMap((path) => ['a'.repeat(65), '%00', 'a%0Ab'].map((alias) => path + alias)),
)('S8.2 shows the 404 page, and requests nothing, for a text that cannot be an alias: %s', async (path) => {
  const { server } = await openPage(path, { as: bsgw })
  expect(screen.getByRole('heading', { level: 1, name: 'Pagina niet gevonden!' })).toBeVisible()
  expect(server.arrived(showAddress)).toEqual([])
  expect(server.arrived(showCollectionSystem)).toEqual([])
})

test('S2.1 redirects a logged-in employee from the start page to the dashboard', async () => {
  expect((await openPage('/', { as: bsgw })).place()).toBe('/dashboard')
})

test('S2.1 S1.2 redirects a visitor from the start page to the login', async () => {
  expect((await openPage('/')).place()).toBe('/login')
})

test('S4.4 S1.2 redirects a visitor to the login, with the requested page in the URL', async () => {
  const { place } = await openPage('/address?postal_code=6411CD')
  expect(place()).toBe(`/login?return_to=${encodeURIComponent('/address?postal_code=6411CD')}`)
  expect(screen.getByRole('heading', { level: 1, name: 'Inloggen' })).toBeVisible()
})

describe('S4.2 an employee who must choose a new password', () => {
  const renewing = makeEmployee({ renew_password: true })
  const everywhere = [
    '/',
    '/login',
    '/dashboard',
    '/address/a1?year=2025',
    '/services-and-settings',
    '/account/wachtwoord-vergeten',
    '/account/wachtwoord/resetten',
    '/toegankelijkheid',
    '/bestaat-niet',
    '/address/a1/nergens',
    '/address/%E0%A4%A',
  ]

  test.each(everywhere)('S4.2 is redirected from the URL %s to the password page', async (path) => {
    const server = fakeServer()
    localStorage.setItem('auth.loket', 'ja')
    const { place } = await openPage(path, { as: renewing, server })
    expect(place()).toBe('/change-password')
    expect(screen.getByText(/Kies eerst een eigen wachtwoord/)).toBeVisible()
  })

  test.each(everywhere)('S4.2 sees the password page after a link to %s, after Back and after Forward', async (to) => {
    const { router, place } = await openPage('/change-password', { as: renewing })
    await act(() => router.navigate({ to }))
    expect(place()).toBe('/change-password')
    await act(async () => router.history.back())
    expect(place()).toBe('/change-password')
    await act(async () => router.history.forward())
    expect(place()).toBe('/change-password')
  })

  test.each(['persoonsgegevens-wachtwoord-wijzigen', 'service'])('S4.2 may open the route named %s', async (name) => {
    const table: Screen[] = [{ path: '/proef', name, Page: () => 'Proef', access: 'employees', title: 'Proef' }]
    const { place } = await openPage('/proef', { as: renewing, table })
    expect(place()).toBe('/proef')
  })
})

describe('S4.5 the steps before a screen is shown', () => {
  function removeLocale() {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
    document.cookie = 'locale=; max-age=0; path=/'
  }
  const paths = [
    '/login',
    '/account/wachtwoord-vergeten',
    '/account/wachtwoord/resetten',
    '/toegankelijkheid',
    '/nergens',
    '/nergens/%E0%A4%A',
  ]

  test.each([...paths, '/dashboard', '/'])('S4.5 set the locale cookie when %s opens', async (path) => {
    removeLocale()
    await openPage(path)
    expect(document.cookie).toBe('locale=nl')
  })

  test.each([
    ['https:', 'samesite=lax; secure'],
    ['http:', 'samesite=lax'],
  ])('S4.5 set the locale cookie over %s with %s', async (protocol, attributes) => {
    const setCookie = vi.spyOn(document, 'cookie', 'set')
    vi.stubGlobal('location', Object.assign(new URL(window.location.href), { protocol }))
    await openPage('/login')
    expect(setCookie).toHaveBeenCalledWith(`locale=nl; path=/; max-age=31536000; ${attributes}`)
    setCookie.mockRestore()
  })

  test('S4.5 set the locale cookie when the session cannot be loaded', async () => {
    removeLocale()
    const server = fakeServer()
    localStorage.setItem('auth.loket', 'ja')
    server.serve('away')
    await openPage('/dashboard', { server })
    expect(document.cookie).toBe('locale=nl')
  })

  test.each(paths)('S4.5 load the session before %s is shown', async (path) => {
    const server = fakeServer()
    localStorage.setItem('auth.loket', 'ja')
    sessionOn(server, bsgw)
    const client = makeQueryClient()
    const router = makeRouter(client, { history: createMemoryHistory({ initialEntries: [path] }) })
    await router.load()
    expect(client.getQueryData(sessionQuery.queryKey)?.user).toEqual(bsgw)
  })

  test.each(paths)('S4.5 do not redirect a visitor who opens %s', async (path) => {
    const { place } = await openPage(path)
    expect(place()).toBe(path)
  })

  test.each(paths.slice(1))('S4.5 do not block %s while the server is unreachable', async (path) => {
    const server = fakeServer()
    localStorage.setItem('auth.loket', 'ja')
    server.serve('away')
    const { place } = await openPage(path, { server })
    expect(place()).toBe(path)
    expect(screen.queryByText('Geen verbinding')).not.toBeInTheDocument()
  })
})

describe('S4.5 while the server does not respond', () => {
  const paths = ['/login', '/account/wachtwoord-vergeten', '/account/wachtwoord/resetten', '/toegankelijkheid']
  let renew = () => {}
  afterEach(async () => {
    vi.useRealTimers()
    // Ends the renewal, because the next test would otherwise share it.
    renew()
    await new Promise((resolve) => setTimeout(resolve))
  })

  /**
   * Opens a page in a browser with a session, whose renewal does not return until `renew` is called. By default the
   * browser stores the mark of the session.
   */
  async function openWithSlowServer(path: string, { employee = bsgw, isMarked = true } = {}) {
    const server = fakeServer()
    if (isMarked) localStorage.setItem('auth.loket', 'ja')
    sessionOn(server, employee)
    const { promise, resolve } = Promise.withResolvers<void>()
    renew = resolve
    server.answer(refreshSession, () => promise.then(() => accessToken()))
    const client = makeQueryClient()
    const router = makeRouter(client, { history: createMemoryHistory({ initialEntries: [path] }) })
    vi.useFakeTimers()
    const loading = router.load()
    await vi.advanceTimersByTimeAsync(2000)
    vi.useRealTimers()
    await loading
    render(<App client={client} router={router} />)
    return { place: () => router.state.location.href, server }
  }

  test.each(paths)('S4.5 %s is shown within 2 s, without a session', async (path) => {
    const { place } = await openWithSlowServer(path)
    expect(place()).toBe(path)
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('S4.5 S2.1 the start page leads a visitor to the login within 2 s', async () => {
    const { place } = await openWithSlowServer('/', { isMarked: false })
    expect(place()).toBe('/login')
    expect(screen.getByRole('heading', { level: 1, name: 'Inloggen' })).toBeVisible()
  })

  test('S4.4 S2.1 the dashboard replaces the login page when a session without a mark arrives later', async () => {
    const { place } = await openWithSlowServer('/', { isMarked: false })
    act(() => renew())
    await waitFor(() => expect(place()).toBe('/dashboard'))
  })

  test('S4.5 S4.1 a session that arrives later appears on the page', async () => {
    await openWithSlowServer('/toegankelijkheid')
    expect(items()).toEqual([])
    act(() => renew())
    expect(await within(menu()).findByRole('link', { name: 'Zoek adres' })).toBeVisible()
  })

  test('S4.4 the dashboard replaces the login page when the session arrives later', async () => {
    const { place } = await openWithSlowServer('/login')
    act(() => renew())
    await waitFor(() => expect(place()).toBe('/dashboard'))
  })

  test('S7.1 a login succeeds while the renewal of an earlier session is in flight', async () => {
    const { place, server } = await openWithSlowServer('/login')
    server.answer(login, () => accessToken('of the login'))
    const user = userEvent.setup()
    await user.type(screen.getByRole('textbox', { name: 'E-mailadres' }), 'kim@loket.example')
    await user.type(screen.getByLabelText('Wachtwoord'), 'geheim{Enter}')
    await waitFor(() => expect(place()).toBe('/dashboard'))
  })

  test('S4.2 the password page opens when a session that requires a new password arrives later', async () => {
    const { place } = await openWithSlowServer('/toegankelijkheid', {
      employee: makeEmployee({ renew_password: true }),
    })
    act(() => renew())
    await waitFor(() => expect(place()).toBe('/change-password'))
  })
})

test('S4.3 a logout calls the server, clears all data that was shown, and opens the login', async () => {
  const { user, server, client, place } = await openPage('/dashboard', { as: bsgw })
  client.setQueryData(['iets'], 'van een bewoner')
  await user.click(screen.getByText('Uitloggen'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Inloggen' })).toBeVisible()
  expect(place()).toBe('/login')
  expect(server.arrived(logout)).toHaveLength(1)
  await waitFor(() => expect(client.getQueryData(['iets'])).toBeUndefined())
})

test("S4.3 the page's spinner turns until a logout has ended", async () => {
  const { user, server, place } = await openPage('/dashboard', { as: bsgw })
  const { promise, resolve } = Promise.withResolvers<null>()
  server.answer(logout, () => promise)
  const spinner = () => document.querySelector('[data-page-spinner]')
  await waitFor(() => expect(spinner()).not.toBeInTheDocument())
  await user.click(screen.getByText('Uitloggen'))
  await waitFor(() => expect(spinner()).toHaveTextContent('Bezig met laden'))
  act(() => resolve(null))
  await waitFor(() => expect(place()).toBe('/login'))
  await waitFor(() => expect(spinner()).not.toBeInTheDocument())
})

test('S4.3 the employee stays logged in and sees an error when the logout cannot reach the server', async () => {
  const { user, server } = await openPage('/dashboard', { as: bsgw })
  server.fail(logout, 0)
  await user.click(screen.getByText('Uitloggen'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Uitloggen is niet gelukt. Het loket is niet bereikbaar.')
})

test('S4.3 S8.1 shows the field errors of a rejected logout', async () => {
  const { user, server } = await openPage('/dashboard', { as: bsgw })
  server.fail(logout, 422, 'Niet alles klopt.', { session: ['Deze sessie is onbekend'] })
  await user.click(screen.getByText('Uitloggen'))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Uitloggen is niet gelukt. Niet alles klopt. Deze sessie is onbekend',
  )
})

test('S4.1 opens the login page after a logout in another tab', async () => {
  const { place } = await openPage('/dashboard', { as: bsgw })
  const otherTab = new BroadcastChannel('auth.loket')
  otherTab.postMessage('logged out')
  await waitFor(() => expect(place()).toBe('/login'))
  otherTab.close()
})

test('S4.1 opens the requested page after a login in another tab', async () => {
  const server = fakeServer()
  const { place } = await openPage('/address', { server })
  sessionOn(server, bsgw)
  const otherTab = new BroadcastChannel('auth.loket')
  otherTab.postMessage('logged in')
  await waitFor(() => expect(place()).toBe('/address'))
  otherTab.close()
})

test("S6.3 sends the token with a call, and keeps it out of the browser's storage", async () => {
  const { server } = await openPage('/dashboard', { as: bsgw })
  expect(server.arrived(showMeta)[0]?.authorization).toBe('Bearer token')
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('token')
})

test('S7.3 requests the current user when a reloaded page renews the token', async () => {
  const server = fakeServer()
  localStorage.setItem('auth.loket', 'ja')
  await openPage('/dashboard', { as: bsgw, server })
  expect(server.arrived(refreshSession)).toHaveLength(1)
  expect(server.arrived(showEmployee)).toHaveLength(1)
})

test('S7.4 renews an expired token once when two calls return 401, and repeats both calls', async () => {
  const server = fakeServer()
  const { client } = await openPage('/dashboard', { as: bsgw, server })
  server.answer(refreshSession, () => accessToken('fresh'))
  server.answer(listMunicipalities, ({ authorization }) => {
    if (authorization !== 'Bearer fresh') throw new ApiError(401, 'Log in om verder te gaan')
    return [{ id: 917, name: 'Heerlen' }]
  })
  const replies = [1, 2].map((time) => client.fetchQuery({ ...query(listMunicipalities, {}), queryKey: [time] }))
  expect(await Promise.all(replies)).toEqual([[{ id: 917, name: 'Heerlen' }], [{ id: 917, name: 'Heerlen' }]])
  expect(server.arrived(refreshSession)).toHaveLength(2)
})

test('S4.4 opens the login with the requested page in the URL when the session has ended', async () => {
  const server = fakeServer()
  const { client, place } = await openPage('/dashboard', { as: bsgw, server })
  sessionOn(server, undefined)
  server.fail(listMunicipalities, 401, 'Log in om verder te gaan')
  await expect(client.fetchQuery(query(listMunicipalities, {}))).rejects.toThrow('Uw sessie is afgelopen')
  await waitFor(() => expect(place()).toBe('/login?return_to=%2Fdashboard'))
})

test('the employee stays logged in when the token cannot be renewed because the connection is lost', async () => {
  const server = fakeServer()
  const { client, place } = await openPage('/dashboard', { as: bsgw, server })
  server.fail(refreshSession, 0)
  server.fail(listMunicipalities, 401, 'Log in om verder te gaan')
  await expect(client.fetchQuery(query(listMunicipalities, {}))).rejects.toThrow('Het loket is niet bereikbaar')
  expect(place()).toBe('/dashboard')
})

test('S8.3 shows the name of a middleware that does not exist', async () => {
  const table: Screen[] = [
    { path: '/proef', Page: () => null, access: 'everyone', title: 'Proef', middleware: ['nergens' as never] },
  ]
  await openPage('/proef', { as: bsgw, table })
  expect(screen.getByText('Unknown middleware nergens')).toBeVisible()
  expect(screen.getByText('Foutcode 500')).toBeVisible()
})
