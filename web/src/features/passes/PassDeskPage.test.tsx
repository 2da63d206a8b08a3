import {
  ApiError,
  activatePass,
  blockPass,
  cancelRollIssue,
  findResident,
  findResidentAtAddress,
  issuePass,
  issueRolls,
  listPassSystems,
  listPickupAppointments,
  listUndoable,
  replacePass,
  rollsRequestedText,
  searchCalendarAddresses,
  showCalendar,
  showResidentBill,
  showResidentName,
  type UndoableAction,
  undoPassChange,
} from '@rd4-loket/contract'
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { connectionLost } from '../../session/api.ts'
import { fakeServer } from '../../test/fake-server.ts'
import { bsgw, makeAddress, makeResident, municipal } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const passField = () => screen.getByRole('textbox', { name: 'Pasnummer' })
const rollsField = () => screen.findByRole('textbox', { name: 'Aantal rollen' })
const card = (name = 'J. van den Berg') => screen.findByRole('region', { name })

/** Opens the desk. Every pass has a resident, unless the test replaces the reply. */
async function openDesk(undoable: UndoableAction[] = []) {
  const server = fakeServer()
  server.answer(findResident, ({ body }) => makeResident(body))
  server.answer(issueRolls, ({ body: { rolls, environmental_pass_number } }) => {
    const id = undoable.length + 1
    const pass_ending = environmental_pass_number.slice(-4)
    undoable.unshift({ kind: 'roll_issue', id, rolls, pass_ending, seconds_left: 300 })
    return { rolls, request_id: id, rolls_this_year: 2 + rolls }
  })
  server.answer(listUndoable, () => undoable)
  const opened = await openPage('/services-and-settings', { as: municipal, server })
  return { ...opened, scan: (pass = '0101010101') => opened.user.keyboard(`${pass}{Enter}`) }
}

/** A reply that arrives when the test resolves it. */
const delayed = <T,>() => Promise.withResolvers<T>()

afterEach(() => vi.useRealTimers())

test("S1.3 S2.3 shows municipal employees 'Services & instellingen' in the menu", async () => {
  await openPage('/dashboard', { as: municipal })
  const menu = screen.getByRole('navigation', { name: 'Menu' })
  expect(within(menu).getByRole('link', { name: 'Services & instellingen' })).toHaveAttribute(
    'href',
    '/services-and-settings',
  )
})

test('S1.3 S6.2 denies a provider employee access', async () => {
  await openPage('/services-and-settings', { as: bsgw })
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Geen toegang')
})

test.each([
  ['Enter', (user: UserEvent) => user.keyboard('{Enter}')],
  ['the button', (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Zoek pas' }))],
])('S5.1 an empty pass field sent by %s shows an error, and the next scan finds its resident', async (_, submit) => {
  const { server, user, scan } = await openDesk()
  await submit(user)
  expect(passField()).toHaveAccessibleDescription(/Dit veld is verplicht/)
  expect(passField()).toBeInvalid()
  expect(server.arrived(findResident)).toEqual([])
  await scan()
  expect(await card()).toBeVisible()
  expect(passField()).toBeValid()
})

/** The reply of the lookup of an address with a pass. */
const residentAt = () => ({ address: makeAddress(), resident: makeResident() })

describe('finding a resident who forgot the pass', () => {
  const addressField = () => screen.findByRole('combobox', { name: 'Adres van de inwoner' })
  /** Opens the desk, chooses 'Pas vergeten' and enters an address. */
  async function enterAddress(server: ReturnType<typeof fakeServer>) {
    server.answer(searchCalendarAddresses, () => ({
      data: [{ kind: 'address' as const, ...makeAddress({ alias: 'a1' }) }],
      meta: { more: false, match: 'exact' as const, missing: null },
    }))
    server.answer(listUndoable, () => [])
    const opened = await openPage('/services-and-settings', { as: municipal, server })
    await opened.user.click(screen.getByRole('radio', { name: 'Pas vergeten' }))
    await opened.user.type(await addressField(), '6411CD 118{Enter}')
    return opened
  }

  test('shows the card at an exact address, and issues rolls for this purpose', async () => {
    const server = fakeServer()
    server.answer(findResidentAtAddress, residentAt)
    server.answer(issueRolls, ({ body: { rolls } }) => ({ rolls, request_id: 1, rolls_this_year: 2 + rolls }))
    const { user } = await enterAddress(server)
    expect(await card()).toHaveTextContent(/^Nog 4 rollen/)
    expect(server.arrived(findResidentAtAddress)).toMatchObject([{ body: { alias: 'a1' }, purpose: 'pas_vergeten' }])
    expect(await rollsField()).toHaveFocus()
    await user.keyboard('2{Enter}')
    await waitFor(() => expect(server.arrived(issueRolls)).toMatchObject([{ purpose: 'pas_vergeten' }]))
  })

  test('shows at the empty address field that it is required, until something is typed', async () => {
    const server = fakeServer()
    server.answer(findResidentAtAddress, residentAt)
    const { user } = await enterAddress(server)
    await card()
    const field = await addressField()
    await user.type(field, '{Enter}')
    expect(field).toHaveAccessibleDescription('Dit veld is verplicht')
    await user.type(field, '6')
    expect(field).not.toHaveAccessibleDescription(/verplicht/)
  })

  test('shows that an address has no pass, and the next scanned pass gets its own purpose', async () => {
    const server = fakeServer()
    server.answer(findResidentAtAddress, () => ({ address: makeAddress(), resident: null }))
    server.answer(findResident, ({ body }) => makeResident(body))
    const { user } = await enterAddress(server)
    const passless = await screen.findByRole('region', { name: 'Dit adres heeft geen milieupas' })
    expect(passless).toHaveTextContent('Akerstraat 118')
    expect(passless).toHaveTextContent('Controleer het adres.')
    server.answer(findResidentAtAddress, residentAt)
    await user.type(await addressField(), '6411CD 118{Enter}')
    await card()
    passField().focus()
    await user.keyboard('0505050505{Enter}')
    await waitFor(() => expect(server.arrived(findResident)).toMatchObject([{ purpose: 'extra_rollen' }]))
  })
})

describe('issuing the first pass of an address', () => {
  const title = 'Dit adres heeft geen milieupas'
  const passless = () => ({ address: makeAddress(), resident: null })
  const nameField = () => screen.findByRole('textbox', { name: 'Naam van de inwoner' })
  /** Opens the desk, chooses a purpose and enters an address. */
  async function enterAddress(server: ReturnType<typeof fakeServer>, purpose = 'Eerste pas') {
    server.answer(searchCalendarAddresses, () => ({
      data: [{ kind: 'address' as const, ...makeAddress({ alias: 'a1' }) }],
      meta: { more: false, match: 'exact' as const, missing: null },
    }))
    server.answer(listUndoable, () => [])
    const opened = await openPage('/services-and-settings', { as: municipal, server })
    await opened.user.click(screen.getByRole('radio', { name: purpose }))
    await opened.user.type(await screen.findByRole('combobox', { name: 'Adres van de inwoner' }), '6411CD 118{Enter}')
    return opened
  }

  test('sends the address, the scanned pass and the name, and then shows the card of the new pass', async () => {
    const server = fakeServer()
    server.answer(findResidentAtAddress, passless)
    server.answer(issuePass, () => ({ change_id: 7 }))
    server.answer(findResident, ({ body }) => makeResident(body))
    const { user } = await enterAddress(server)
    const panel = await screen.findByRole('region', { name: title })
    expect(panel).toHaveTextContent('Scan de nieuwe pas.')
    expect(server.arrived(findResidentAtAddress)).toMatchObject([{ body: { alias: 'a1' }, purpose: 'eerste_pas' }])
    await user.keyboard('0909090901{Enter}')
    await waitFor(async () => expect(await nameField()).toHaveFocus())
    expect(panel).toHaveTextContent('Nieuwe pas: 0909 0909 01')
    expect(server.arrived(issuePass)).toEqual([])
    await user.keyboard('M. de Wit{Enter}')
    expect(await card()).toHaveTextContent(/^Nog 4 rollen/)
    expect(server.arrived(issuePass)).toMatchObject([
      { body: { alias: 'a1', new_pass_number: '0909090901', name: 'M. de Wit' }, purpose: 'eerste_pas' },
    ])
    expect(server.arrived(findResident)).toMatchObject([
      { body: { environmental_pass_number: '0909090901' }, purpose: 'eerste_pas' },
    ])
    expect(screen.queryByRole('region', { name: title })).not.toBeInTheDocument()
    expect(await screen.findByText('De eerste pas is actief')).toBeVisible()
  })

  test('is offered after the look-up of a forgotten pass, and the next scan after that choice is the new pass', async () => {
    const server = fakeServer()
    server.answer(findResidentAtAddress, passless)
    const { user } = await enterAddress(server, 'Pas vergeten')
    await user.click(await screen.findByRole('button', { name: 'Eerste pas uitgeven' }))
    expect(screen.getByRole('radio', { name: 'Eerste pas' })).toBeChecked()
    expect(passField()).toHaveFocus()
    await user.keyboard('0909090901{Enter}')
    expect(await nameField()).toBeVisible()
    expect(server.arrived(findResident)).toEqual([])
  })

  test('accepts a pass that is scanned before the address has been looked up', async () => {
    const server = fakeServer()
    const slow = delayed<ReturnType<typeof passless>>()
    server.answer(findResidentAtAddress, () => slow.promise)
    const { user } = await enterAddress(server)
    await waitFor(() => expect(server.arrived(findResidentAtAddress)).toHaveLength(1))
    await user.keyboard('0909090901{Enter}')
    await act(async () => slow.resolve(passless()))
    expect(await nameField()).toHaveFocus()
    expect(server.arrived(findResident)).toEqual([])
  })

  test.each([
    ['{Enter}', 'Dit veld is verplicht'],
    ['0202020202{Enter}', 'Een naam heeft geen cijfers. Vul de naam van de inwoner in'],
  ])('shows at the field that %j is no name, and sends nothing', async (typed, message) => {
    const server = fakeServer()
    server.answer(findResidentAtAddress, passless)
    const { user } = await enterAddress(server)
    await screen.findByRole('region', { name: title })
    await user.keyboard('0909090901{Enter}')
    await user.type(await nameField(), typed)
    expect(await nameField()).toHaveAccessibleDescription(new RegExp(message))
    expect(await nameField()).toHaveFocus()
    expect(server.arrived(issuePass)).toEqual([])
  })

  test.each([
    [409, 'Dit adres heeft inmiddels een milieupas. Zoek het adres opnieuw op.'],
    [500, 'Er is iets misgegaan'],
  ])('keeps the name and the pass after status %s', async (status, message) => {
    const server = fakeServer()
    server.answer(findResidentAtAddress, passless)
    server.fail(issuePass, status, message)
    const { user } = await enterAddress(server)
    await screen.findByRole('region', { name: title })
    await user.keyboard('0909090901{Enter}')
    await user.type(await nameField(), 'M. de Wit{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
    expect(await nameField()).toHaveValue('M. de Wit')
  })

  test('looks up the scanned pass for its own purpose when it is of another customer', async () => {
    const server = fakeServer()
    server.answer(findResidentAtAddress, passless)
    server.answer(findResident, ({ body }) => makeResident(body))
    const { user } = await enterAddress(server)
    await screen.findByRole('region', { name: title })
    await user.keyboard('0202020202{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Nee, dit is een andere klant' }))
    await card()
    expect(server.arrived(findResident)).toMatchObject([{ purpose: 'extra_rollen' }])
  })

  test('asks for the address when a pass is scanned first', async () => {
    const server = fakeServer()
    server.answer(listUndoable, () => [])
    const { user } = await openPage('/services-and-settings', { as: municipal, server })
    await user.click(screen.getByRole('radio', { name: 'Eerste pas' }))
    await user.keyboard('0909090901{Enter}')
    expect(passField()).toHaveAccessibleDescription(/Kies eerst het adres van de inwoner\. Scan daarna de nieuwe pas\./)
    expect(server.arrived(findResident)).toEqual([])
  })

  test('no longer asks for the address once the address is on screen', async () => {
    const server = fakeServer()
    server.answer(findResidentAtAddress, passless)
    const { user } = await enterAddress(server, 'Pas vergeten')
    await screen.findByRole('region', { name: title })
    server.fail(findResidentAtAddress, 503, 'Het loket is druk.')
    const address = screen.getByRole('combobox', { name: 'Adres van de inwoner' })
    await user.type(address, '6411CD 118{Enter}')
    await screen.findByRole('alert')
    await user.click(screen.getByRole('radio', { name: 'Eerste pas' }))
    passField().focus()
    await user.keyboard('0909090901{Enter}')
    expect(await screen.findByText(/Kies eerst het adres/)).toBeVisible()
    server.answer(findResidentAtAddress, passless)
    await user.type(address, '6411CD 118{Enter}')
    await screen.findByRole('region', { name: title })
    expect(screen.queryByText(/Kies eerst het adres/)).not.toBeInTheDocument()
  })

  test('leaves the card of the next customer when the response arrives late', async () => {
    const server = fakeServer()
    const slow = delayed<{ change_id: number }>()
    server.answer(findResidentAtAddress, passless)
    server.answer(issuePass, () => slow.promise)
    server.answer(findResident, ({ body }) => makeResident(body))
    const { user } = await enterAddress(server)
    await screen.findByRole('region', { name: title })
    await user.keyboard('0909090901{Enter}')
    await user.type(await nameField(), 'M. de Wit{Enter}')
    await user.click(screen.getByRole('radio', { name: 'Extra rollen' }))
    passField().focus()
    await user.keyboard('0202020202{Enter}')
    await card()
    const lists = server.arrived(listUndoable).length
    await act(async () => slow.resolve({ change_id: 7 }))
    await waitFor(() => expect(server.arrived(listUndoable).length).toBeGreaterThan(lists))
    expect(server.arrived(findResident).map(({ body }) => body)).toEqual([{ environmental_pass_number: '0202020202' }])
  })

  test('shows the rolls that were entered during the lookup as not issued when the address has no pass', async () => {
    const server = fakeServer()
    const slow = delayed<ReturnType<typeof passless>>()
    server.answer(findResidentAtAddress, () => slow.promise)
    const { user } = await enterAddress(server, 'Pas vergeten')
    await waitFor(() => expect(server.arrived(findResidentAtAddress)).toHaveLength(1))
    passField().focus()
    await user.keyboard('2{Enter}')
    await act(async () => slow.resolve(passless()))
    expect(await screen.findByRole('region', { name: /^Niet uitgegeven: 2 rollen/ })).toBeVisible()
  })

  test('looks up another customer for the default purpose when the purpose was chosen on the panel', async () => {
    const server = fakeServer()
    server.answer(findResidentAtAddress, passless)
    server.answer(findResident, ({ body }) => makeResident(body))
    const { user } = await enterAddress(server, 'Pas vergeten')
    await screen.findByRole('region', { name: title })
    await user.click(screen.getByRole('radio', { name: 'Eerste pas' }))
    passField().focus()
    await user.keyboard('0202020202{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Nee, dit is een andere klant' }))
    await card()
    expect(server.arrived(findResident)).toMatchObject([{ purpose: 'extra_rollen' }])
  })

  test('looks up the latest of two passes that are scanned before the first response', async () => {
    const server = fakeServer()
    server.answer(listUndoable, () => [])
    server.answer(findResident, ({ body }) => makeResident(body))
    const { user } = await openPage('/services-and-settings', { as: municipal, server })
    await user.keyboard('0101010101{Enter}')
    await card()
    await user.click(screen.getByRole('radio', { name: 'Eerste pas' }))
    const slow = delayed<ReturnType<typeof makeResident>>()
    server.answer(findResident, () => slow.promise)
    passField().focus()
    await user.keyboard('0202020202{Enter}')
    await user.keyboard('0303030303{Enter}')
    expect(server.arrived(findResident).at(-1)?.body).toEqual({ environmental_pass_number: '0303030303' })
    await act(async () => slow.resolve(makeResident()))
  })

  test('ends when the screen is idle, and the next customer comes for the default purpose', async () => {
    const server = fakeServer()
    server.answer(findResidentAtAddress, passless)
    await enterAddress(server)
    await screen.findByRole('region', { name: title })
    vi.useFakeTimers()
    fireEvent.keyDown(document.body, { key: 'Shift' })
    act(() => vi.advanceTimersByTime(5 * 60_000))
    expect(screen.queryByRole('region', { name: title })).not.toBeInTheDocument()
    expect(screen.getByRole('radio', { name: 'Extra rollen' })).toBeChecked()
    vi.useRealTimers()
  })

  test('brings the address, the new pass and the typed name back after the screen was idle', async () => {
    const server = fakeServer()
    server.answer(findResidentAtAddress, passless)
    const { user } = await enterAddress(server)
    await screen.findByRole('region', { name: title })
    await user.type(passField(), '0909090909{Enter}')
    const name = () => screen.findByRole('textbox', { name: 'Naam van de inwoner' })
    await user.type(await name(), 'M. de Wit')
    vi.useFakeTimers()
    fireEvent.keyDown(document.body, { key: 'Shift' })
    act(() => vi.advanceTimersByTime(5 * 60_000))
    expect(screen.queryByRole('textbox', { name: 'Naam van de inwoner' })).not.toBeInTheDocument()
    vi.useRealTimers()
    fireEvent.click(screen.getByRole('button', { name: 'Toon de inwoner weer' }))
    expect(await name()).toHaveValue('M. de Wit')
    expect(screen.getByRole('radio', { name: 'Eerste pas' })).toBeChecked()
    expect(screen.getByText('0909 0909 09')).toBeVisible()
    expect(server.arrived(findResidentAtAddress).at(-1)).toMatchObject({ purpose: 'eerste_pas' })
  })

  test('says that an address has a pass already, and what to choose', async () => {
    const server = fakeServer()
    server.answer(findResidentAtAddress, residentAt)
    await enterAddress(server)
    expect(await card()).toHaveTextContent('Dit adres heeft al een milieupas. Kies ‘Pas werkt niet’')
    expect(screen.queryByRole('textbox', { name: 'Aantal rollen' })).not.toBeInTheDocument()
  })

  test('is undone from the card for its own purpose, and the card disappears', async () => {
    const { server, user, scan } = await openDesk([
      { kind: 'issue', id: 7, pass_ending: '0101', rolls: null, seconds_left: 200 },
    ])
    server.answer(findResident, ({ body }) => makeResident({ ...body, change_id: 7 }))
    server.answer(undoPassChange, () => null)
    await scan()
    expect(await card()).toHaveTextContent('Uitgegeven: pas …0101')
    await user.keyboard('{Control>}z{/Control}')
    expect(await screen.findByText('De pas is weer vrij, en het adres heeft geen milieupas')).toBeVisible()
    expect(server.arrived(undoPassChange)).toMatchObject([{ params: { change_id: '7' }, purpose: 'eerste_pas' }])
    expect(screen.queryByRole('region', { name: 'J. van den Berg' })).not.toBeInTheDocument()
    expect(passField()).toHaveFocus()
  })
})

test.each(['issue', 'replace'] as const)(
  'the undo of an earlier change (%s) leaves the card of the next customer',
  async (kind) => {
    const earlier: UndoableAction = { kind, id: 7, pass_ending: '0909', rolls: null, seconds_left: 200 }
    const { server, user, scan } = await openDesk([earlier])
    server.answer(undoPassChange, () => null)
    await scan()
    await card()
    await user.click(screen.getByRole('button', { name: /^Ongedaan maken/ }))
    await waitFor(() => expect(server.arrived(undoPassChange)).toHaveLength(1))
    expect(await screen.findByText(/is weer vrij|is ongedaan gemaakt/)).toBeVisible()
    expect(await card()).toBeVisible()
  },
)

describe('unissued rolls of a resident who forgot the pass', () => {
  test('stay on screen when another address is looked up', async () => {
    const server = fakeServer()
    server.answer(searchCalendarAddresses, ({ body: { text } }) => ({
      data: [{ kind: 'address' as const, ...makeAddress({ alias: text.endsWith('118') ? 'a1' : 'a2' }) }],
      meta: { more: false, match: 'exact' as const, missing: null },
    }))
    server.answer(listUndoable, () => [])
    const slow = delayed<ReturnType<typeof residentAt>>()
    server.answer(findResidentAtAddress, ({ body }) => (body.alias === 'a1' ? slow.promise : residentAt()))
    const { user } = await openPage('/services-and-settings', { as: municipal, server })
    await user.click(screen.getByRole('radio', { name: 'Pas vergeten' }))
    const enter = async (address: string) =>
      user.type(await screen.findByRole('combobox', { name: 'Adres van de inwoner' }), `${address}{Enter}`)
    await enter('6411CD 118')
    await waitFor(() => expect(server.arrived(findResidentAtAddress)).toHaveLength(1))
    passField().focus()
    await user.keyboard('2{Enter}')
    await enter('6411CD 120')
    await card()
    await act(async () => slow.resolve(Promise.reject(new ApiError(503, 'Het loket is druk.')) as never))
    const panel = await screen.findByRole('region', { name: /^Niet uitgegeven: 2 rollen/ })
    await enter('6411CD 120')
    await waitFor(() => expect(server.arrived(findResidentAtAddress)).toHaveLength(3))
    expect(panel).toBeVisible()
  })
})

describe('S2.12 S3.5 S7.13 S1.5 finding a resident by pass', () => {
  test('focuses the field, and shows status, address and rolls of this year after a scan', async () => {
    const { server, scan } = await openDesk()
    expect(passField()).toHaveFocus()
    server.answer(findResident, () =>
      makeResident({
        rolls: {
          this_year: 2,
          allowance: 6,
          last_request: { rolls: 2, requested_at: '2026-03-04T10:31:00+01:00', requested_by: 'Noor Balie' },
        },
      }),
    )
    await scan()
    const found = await card()
    expect(found).toHaveTextContent(/^Nog 4 rollen/)
    expect(found).toHaveAttribute('data-verdict', 'rolls_left')
    expect(found).toHaveTextContent('Akerstraat 118')
    expect(found).toHaveTextContent('2 van 6 rollen gehad dit jaar')
    expect(found).toHaveTextContent('Laatst: 2 rollen op 4 maart 2026 om 10:31, door Noor Balie')
    expect(server.arrived(findResident)[0]?.body).toEqual({ environmental_pass_number: '0101010101' })
  })

  test.each([
    [
      { status: 'blocked', blocked_reason: 'loss', replaced_by: '0101010102' } as const,
      'Geblokkeerd: verloren',
      'Op deze pas kunt u geen rollen uitgeven. Open de nieuwe pas.',
    ],
    [
      { status: 'expired' } as const,
      'Geen rollen: pas vervallen',
      'Op deze pas kunt u geen rollen uitgeven. De inwoner heeft een nieuwe pas nodig.',
    ],
    [
      { rolls: { this_year: 6, allowance: 6, last_request: null } },
      'Alle 6 rollen gehad',
      'Vanaf 1 januari kan de inwoner weer rollen krijgen.',
    ],
  ])('has the headline for %j, with the reason in place of the field for rolls', async (pass, headline, reason) => {
    const { server, scan } = await openDesk()
    server.answer(findResident, () => makeResident(pass))
    await scan()
    expect(await card()).toHaveTextContent(new RegExp(`^${headline}`))
    expect(await card()).not.toHaveAttribute('data-verdict', 'rolls_left')
    expect(await card()).toHaveTextContent(reason)
    expect(screen.getByRole('alert')).toHaveTextContent(`${headline}. J. van den Berg. ${reason}`)
    expect(screen.queryByRole('textbox', { name: 'Aantal rollen' })).not.toBeInTheDocument()
  })

  test('opens the replacement of a blocked pass at Enter, for the same customer and purpose', async () => {
    const { server, user, scan } = await openDesk()
    server.answer(findResident, ({ body }) =>
      makeResident(
        body.environmental_pass_number === '0101010101'
          ? { ...body, status: 'blocked', blocked_reason: 'loss', replaced_by: '0101010102' }
          : body,
      ),
    )
    await user.click(screen.getByRole('radio', { name: 'Vraag van inwoner' }))
    await user.click(passField())
    await scan()
    expect(await screen.findByRole('button', { name: 'Open de nieuwe pas 0101 0101 02' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(await card()).toHaveTextContent(/^Actieve pas/)
    expect(server.arrived(findResident)).toMatchObject([
      { body: { environmental_pass_number: '0101010101' }, purpose: 'vraag_inwoner' },
      { body: { environmental_pass_number: '0101010102' }, purpose: 'vraag_inwoner' },
    ])
  })

  test.each([
    { status: 'expired' } as const,
    { status: 'blocked', blocked_reason: 'theft', replaced_by: null } as const,
  ])('starts the replacement at Enter for the pass %j', async (pass) => {
    const { server, user, scan } = await openDesk()
    server.answer(findResident, ({ body }) => makeResident({ ...body, ...pass }))
    await scan()
    expect(await screen.findByRole('button', { name: 'Nieuwe pas uitgeven' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('radio', { name: 'Pas werkt niet' })).toBeChecked()
    expect(passField()).toHaveFocus()
    await scan('0909090909')
    expect(await screen.findByRole('button', { name: 'Vervang de pas' })).toHaveFocus()
  })

  test('offers no replacement of a pass that was blocked for a move', async () => {
    const { server, scan } = await openDesk()
    server.answer(findResident, () => makeResident({ status: 'blocked', blocked_reason: 'move' }))
    await scan()
    expect(await card()).toHaveTextContent(/^Geblokkeerd/)
    expect(screen.queryByRole('button', { name: 'Nieuwe pas uitgeven' })).not.toBeInTheDocument()
  })

  test('looks up a pass that is scanned while the button of the replacement has the focus', async () => {
    const { server, scan } = await openDesk()
    server.answer(findResident, ({ body }) =>
      makeResident({ ...body, status: 'blocked', blocked_reason: 'loss', replaced_by: '0101010102' }),
    )
    await scan()
    expect(await screen.findByRole('button', { name: /^Open de nieuwe pas/ })).toHaveFocus()
    await scan('0505050505')
    await waitFor(() => expect(server.arrived(findResident)).toHaveLength(2))
    expect(server.arrived(findResident)[1]?.body).toEqual({ environmental_pass_number: '0505050505' })
  })

  test('finds the pass when the button is pressed, and moves the focus to the next field', async () => {
    const { user } = await openDesk()
    const button = screen.getByRole('button', { name: 'Zoek pas' })
    await user.click(button)
    expect(passField()).toHaveFocus()
    await user.keyboard('0101010101')
    await user.click(button)
    await card()
    expect(passField()).toHaveValue('')
    expect(await rollsField()).toHaveFocus()
  })

  test('shows that a pass is unknown, and empties and focuses the field for the next scan', async () => {
    const { server, scan } = await openDesk()
    server.fail(findResident, 404, 'Deze pas is niet bekend in uw gemeente')
    await scan('9999999999')
    expect(await screen.findByRole('alert')).toHaveTextContent('Deze pas is niet bekend in uw gemeente.')
    expect(screen.getByRole('heading', { name: 'Pas 9999 9999 99' })).toBeVisible()
    expect(passField()).toHaveFocus()
    expect(passField()).toHaveValue('')
  })

  test('S5.3 S8.1 shows the field errors of a pass number that the server rejects', async () => {
    const { server, scan } = await openDesk()
    server.fail(findResident, 422, 'Niet alles is goed ingevuld', { environmental_pass_number: ['Deze pas is te oud'] })
    await scan('9999999999')
    expect(await screen.findByRole('alert')).toHaveTextContent('Niet alles is goed ingevuld. Deze pas is te oud.')
    expect(passField()).toBeInvalid()
    expect(passField()).toHaveAccessibleDescription(/Deze pas is te oud/)
    server.answer(findResident, () => makeResident())
    await scan()
    expect(await card()).toBeVisible()
    expect(passField()).toBeValid()
  })

  test('repeats a lookup without a reply when the connection is back, and issues no rolls that were typed', async () => {
    const { server, user, scan } = await openDesk()
    const lost = delayed<never>()
    server.answer(findResident, () => lost.promise)
    await scan()
    await user.keyboard('2{Enter}')
    await act(async () => lost.reject(new TypeError('Failed to fetch')))
    expect(await screen.findByText(/^Het loket is niet bereikbaar/)).toBeVisible()
    server.answer(findResident, ({ body }) => makeResident(body))
    await act(async () => connectionLost.write(false))
    expect(await card()).toHaveTextContent(/^Nog 4 rollen/)
    expect(screen.queryByText(/^Het loket is niet bereikbaar/)).not.toBeInTheDocument()
    expect(await rollsField()).toHaveValue('2')
    expect(server.arrived(issueRolls)).toEqual([])
  })

  test('does not repeat a lookup that the server rejected when the connection is back', async () => {
    const { server, scan } = await openDesk()
    server.fail(findResident, 404, 'Deze pas is niet bekend in uw gemeente.')
    await scan()
    expect(await screen.findByText('Deze pas is niet bekend in uw gemeente.')).toBeVisible()
    await act(async () => connectionLost.write(true))
    await act(async () => connectionLost.write(false))
    expect(screen.getByText('Deze pas is niet bekend in uw gemeente.')).toBeVisible()
    expect(server.arrived(findResident)).toHaveLength(1)
  })

  test('rejects an invalid pass number, and keeps it in the field until the next scan replaces it', async () => {
    const { server, user, scan } = await openDesk()
    await scan('12-3')
    expect(passField()).toBeInvalid()
    expect(passField()).toHaveAccessibleDescription(/Dit is geen pasnummer/)
    expect(screen.getByRole('alert')).toHaveTextContent(/Dit is geen pasnummer/)
    expect(passField()).toHaveValue('12-3')
    await user.keyboard('0101010101')
    expect(passField()).toHaveValue('0101010101')
    expect(server.arrived(findResident)).toEqual([])
  })

  test('announces the same error again when the same input is rejected a second time', async () => {
    const { scan, user } = await openDesk()
    await scan('12-3')
    const firstAlert = screen.getByRole('alert')
    await scan('12-3')
    expect(firstAlert).not.toBeInTheDocument()
    expect(screen.getByRole('alert')).toHaveTextContent(/Dit is geen pasnummer/)

    await scan('0101010101')
    await rollsField()
    await user.keyboard('abc{Enter}')
    const firstRollsAlert = screen.getByRole('alert')
    await user.keyboard('abc{Enter}')
    expect(firstRollsAlert).not.toBeInTheDocument()
    expect(screen.getByRole('alert')).toHaveTextContent('Vul hier een getal in')
    expect(await rollsField()).toHaveAccessibleDescription(/Vul hier een getal in/)
  })

  test('leaves no pass number in the URL, the title or the browser storage', async () => {
    const { scan, place } = await openDesk()
    await scan()
    await card()
    const left = [place(), document.title, JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })]
    expect(left.join(' ')).not.toContain('0101010101')
  })

  test('leaves no pass number in the query cache', async () => {
    const { scan, client } = await openDesk()
    await scan()
    await card()
    expect(
      JSON.stringify(
        client
          .getQueryCache()
          .getAll()
          .map(({ queryKey }) => queryKey),
      ),
    ).not.toContain('0101010101')
  })

  test('removes the resident from the screen after five minutes without input', async () => {
    const { scan } = await openDesk()
    await scan()
    await card()
    vi.useFakeTimers()
    // The first key after the switch to fake timers restarts the desk's timer.
    fireEvent.keyDown(document.body, { key: 'Shift' })
    act(() => vi.advanceTimersByTime(4 * 60_000))
    expect(screen.getByText('J. van den Berg')).toBeVisible()
    act(() => vi.advanceTimersByTime(60_000))
    expect(screen.queryByText('J. van den Berg')).not.toBeInTheDocument()
  })

  test('warns 30 seconds before it removes the resident, and any key restarts the timer', async () => {
    const { scan } = await openDesk()
    await scan()
    await card()
    vi.useFakeTimers()
    fireEvent.keyDown(document.body, { key: 'Shift' })
    act(() => vi.advanceTimersByTime(4.5 * 60_000))
    expect(screen.getByText(/^Over 30 seconden gaat de inwoner van het scherm/)).toBeVisible()
    fireEvent.keyDown(document.body, { key: 'Shift' })
    expect(screen.queryByText(/^Over 30 seconden/)).not.toBeInTheDocument()
    act(() => vi.advanceTimersByTime(60_000))
    expect(screen.getByText('J. van den Berg')).toBeVisible()
  })

  test('brings the removed resident back on request, with the number of rolls that was typed', async () => {
    const { server, user, scan } = await openDesk()
    await scan()
    await rollsField()
    await user.keyboard('3')
    const status = screen.getByText(/J. van den Berg/, { selector: '[role=status]' })
    vi.useFakeTimers()
    fireEvent.keyDown(document.body, { key: 'Shift' })
    act(() => vi.advanceTimersByTime(5 * 60_000))
    vi.useRealTimers()
    expect(status).toHaveTextContent('Inwoner van het scherm gehaald')
    fireEvent.click(screen.getByRole('button', { name: 'Toon de inwoner weer' }))
    expect(await rollsField()).toHaveValue('3')
    expect(screen.queryByRole('button', { name: 'Toon de inwoner weer' })).not.toBeInTheDocument()
    expect(server.arrived(findResident)).toHaveLength(2)
  })
})

describe('the whole name of a resident', () => {
  test('is shown after a click on the button, and the focus moves to the rolls field', async () => {
    const { server, user, scan } = await openDesk()
    server.answer(findResident, ({ body }) => makeResident({ ...body, name: 'J. v. d. B•••' }))
    server.answer(showResidentName, () => ({ name: 'J. van den Berg' }))
    await scan()
    await card('J. v. d. B•••')
    await user.click(screen.getByRole('button', { name: 'Toon naam' }))
    const found = await card('J. van den Berg')
    expect(within(found).getByRole('status')).toHaveTextContent('J. van den Berg')
    expect(await rollsField()).toHaveFocus()
    expect(screen.queryByRole('button', { name: 'Toon naam' })).not.toBeInTheDocument()
    expect(server.arrived(showResidentName)[0]?.body).toEqual({ environmental_pass_number: '0101010101' })
    await scan('0101010102')
    expect(await card('J. v. d. B•••')).toBeVisible()
  })

  test('S8.1 is not shown if the server cannot log the access, and an error shows the reason', async () => {
    const { server, user, scan } = await openDesk()
    server.fail(showResidentName, 503, 'Dit kan nu niet worden vastgelegd.')
    await scan()
    await card()
    await user.click(screen.getByRole('button', { name: 'Toon naam' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Dit kan nu niet worden vastgelegd.')
  })
})

describe('the purpose of an access', () => {
  const choose = (name: string) => screen.getByRole('radio', { name })

  test('is extra rolls by default', async () => {
    const { server, user, scan } = await openDesk()
    expect(choose('Extra rollen')).toBeChecked()
    await scan()
    await rollsField()
    await user.keyboard('2{Enter}')
    await screen.findByText('Er zijn 2 rollen aangevraagd')
    expect(server.arrived(findResident)[0]?.purpose).toBe('extra_rollen')
    expect(server.arrived(issueRolls)[0]?.purpose).toBe('extra_rollen')
  })

  test('chosen by keyboard applies to all calls about one customer, and not to the next customer', async () => {
    const { server, user, scan } = await openDesk()
    server.answer(showResidentName, () => ({ name: 'J. van den Berg' }))
    await user.tab()
    await user.tab()
    expect(choose('Extra rollen')).toHaveFocus()
    await user.keyboard('{ArrowDown}'.repeat(5))
    expect(choose('Bezwaar tegen aanslag')).toBeChecked()
    await scan('01-0101-0101')
    await card()
    await user.click(screen.getByRole('button', { name: 'Toon naam' }))
    await waitFor(() => expect(server.arrived(showResidentName)).toHaveLength(1))
    const served = [findResident, showResidentName].map((it) => server.arrived(it)[0]?.purpose)
    expect(served).toEqual(['aanslag_bezwaar', 'aanslag_bezwaar'])
    await scan('0101010102')
    await card()
    expect(server.arrived(findResident)[1]?.purpose).toBe('extra_rollen')
    expect(choose('Extra rollen')).toBeChecked()
  })

  test.each(['Pas werkt niet', 'Vraag van inwoner', 'Bezwaar tegen aanslag'])(
    'offers no rolls for %s, and rejects a typed number of rolls as a pass number',
    async (name) => {
      const { server, user, scan } = await openDesk()
      server.fail(showResidentBill, 503)
      await user.click(choose(name))
      await scan()
      expect(await card()).toHaveTextContent(/^Actieve pas/)
      expect(await card()).toHaveAttribute('data-verdict', 'valid')
      expect(screen.queryByRole('textbox', { name: 'Aantal rollen' })).not.toBeInTheDocument()
      await user.click(passField())
      await user.keyboard('2{Enter}')
      expect(passField()).toHaveAccessibleDescription(/Dit is geen pasnummer/)
      expect(server.arrived(issueRolls)).toEqual([])
      await user.click(choose('Extra rollen'))
      expect(await card()).toHaveTextContent(/^Nog 4 rollen/)
      expect(await card()).toHaveAttribute('data-verdict', 'rolls_left')
      expect(screen.getByRole('textbox', { name: 'Aantal rollen' })).toBeVisible()
    },
  )

  test.each([
    [{ status: 'blocked', blocked_reason: 'loss' } as const, /^Geblokkeerd: verloren/],
    [{ status: 'expired' } as const, /^Pas vervallen/],
    [{ rolls: { this_year: 6, allowance: 6, last_request: null } }, /^Actieve pas/],
  ])(
    'has the headline for %j and a question, without the reason why no rolls can be issued',
    async (pass, headline) => {
      const { server, user, scan } = await openDesk()
      server.answer(findResident, () => makeResident(pass))
      server.fail(showResidentBill, 503)
      await user.click(choose('Vraag van inwoner'))
      await scan()
      expect(await card()).toHaveTextContent(headline)
      expect(await card()).not.toHaveTextContent(/geen rollen uitgeven|weer rollen krijgen/)
    },
  )
})

describe('S3.6 S7.14 S8.6 S1.5 issuing rolls', () => {
  test('issues rolls at a digit and Enter after a scan, and empties and focuses the pass field', async () => {
    const { server, user, scan } = await openDesk()
    await scan()
    expect(await rollsField()).toHaveFocus()
    await user.keyboard('2{Enter}')
    expect(await screen.findByText('Er zijn 2 rollen aangevraagd')).toBeVisible()
    expect(passField()).toHaveFocus()
    expect(passField()).toHaveValue('')
    expect(screen.queryByRole('textbox', { name: 'Aantal rollen' })).not.toBeInTheDocument()
    expect(server.arrived(issueRolls)[0]?.body).toEqual({ environmental_pass_number: '0101010101', rolls: 2 })
    const issued = screen.getByRole('region', { name: 'Net gedaan' })
    expect(issued).toHaveTextContent('2 rollen voor J. van den Berg')
    expect(issued).toHaveTextContent('nog 2 van 6 dit jaar')
    expect(issued).not.toHaveTextContent('0101')
  })

  test('reports one roll in the singular', async () => {
    const { user, scan } = await openDesk()
    await scan()
    await rollsField()
    await user.keyboard('1{Enter}')
    expect(await screen.findByText('Er is 1 rol aangevraagd')).toBeVisible()
    expect(rollsRequestedText(1)).toBe('Er is 1 rol aangevraagd')
  })

  test('S9.3 S3.12 shows the message in a live region without a close button', async () => {
    const { user, scan } = await openDesk()
    await scan()
    await rollsField()
    await user.keyboard('1{Enter}')
    const message = await screen.findByText('Er is 1 rol aangevraagd')
    expect(message.closest('[role="status"]')).toBeInTheDocument()
    expect(within(message).queryByRole('button')).not.toBeInTheDocument()
  })

  test('S4.8 removes the message before the next request', async () => {
    const { user, scan } = await openDesk()
    await scan()
    await rollsField()
    await user.keyboard('1{Enter}')
    await screen.findByText('Er is 1 rol aangevraagd')
    await scan('0505050505')
    expect(screen.queryByText('Er is 1 rol aangevraagd')).not.toBeInTheDocument()
  })

  test('sends one request with an idempotency key after four times Enter and a double click', async () => {
    const { server, user, scan } = await openDesk()
    const { promise, resolve } = delayed<{ rolls: number; request_id: number; rolls_this_year: number }>()
    server.answer(issueRolls, () => promise)
    await scan()
    await rollsField()
    await user.keyboard('2{Enter}{Enter}{Enter}{Enter}')
    await user.dblClick(screen.getByRole('button', { name: 'Uitgeven' }))
    act(() => resolve({ rolls: 2, request_id: 1, rolls_this_year: 4 }))
    await screen.findByText('Er zijn 2 rollen aangevraagd')
    expect(server.arrived(issueRolls)).toHaveLength(1)
    expect(server.arrived(issueRolls)[0]?.idempotency_key).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('a double Enter issues the rolls, and shows no error at the empty pass field', async () => {
    const { user, scan } = await openDesk()
    await scan()
    await rollsField()
    // The clock stands still, so that the second Enter is soon after the first on a busy machine too.
    vi.useFakeTimers({ toFake: ['Date'] })
    await user.keyboard('2{Enter}{Enter}')
    await screen.findByText('Er zijn 2 rollen aangevraagd')
    expect(passField()).not.toHaveAccessibleDescription(/verplicht/)
  })

  test('a retry after a lost response has the same idempotency key, and the next issue a new key', async () => {
    const { server, user, scan } = await openDesk()
    server.fail(issueRolls, 0)
    await scan()
    await rollsField()
    await user.keyboard('2{Enter}')
    expect(await rollsField()).toHaveAccessibleDescription(
      /Er kwam geen antwoord van het loket. Probeer het nog eens: er wordt niets dubbel uitgegeven./,
    )
    expect(await rollsField()).toHaveValue('2')
    server.answer(issueRolls, () => ({ rolls: 2, request_id: 1, rolls_this_year: 4 }))
    await waitFor(async () => expect(await rollsField()).toHaveFocus())
    await user.keyboard('{Enter}')
    await screen.findByText('Er zijn 2 rollen aangevraagd')
    await scan()
    await rollsField()
    await user.keyboard('2{Enter}')
    await waitFor(() => expect(server.arrived(issueRolls)).toHaveLength(3))
    const [lost, retry, next] = server.arrived(issueRolls).map(({ idempotency_key }) => idempotency_key)
    expect(retry).toBe(lost)
    expect(next).not.toBe(lost)
  })

  test('reads the pass again when a colleague issued rolls meanwhile, and keeps the error and the number', async () => {
    const { server, user, scan } = await openDesk()
    const rolls = { this_year: 0, allowance: 6, last_request: null }
    server.answer(findResident, () => makeResident({ rolls }))
    await scan()
    expect(await card()).toHaveTextContent(/^Nog 6 rollen/)
    server.fail(issueRolls, 422, 'Niet alles is goed ingevuld', {
      rolls: ['Deze pas kan dit jaar nog 1 rol krijgen'],
    })
    server.answer(findResident, () => makeResident({ rolls: { ...rolls, this_year: 5 } }))
    await user.keyboard('4{Enter}')
    await waitFor(async () => expect(await card()).toHaveTextContent(/^Nog 1 rol/))
    expect(await rollsField()).toHaveAccessibleDescription(/nog 1 rol krijgen.*Ten hoogste 1$/)
    expect(await rollsField()).toHaveValue('4')
    expect(server.arrived(findResident)).toHaveLength(2)
  })

  test('S5.3 S8.1 shows the reason of a rejection at the field, and keeps the input', async () => {
    const { server, user, scan } = await openDesk()
    server.fail(issueRolls, 422, 'Niet alles is goed ingevuld', {
      rolls: ['Deze pas kan dit jaar nog 4 rollen krijgen'],
    })
    await scan()
    await rollsField()
    await user.keyboard('9{Enter}')
    await waitFor(async () => expect(await rollsField()).toBeInvalid())
    expect(await rollsField()).toHaveAccessibleDescription(/Deze pas kan dit jaar nog 4 rollen krijgen/)
    expect(await rollsField()).toHaveValue('9')
    expect(await rollsField()).toHaveFocus()
  })

  test('S8.1 shows the field errors of a failure whose outcome is unknown, with what to do', async () => {
    const { server, user, scan } = await openDesk()
    server.fail(issueRolls, 503, 'Even niet bereikbaar', { rolls: ['Het jaar wordt afgesloten'] })
    await scan()
    await rollsField()
    await user.keyboard('2{Enter}')
    await waitFor(async () =>
      expect(await rollsField()).toHaveAccessibleDescription(
        /Even niet bereikbaar. Het jaar wordt afgesloten. Probeer het nog eens: er wordt niets dubbel uitgegeven./,
      ),
    )
  })

  test.each([
    ['', 'Dit veld is verplicht'],
    ['0', 'Dit moet ten minste 1 zijn'],
    ['x', 'Vul hier een getal in'],
    ['1e1', 'Vul hier een getal in'],
    ['0x2', 'Vul hier een getal in'],
  ])('S5.1 rejects %j as a number of rolls before anything is sent', async (typed, message) => {
    const { server, user, scan } = await openDesk()
    await scan()
    await rollsField()
    await user.keyboard(`${typed}{Enter}`)
    expect(await rollsField()).toHaveAccessibleDescription(new RegExp(message))
    // The focus does not move, so screen readers announce the error only because of the alert.
    expect(screen.getByRole('alert')).toHaveTextContent(message)
    expect(server.arrived(issueRolls)).toEqual([])
  })

  test('undoes an issue when its button is clicked within five minutes', async () => {
    const { server, user, scan } = await openDesk()
    server.answer(cancelRollIssue, () => ({ rolls_this_year: 2 }))
    await scan()
    await rollsField()
    await user.keyboard('2{Enter}')
    await user.click(await screen.findByRole('button', { name: /^Ongedaan maken/ }))
    expect(await screen.findByText('De uitgifte is ongedaan gemaakt')).toBeVisible()
    expect(server.arrived(cancelRollIssue)[0]?.params).toEqual({ request_id: '1' })
    expect(screen.queryByText(/2 rollen voor/)).not.toBeInTheDocument()
    expect(passField()).toHaveFocus()
  })

  test('S8.1 shows why undoing an issue failed', async () => {
    const { server, user, scan } = await openDesk()
    server.fail(cancelRollIssue, 409, 'Deze uitgifte kan niet meer ongedaan worden gemaakt')
    await scan()
    await rollsField()
    await user.keyboard('2{Enter}')
    await user.click(await screen.findByRole('button', { name: /^Ongedaan maken/ }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Deze uitgifte kan niet meer ongedaan worden gemaakt')
  })
})

describe('a pass that does not work', () => {
  async function openDefect() {
    const opened = await openDesk()
    const { server, user } = opened
    server.answer(blockPass, () => ({ change_id: 3 }))
    server.answer(replacePass, () => ({ change_id: 3 }))
    await user.click(screen.getByRole('radio', { name: 'Pas werkt niet' }))
    await opened.scan()
    await card()
    return opened
  }
  const old = { environmental_pass_number: '0101010101' }

  test('is replaced by a scan of the new pass and Enter, and the card of the new pass offers rolls', async () => {
    const { server, user, scan } = await openDefect()
    await scan('09 0909 0909')
    expect(await screen.findByText('0909 0909 09')).toBeVisible()
    expect(server.arrived(replacePass)).toEqual([])
    expect(screen.getByRole('button', { name: 'Vervang de pas' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(await screen.findByText('De nieuwe pas is actief')).toBeVisible()
    expect(server.arrived(replacePass)).toMatchObject([
      { body: { ...old, new_pass_number: '0909090909', reason: 'defect' }, purpose: 'pas_defect' },
    ])
    expect(await rollsField()).toHaveFocus()
    expect(server.arrived(findResident).at(-1)?.body).toEqual({ environmental_pass_number: '0909090909' })
    expect(screen.getByRole('radio', { name: 'Extra rollen' })).toBeChecked()
  })

  test('scanned again as the new pass shows that it is the old pass, until the new pass is scanned', async () => {
    const { server, scan } = await openDefect()
    await scan('01 0101 0101')
    const message = 'Dit is de oude pas. Scan de nieuwe pas.'
    expect(await screen.findByText(message)).toBeVisible()
    expect(passField()).toHaveAccessibleDescription(expect.stringContaining(message))
    expect(passField()).toHaveFocus()
    expect(server.arrived(findResident)).toHaveLength(1)
    await scan('0909090909')
    expect(await screen.findByRole('button', { name: 'Vervang de pas' })).toHaveFocus()
    expect(screen.queryByText(message)).not.toBeInTheDocument()
  })

  test('is looked up again after its scan when another purpose was chosen', async () => {
    const { server, user } = await openDefect()
    await user.type(passField(), '0101010101{Enter}')
    expect(await screen.findByText('Dit is de oude pas. Scan de nieuwe pas.')).toBeVisible()
    await user.click(screen.getByRole('radio', { name: 'Extra rollen' }))
    expect(screen.queryByText('Dit is de oude pas. Scan de nieuwe pas.')).not.toBeInTheDocument()
    await user.clear(passField())
    await user.type(passField(), '0101010101{Enter}')
    await waitFor(() => expect(server.arrived(findResident)).toHaveLength(2))
  })

  test('is replaced for the chosen reason, and a double click is one request', async () => {
    const { server, user, scan } = await openDefect()
    const { promise } = delayed<{ change_id: number }>()
    server.answer(replacePass, () => promise)
    await user.click(screen.getByRole('radio', { name: 'gestolen' }))
    await scan('0909090909')
    await user.dblClick(await screen.findByRole('button', { name: 'Vervang de pas' }))
    expect(server.arrived(replacePass)).toMatchObject([{ body: { reason: 'theft' } }])
  })

  test('S8.1 shows why the new pass was rejected, and accepts another scan', async () => {
    const { server, user, scan } = await openDefect()
    server.fail(replacePass, 422, 'Niet alles is goed ingevuld', { new_pass_number: ['Deze pas is al in gebruik.'] })
    await scan('0909090909')
    await screen.findByRole('button', { name: 'Vervang de pas' })
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('Deze pas is al in gebruik.')
    await scan('0808080808')
    expect(await screen.findByText('0808 0808 08')).toBeVisible()
    expect(screen.queryByText(/Deze pas is al in gebruik/)).not.toBeInTheDocument()
  })

  test('looks up the scanned pass when it belongs to another customer', async () => {
    const { server, user, scan } = await openDefect()
    await scan('0909090909')
    await user.click(await screen.findByRole('button', { name: 'Nee, dit is een andere klant' }))
    await waitFor(() => expect(server.arrived(findResident)).toHaveLength(2))
    expect(server.arrived(findResident)[1]).toMatchObject({
      body: { environmental_pass_number: '0909090909' },
      purpose: 'extra_rollen',
    })
    expect(server.arrived(replacePass)).toEqual([])
  })

  test('is not replaced after a move: the card names the first pass, and a scan is the next customer', async () => {
    const { server, user } = await openDefect()
    await user.click(screen.getByRole('radio', { name: 'verhuizing' }))
    expect(screen.getByText(/^Blokkeer alleen deze pas\./)).toBeVisible()
    server.answer(findResident, ({ body }) => makeResident({ ...body, status: 'blocked', blocked_reason: 'move' }))
    await user.click(screen.getByRole('button', { name: 'Alleen blokkeren' }))
    expect(await screen.findByText(/^De inwoner is verhuisd\. Geef de nieuwe bewoner/)).toBeVisible()
    await user.type(passField(), '0909090909{Enter}')
    await waitFor(() =>
      expect(server.arrived(findResident).at(-1)?.body).toEqual({ environmental_pass_number: '0909090909' }),
    )
    expect(server.arrived(replacePass)).toEqual([])
  })

  test('is blocked without a new pass, and the card shows the block', async () => {
    const { server, user } = await openDefect()
    server.answer(findResident, ({ body }) => makeResident({ ...body, status: 'blocked', blocked_reason: 'loss' }))
    await user.click(screen.getByRole('radio', { name: 'verloren' }))
    await user.click(screen.getByRole('button', { name: 'Alleen blokkeren' }))
    expect(await screen.findByText('De pas is geblokkeerd')).toBeVisible()
    expect(server.arrived(blockPass)).toMatchObject([{ body: { ...old, reason: 'loss' }, purpose: 'pas_defect' }])
    expect(await card()).toHaveTextContent(/^Geblokkeerd: verloren/)
    expect(screen.queryByRole('button', { name: 'Alleen blokkeren' })).not.toBeInTheDocument()
  })

  test('opens one underground system after a choice', async () => {
    const { server, user, scan } = await openDesk()
    server.answer(listPassSystems, () => [{ alias: 'aker-1', name: 'Aker 1', is_chosen: false }])
    server.answer(activatePass, () => ({ change_id: 4 }))
    await user.click(screen.getByRole('radio', { name: 'Pas werkt niet' }))
    await scan()
    await user.selectOptions(await screen.findByLabelText('De pas opent'), 'Alleen Aker 1')
    await user.click(screen.getByRole('button', { name: 'Vastleggen' }))
    expect(await screen.findByText('De pas opent nu één verzamelsysteem')).toBeVisible()
    expect(server.arrived(activatePass)).toMatchObject([{ body: { ...old, collection_system: 'aker-1' } }])
  })

  test('is undone by one key after a scan, if the server lists the change as undoable', async () => {
    const replaced: UndoableAction = { kind: 'replace', id: 3, pass_ending: '0101', rolls: null, seconds_left: 200 }
    const { server, user, scan } = await openDesk([replaced])
    server.answer(findResident, ({ body }) => makeResident({ ...body, change_id: 3 }))
    server.answer(undoPassChange, () => {
      server.answer(listUndoable, () => [])
      return null
    })
    await scan('0909090909')
    await rollsField()
    expect(await card()).toHaveTextContent('Vervangen: pas …0101')
    await user.keyboard('{Control>}z{/Control}')
    expect(await screen.findByText('De wijziging van de pas is ongedaan gemaakt')).toBeVisible()
    expect(server.arrived(undoPassChange)[0]?.params).toEqual({ change_id: '3' })
    expect(screen.queryByText('J. van den Berg')).not.toBeInTheDocument()
  })
})

test('the message of a failed lookup disappears when something else is entered', async () => {
  const { server, scan } = await openDesk()
  server.fail(findResident, 404, 'Deze pas is niet bekend in uw gemeente')
  await scan('9999999999')
  expect(await screen.findByRole('alert')).toHaveTextContent(/Verwijs dan naar de balie van die gemeente/)
  await scan('12-3')
  expect(screen.queryByText(/niet bekend in uw gemeente/)).not.toBeInTheDocument()
})

describe('undoing an action after a reload or a new scan', () => {
  const issued: UndoableAction = { kind: 'roll_issue', id: 7, rolls: 2, pass_ending: '0101', seconds_left: 200 }
  const last_request = {
    request_id: 7,
    rolls: 2,
    requested_at: '2026-03-04T10:31:00+01:00',
    requested_by: 'Kim de Vries',
  }

  /** Opens the desk after an issue that this page did not make. */
  async function openAfterIssue(action = issued) {
    const opened = await openDesk([action])
    opened.server.answer(cancelRollIssue, () => {
      opened.server.answer(listUndoable, () => [])
      return { rolls_this_year: 2 }
    })
    opened.server.answer(findResident, ({ body }) =>
      makeResident({ ...body, rolls: { this_year: 4, allowance: 6, last_request } }),
    )
    return opened
  }

  test('S8.1 shows why the actions to undo are missing, until a retry succeeds', async () => {
    const server = fakeServer()
    server.fail(listUndoable, 503, 'Het loket is even niet bereikbaar')
    const { user } = await openPage('/services-and-settings', { as: municipal, server })
    const panel = await screen.findByRole('region', { name: 'Net gedaan' })
    expect(panel).toHaveTextContent('Het loket is even niet bereikbaar')
    server.answer(listUndoable, () => [issued])
    await user.click(within(panel).getByRole('button', { name: 'Opnieuw proberen' }))
    expect(await screen.findByText('2 rollen op pas …0101')).toBeVisible()
    expect(screen.queryByText('Het loket is even niet bereikbaar')).not.toBeInTheDocument()
  })

  test('is offered in the list of the desk, with the end of the pass number', async () => {
    const { server, user } = await openAfterIssue()
    const listed = await screen.findByRole('region', { name: 'Net gedaan' })
    expect(listed).toHaveTextContent('2 rollen op pas …0101')
    await user.click(within(listed).getByRole('button', { name: /^Ongedaan maken/ }))
    expect(await screen.findByText('De uitgifte is ongedaan gemaakt')).toBeVisible()
    expect(server.arrived(cancelRollIssue)[0]?.params).toEqual({ request_id: '7' })
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Net gedaan' })).not.toBeInTheDocument())
    expect(passField()).toHaveFocus()
  })

  test('is done by Ctrl+Z after a scan, while the field for rolls is empty', async () => {
    const { server, user, scan } = await openAfterIssue()
    await scan()
    expect(await rollsField()).toHaveFocus()
    expect(within(await card()).getByRole('button', { name: /^Ongedaan maken/ })).toBeVisible()
    await user.keyboard('{Control>}z{/Control}')
    expect(await screen.findByText('De uitgifte is ongedaan gemaakt')).toBeVisible()
    expect(server.arrived(cancelRollIssue)[0]?.params).toEqual({ request_id: '7' })
  })

  test('is not done by Ctrl+Z while a number of rolls is typed', async () => {
    const { server, user, scan } = await openAfterIssue()
    await scan()
    await rollsField()
    await user.keyboard('3{Control>}z{/Control}')
    expect(server.arrived(cancelRollIssue)).toEqual([])
  })

  test('is not offered for the last issue of a colleague', async () => {
    const { scan } = await openAfterIssue({ ...issued, id: 8 })
    await scan()
    expect(within(await card()).queryByRole('button', { name: /^Ongedaan maken/ })).not.toBeInTheDocument()
  })

  test('is offered until the time stated by the server has passed', async () => {
    await openAfterIssue({ ...issued, seconds_left: 1 })
    expect(await screen.findByRole('region', { name: 'Net gedaan' })).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Net gedaan' })).not.toBeInTheDocument(), {
      timeout: 5000,
    })
  })
})

describe('S2.12 a clerk and a pass reader that are faster than the server', () => {
  test('rolls entered before the card appears are issued to the resident of that card', async () => {
    const { server, user, scan } = await openDesk()
    const { promise, resolve } = delayed<ReturnType<typeof makeResident>>()
    server.answer(findResident, () => promise)
    await scan()
    await user.keyboard('3{Enter}')
    expect(server.arrived(issueRolls)).toEqual([])
    act(() => resolve(makeResident()))
    expect(await screen.findByText('Er zijn 3 rollen aangevraagd')).toBeVisible()
    expect(server.arrived(issueRolls)).toHaveLength(1)
  })

  test('a zero entered before the card appears is rejected on that card', async () => {
    const { server, user, scan } = await openDesk()
    const { promise, resolve } = delayed<ReturnType<typeof makeResident>>()
    server.answer(findResident, () => promise)
    server.fail(issueRolls, 422, 'Niet alles is goed ingevuld', { rolls: ['Dit moet ten minste 1 zijn'] })
    await scan()
    await user.keyboard('0{Enter}')
    act(() => resolve(makeResident()))
    await waitFor(async () => expect(await rollsField()).toHaveAccessibleDescription(/Dit moet ten minste 1 zijn/))
    expect(await rollsField()).toHaveValue('0')
  })

  test('keeps every character of a scan while the previous request is in flight', async () => {
    const { server, user, scan } = await openDesk()
    const { promise, resolve } = delayed<{ rolls: number; request_id: number; rolls_this_year: number }>()
    server.answer(issueRolls, () => promise)
    await scan()
    await rollsField()
    await user.keyboard('2{Enter}05050')
    act(() => resolve({ rolls: 2, request_id: 1, rolls_this_year: 4 }))
    await screen.findByText('Er zijn 2 rollen aangevraagd')
    await user.keyboard('50505{Enter}')
    await waitFor(() => expect(server.arrived(findResident)).toHaveLength(2))
    expect(server.arrived(findResident)[1]?.body).toEqual({ environmental_pass_number: '0505050505' })
  })

  test('a card that appears during the next scan does not take the focus from the pass field', async () => {
    const { server, user, scan } = await openDesk()
    const { promise, resolve } = delayed<ReturnType<typeof makeResident>>()
    server.answer(findResident, () => promise)
    await scan()
    await user.keyboard('05050')
    act(() => resolve(makeResident()))
    await card()
    await user.keyboard('50505{Enter}')
    await waitFor(() => expect(server.arrived(findResident)).toHaveLength(2))
    expect(server.arrived(findResident)[1]?.body).toEqual({ environmental_pass_number: '0505050505' })
  })

  test('looks up the next customer when a pass is scanned in the field for the number of rolls', async () => {
    const { server, user, scan } = await openDesk()
    await scan()
    await rollsField()
    await user.keyboard('0505050505{Enter}')
    await waitFor(() => expect(server.arrived(findResident)).toHaveLength(2))
    expect(server.arrived(findResident)[1]?.body).toEqual({ environmental_pass_number: '0505050505' })
    expect(server.arrived(issueRolls)).toEqual([])
  })

  test('does not show a resident whose response arrives after the next scan', async () => {
    const { server, scan } = await openDesk()
    const slow = delayed<ReturnType<typeof makeResident>>()
    server.answer(findResident, ({ body }) =>
      body.environmental_pass_number === '0101010101' ? slow.promise : makeResident({ ...body, name: 'P. Prins' }),
    )
    await scan('0101010101')
    await scan('0505050505')
    expect(await card('P. Prins')).toBeVisible()
    act(() => slow.resolve(makeResident()))
    expect(await card('P. Prins')).toBeVisible()
    expect(screen.queryByText('J. van den Berg')).not.toBeInTheDocument()
  })

  test('finds a pass that is scanned while no field has the focus', async () => {
    const { user, scan } = await openDesk()
    await user.click(screen.getByRole('heading', { level: 1 }))
    await scan()
    expect(await card()).toBeVisible()
  })

  test('finds a pass that is scanned while a button has the focus, and does not press the button', async () => {
    const { server, user, scan } = await openDesk()
    server.answer(cancelRollIssue, () => ({ rolls_this_year: 2 }))
    await scan()
    await rollsField()
    await user.keyboard('2{Enter}')
    const undo = await screen.findByRole('button', { name: /^Ongedaan maken/ })
    act(() => undo.focus())
    await scan('0505050505')
    await rollsField()
    expect(server.arrived(findResident)[1]?.body).toEqual({ environmental_pass_number: '0505050505' })
    expect(server.arrived(cancelRollIssue)).toEqual([])
  })

  test('issues rolls to a customer whose lookup succeeds after the scan of the next pass', async () => {
    const { server, user, scan } = await openDesk()
    const slow = delayed<ReturnType<typeof makeResident>>()
    server.answer(findResident, ({ body }) =>
      body.environmental_pass_number === '0101010101' ? slow.promise : makeResident({ ...body, name: 'P. Prins' }),
    )
    await scan('0101010101')
    await user.keyboard('2{Enter}')
    await scan('0505050505')
    await card('P. Prins')
    act(() => slow.resolve(makeResident()))
    expect(await screen.findByText('Er zijn 2 rollen aangevraagd')).toBeVisible()
    expect(server.arrived(issueRolls).map(({ body }) => body)).toEqual([
      { environmental_pass_number: '0101010101', rolls: 2 },
    ])
    expect(await card('P. Prins')).toBeVisible()
  })

  test('a lookup that fails after the next scan reports the unissued rolls; a retry fills in their number', async () => {
    const { server, user, scan } = await openDesk()
    const slow = delayed<ReturnType<typeof makeResident>>()
    server.answer(findResident, ({ body }) =>
      body.environmental_pass_number === '0101010101' ? slow.promise : makeResident({ ...body, name: 'P. Prins' }),
    )
    await scan('0101010101')
    await user.keyboard('2{Enter}')
    await scan('0505050505')
    await card('P. Prins')
    await act(async () => slow.resolve(Promise.reject(new ApiError(503, 'Het loket is druk.')) as never))
    const unissued = await screen.findByRole('region', { name: 'Niet uitgegeven: 2 rollen voor pas 0101 0101 01' })
    expect(within(unissued).getByRole('alert')).toHaveTextContent('Het loket is druk.')
    server.answer(findResident, ({ body }) => makeResident(body))
    await user.click(within(unissued).getByRole('button', { name: 'Opnieuw proberen' }))
    await card()
    expect(await rollsField()).toHaveValue('2')
    expect(server.arrived(issueRolls)).toEqual([])
  })

  test('unissued rolls of a lookup without a reply stay on screen, with a reason that stays true', async () => {
    const { server, user, scan } = await openDesk()
    const slow = delayed<never>()
    server.answer(findResident, ({ body }) =>
      body.environmental_pass_number === '0101010101' ? slow.promise : makeResident({ ...body, name: 'P. Prins' }),
    )
    await scan('0101010101')
    await user.keyboard('2{Enter}')
    await scan('0505050505')
    await card('P. Prins')
    await act(async () => slow.reject(new TypeError('Failed to fetch')))
    const unissued = await screen.findByRole('region', { name: 'Niet uitgegeven: 2 rollen voor pas 0101 0101 01' })
    await act(async () => connectionLost.write(false))
    expect(within(unissued).getByRole('alert')).toHaveTextContent('Er kwam geen antwoord van het loket.')
    expect(server.arrived(findResident)).toHaveLength(2)
  })

  test('accepts a scan that ends with a line feed, or with Enter and a line feed, as one scan', async () => {
    const { server, user } = await openDesk()
    await user.keyboard('0101010101{Control>}j{/Control}')
    await rollsField()
    await user.keyboard('0505050505{Enter}{Control>}j{/Control}')
    await waitFor(() => expect(server.arrived(findResident)).toHaveLength(2))
    expect(await rollsField()).toBeValid()
  })

  test('a Tab after fast input acts as Enter, and a Tab after slow typing moves to the next field', async () => {
    const { server } = await openDesk()
    const type = (gap: number) => {
      fireEvent.change(passField(), { target: { value: '0101010101' } })
      let ended = false
      for (const [count, key] of [...'0101010101', 'Tab'].entries()) {
        const event = createEvent.keyDown(passField(), { key })
        Object.defineProperty(event, 'timeStamp', { value: 1000 + count * gap })
        ended = !fireEvent(passField(), event)
      }
      return ended
    }
    expect(type(120)).toBe(false)
    expect(server.arrived(findResident)).toEqual([])
    expect(type(15)).toBe(true)
    expect(await card()).toBeVisible()
    expect(server.arrived(findResident)).toHaveLength(1)
  })

  test('shows an error when an issue fails after the scan of the next customer', async () => {
    const { server, user, scan } = await openDesk()
    const slow = delayed<never>()
    server.answer(issueRolls, () => slow.promise)
    await scan()
    await rollsField()
    await user.keyboard('2{Enter}')
    server.answer(findResident, ({ body }) => makeResident({ ...body, name: 'P. Prins' }))
    await scan('0505050505')
    await card('P. Prins')
    await act(async () => slow.resolve(Promise.reject(new ApiError(503, 'Het loket is druk.')) as never))
    expect(await screen.findByRole('alert')).toHaveTextContent('Het loket is druk.')
    expect(screen.getByText('Niet zeker: 2 rollen voor J. van den Berg')).toBeVisible()
  })
})

describe('for a question of the resident', () => {
  const spoken = 'In 2026 is de restafvalcontainer van 240 liter tot nu toe 9 keer geleegd: € 89,10.'

  test('the card shows the lifts of this year and the paragraph to read aloud, requested for that purpose', async () => {
    const { server, user, scan } = await openDesk()
    server.answer(showResidentBill, () => ({ year: 2026, lifts: 9, spoken }))
    await scan()
    const shown = within(await card())
    expect(shown.queryByText(/Aantal ledigingen/)).not.toBeInTheDocument()
    expect(server.arrived(showResidentBill)).toEqual([])
    await user.click(screen.getByRole('radio', { name: 'Vraag van inwoner' }))
    expect(await shown.findByText('Aantal ledigingen dit jaar: 9')).toBeVisible()
    expect(shown.getByText(spoken)).toBeVisible()
    expect(server.arrived(showResidentBill)).toMatchObject([
      { body: { environmental_pass_number: '0101010101' }, purpose: 'vraag_inwoner' },
    ])
    for (const endpoint of [listPickupAppointments, showCalendar])
      expect(server.arrived(endpoint)).toMatchObject([{ purpose: 'vraag_inwoner' }])
  })

  test('the card shows the reason when the lifts fail to load', async () => {
    const { server, user, scan } = await openDesk()
    server.fail(showResidentBill, 503, 'De ledigingen zijn even niet bereikbaar.')
    await scan()
    const shown = within(await card())
    await user.click(screen.getByRole('radio', { name: 'Vraag van inwoner' }))
    expect(await shown.findByRole('alert')).toHaveTextContent('De ledigingen zijn even niet bereikbaar.')
  })
})
