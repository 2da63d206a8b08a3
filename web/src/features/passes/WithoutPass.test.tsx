import {
  ApiError,
  findResident,
  findResidentAtAddress,
  issuePass,
  issueRolls,
  type LoadedKind,
  listUndoable,
  searchCalendarAddresses,
  undoPassChange,
} from '@rd4-loket/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { makeAddress, makeResident, municipal } from '../../test/make.ts'
import { card, delayed, openDesk, passField, readCard, rollsField } from '../../test/open-desk.ts'
import { openPage } from '../../test/open-page.tsx'

afterEach(() => vi.useRealTimers())

const addressField = () => screen.findByRole('combobox', { name: 'Adres van de inwoner' })

/** Scans a pass behind the text of a field, a second later, with a key every 10 ms. */
function scanIn(field: HTMLElement, pass: string) {
  let at = Date.now() + 1000
  for (const key of pass) {
    at += 10
    const event = new KeyboardEvent('keydown', { key, bubbles: true })
    Object.defineProperty(event, 'timeStamp', { value: at })
    fireEvent(field, event)
  }
  fireEvent.input(field, { target: { value: `${(field as HTMLInputElement).value}${pass}` } })
  fireEvent.keyDown(field, { key: 'Enter' })
}

/** The reply of the lookup of an address with a pass. */
const residentAt = () => ({ address: makeAddress(), resident: makeResident() })

const exactAddress = {
  data: [{ kind: 'address' as const, ...makeAddress({ alias: 'a1' }) }],
  meta: { more: false, match: 'exact' as const, first_only: false, missing: null, unused: [] },
}

/** Opens the desk, chooses a purpose and enters an address. */
async function enterAddress(server: ReturnType<typeof fakeServer>, purpose: string, loaded: LoadedKind[] = ['passes']) {
  server.answer(searchCalendarAddresses, () => exactAddress)
  server.answer(listUndoable, () => [])
  const opened = await openPage('/services-and-settings', { as: municipal, server, loaded })
  await opened.user.click(screen.getByRole('radio', { name: purpose }))
  await opened.user.type(await addressField(), '6411CD 118{Enter}')
  return opened
}

describe('finding a resident who forgot the pass', () => {
  test('shows the card at an exact address, and issues rolls for this purpose', async () => {
    const server = fakeServer()
    server.answer(findResidentAtAddress, residentAt)
    server.answer(issueRolls, ({ body: { rolls } }) => ({ rolls, request_id: 1, rolls_this_year: 2 + rolls }))
    const { user } = await enterAddress(server, 'Pas vergeten')
    expect(await card()).toHaveTextContent(/^Nog 4 rollen/)
    expect(server.arrived(findResidentAtAddress)).toMatchObject([{ body: { alias: 'a1' }, purpose: 'pas_vergeten' }])
    expect(await rollsField()).toHaveFocus()
    await user.keyboard('2{Enter}')
    await waitFor(() => expect(server.arrived(issueRolls)).toMatchObject([{ purpose: 'pas_vergeten' }]))
  })

  test('shows at the empty address field that it is required, until something is typed', async () => {
    const server = fakeServer()
    server.answer(findResidentAtAddress, residentAt)
    server.answer(listUndoable, () => [])
    const { user } = await openPage('/services-and-settings', { as: municipal, server })
    await user.click(screen.getByRole('radio', { name: 'Pas vergeten' }))
    const field = await addressField()
    await user.type(field, '{Enter}')
    expect(field).toHaveAccessibleDescription('Dit veld is verplicht')
    await user.type(field, '6')
    expect(field).not.toHaveAccessibleDescription(/verplicht/)
  })

  test('looks up a pass that is scanned in the middle of an address, and searches no address', async () => {
    const server = fakeServer()
    server.answer(findResident, ({ body }) => makeResident(body))
    server.answer(listUndoable, () => [])
    const { user } = await openPage('/services-and-settings', { as: municipal, server })
    await user.click(screen.getByRole('radio', { name: 'Pas vergeten' }))
    await user.type(await addressField(), '6411CD 1')
    scanIn(await addressField(), '0505050505')
    expect(await card()).toBeVisible()
    expect(server.arrived(findResident)).toMatchObject([{ body: { environmental_pass_number: '0505050505' } }])
  })

  test('shows that an address has no pass, and the next scanned pass gets its own purpose', async () => {
    const server = fakeServer()
    server.answer(findResidentAtAddress, () => ({ address: makeAddress(), resident: null }))
    server.answer(findResident, ({ body }) => makeResident(body))
    const { user } = await enterAddress(server, 'Pas vergeten')
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

test('never states that an address has no pass while no passes of the municipality were ever loaded', async () => {
  const server = fakeServer()
  server.answer(findResidentAtAddress, () => ({ address: makeAddress(), resident: null }))
  await enterAddress(server, 'Pas vergeten', [])
  const unknown = await screen.findByRole('region', { name: 'Van dit adres is geen milieupas bekend' })
  expect(unknown).toHaveTextContent('In Heerlen zijn nog nooit milieupassen ingelezen.')
  expect(screen.queryByText('Dit adres heeft geen milieupas')).not.toBeInTheDocument()
})

describe('issuing the first pass of an address', () => {
  const title = 'Dit adres heeft geen milieupas'

  const passless = () => ({ address: makeAddress(), resident: null })

  const nameField = () => screen.findByRole('textbox', { name: 'Naam van de inwoner' })

  test('sends the address, the scanned pass and the name, and then shows the card of the new pass', async () => {
    const server = fakeServer()
    server.answer(findResidentAtAddress, passless)
    server.answer(issuePass, () => ({ change_id: 7 }))
    server.answer(findResident, ({ body }) => makeResident(body))
    const { user } = await enterAddress(server, 'Eerste pas')
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

  test('keeps what was typed when another pass is scanned in the address or in the name', async () => {
    const server = fakeServer()
    server.answer(findResidentAtAddress, passless)
    server.answer(listUndoable, () => [])
    const { user } = await openPage('/services-and-settings', { as: municipal, server })
    await user.click(screen.getByRole('radio', { name: 'Eerste pas' }))
    await user.type(await addressField(), '6411CD 1')
    scanIn(await addressField(), '0909090901')
    expect(await screen.findByText(/^Kies eerst het adres/)).toBeVisible()
    expect(await addressField()).toHaveValue('6411CD 1')
    server.answer(searchCalendarAddresses, () => exactAddress)
    await user.type(await addressField(), '18{Enter}')
    await screen.findByRole('region', { name: title })
    await user.keyboard('0909090901{Enter}')
    await user.type(await nameField(), 'M. de Wit')
    scanIn(await nameField(), '0909090902')
    expect(await screen.findByText('0909 0909 02')).toBeVisible()
    expect(await nameField()).toHaveValue('M. de Wit')
    expect(server.arrived(issuePass)).toEqual([])
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
    const { user } = await enterAddress(server, 'Eerste pas')
    await waitFor(() => expect(server.arrived(findResidentAtAddress)).toHaveLength(1))
    await user.keyboard('0909090901{Enter}')
    await act(async () => slow.resolve(passless()))
    expect(await nameField()).toHaveFocus()
    expect(server.arrived(findResident)).toEqual([])
  })

  test.each([
    ['{Enter}', 'Dit veld is verplicht'],
    ['M. de Wit 2{Enter}', 'Een naam heeft geen cijfers. Vul de naam van de inwoner in'],
  ])('shows at the field that %j is no name, and sends nothing', async (typed, message) => {
    const server = fakeServer()
    server.answer(findResidentAtAddress, passless)
    const { user } = await enterAddress(server, 'Eerste pas')
    await screen.findByRole('region', { name: title })
    await user.keyboard('0909090901{Enter}')
    await readCard()
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
    const { user } = await enterAddress(server, 'Eerste pas')
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
    const { user } = await enterAddress(server, 'Eerste pas')
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
    expect(await addressField()).toHaveAccessibleDescription(
      /Kies eerst het adres van de inwoner\. Scan daarna de nieuwe pas\./,
    )
    expect(server.arrived(findResident)).toEqual([])
  })

  test('no longer asks for the address once the address is on screen', async () => {
    const server = fakeServer()
    server.answer(findResidentAtAddress, passless)
    const { user } = await enterAddress(server, 'Pas vergeten')
    await screen.findByRole('region', { name: title })
    server.fail(findResidentAtAddress, 503, 'Het loket is druk.')
    await user.type(await addressField(), '6411CD 118{Enter}')
    await screen.findByRole('alert')
    await user.click(screen.getByRole('radio', { name: 'Eerste pas' }))
    await user.keyboard('0909090901{Enter}')
    expect(await screen.findByText(/Kies eerst het adres/)).toBeVisible()
    server.answer(findResidentAtAddress, passless)
    await user.type(await addressField(), '6411CD 118{Enter}')
    await screen.findByRole('region', { name: title })
    expect(screen.queryByText(/Kies eerst het adres/)).not.toBeInTheDocument()
  })

  test('leaves the card of the next customer when the response arrives late', async () => {
    const server = fakeServer()
    const slow = delayed<{ change_id: number }>()
    server.answer(findResidentAtAddress, passless)
    server.answer(issuePass, () => slow.promise)
    server.answer(findResident, ({ body }) => makeResident(body))
    const { user } = await enterAddress(server, 'Eerste pas')
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
    await user.keyboard('0202020202{Enter}')
    await user.keyboard('0303030303{Enter}')
    expect(server.arrived(findResident).at(-1)?.body).toEqual({ environmental_pass_number: '0303030303' })
    await act(async () => slow.resolve(makeResident()))
  })

  test('ends when the screen is idle, and the next customer comes for the default purpose', async () => {
    const server = fakeServer()
    server.answer(findResidentAtAddress, passless)
    await enterAddress(server, 'Eerste pas')
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
    const { user } = await enterAddress(server, 'Eerste pas')
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
    await enterAddress(server, 'Eerste pas')
    expect(await card()).toHaveTextContent('Dit adres heeft al een milieupas. Kies ‘Pas werkt niet’')
    expect(screen.queryByRole('textbox', { name: 'Aantal rollen' })).not.toBeInTheDocument()
  })

  test('is undone from the card for its own purpose, and the card disappears', async () => {
    const { server, user, scan } = await openDesk([
      { kind: 'issue', id: 7, pass_ending: '0101', rolls: null, seconds_left: 200 },
    ])
    server.answer(findResident, ({ body }) => makeResident({ ...body, change_id: 7 }))
    await scan()
    expect(await card()).toHaveTextContent('Uitgegeven: pas …0101')
    await user.keyboard('{Control>}z{/Control}')
    expect(await screen.findByText('De pas is weer vrij, en het adres heeft geen milieupas')).toBeVisible()
    expect(server.arrived(undoPassChange)).toMatchObject([{ params: { change_id: '7' }, purpose: 'eerste_pas' }])
    expect(screen.queryByRole('region', { name: 'J. van den Berg' })).not.toBeInTheDocument()
    expect(passField()).toHaveFocus()
  })
})

describe('unissued rolls of a resident who forgot the pass', () => {
  test('stay on screen when another address is looked up', async () => {
    const server = fakeServer()
    server.answer(searchCalendarAddresses, ({ body: { text } }) => ({
      data: [{ kind: 'address' as const, ...makeAddress({ alias: text.endsWith('118') ? 'a1' : 'a2' }) }],
      meta: { more: false, match: 'exact' as const, first_only: false, missing: null, unused: [] },
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
    await user.click(screen.getByRole('radio', { name: 'Pas vergeten' }))
    await enter('6411CD 120')
    await card()
    await act(async () => slow.resolve(Promise.reject(new ApiError(503, 'Het loket is druk.')) as never))
    const panel = await screen.findByRole('region', { name: /^Niet uitgegeven: 2 rollen/ })
    await user.click(screen.getByRole('radio', { name: 'Pas vergeten' }))
    await enter('6411CD 120')
    await waitFor(() => expect(server.arrived(findResidentAtAddress)).toHaveLength(3))
    expect(panel).toBeVisible()
  })
})
