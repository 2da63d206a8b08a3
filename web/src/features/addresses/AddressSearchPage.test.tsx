import {
  listAddressClearances,
  listAddressEquipment,
  listMunicipalities,
  search,
  searchAddresses,
  showAddress,
} from '@rd4-loket/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { bsgw, makeAddress, makeShownAddress } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const found = [
  makeAddress({ alias: 'a1', house_number: 118 }),
  makeAddress({ alias: 'a2', house_number: 118, house_number_extension: 'b-2' }),
]

function serverThatFinds(addresses = found, next: string | null = null) {
  const server = fakeServer()
  server.answer(searchAddresses, () => ({ data: addresses, meta: { next, close: false, truncated: false } }))
  server.answer(showAddress, ({ params }) => makeShownAddress(addresses.find(({ alias }) => alias === params.alias)))
  server.answer(listAddressEquipment, () => [])
  server.answer(listAddressClearances, () => ({ data: [], meta: { years: [], updated_until: null } }))
  return server
}

test('S2.10 S3.1 S7.6 searches on Enter, and stores the criteria in the URL', async () => {
  const server = serverThatFinds()
  const { user, place } = await openPage('/address', { as: bsgw, server })
  await user.type(screen.getByLabelText('Postcode'), '6411 cd')
  await user.type(screen.getByLabelText('Huisnummer'), '118b{Enter}')
  expect(await screen.findByRole('link', { name: 'Akerstraat 118 b-2' })).toHaveAttribute('href', '/address/a2')
  expect(place()).toBe('/address?house_number=118b&postal_code=6411+cd')
  expect(server.arrived(searchAddresses)[0]?.body).toEqual({
    municipality_id: null,
    object_code: null,
    street: null,
    house_number: '118b',
    house_number_extension: null,
    postal_code: '6411 cd',
  })
})

test('shows a dash for an address without a postal code', async () => {
  const without = makeAddress({ alias: 'a3', street: 'Bosweg', house_number: 1, postal_code: null })
  await openPage('/address?street=weg', { as: bsgw, server: serverThatFinds([...found, without]) })
  const row = (await screen.findByRole('link', { name: 'Bosweg 1' })).closest('tr') as HTMLElement
  expect(within(row).getAllByRole('cell')[0]).toHaveTextContent(/^–$/)
})

test('shows the header row of the list while the search runs', async () => {
  const server = fakeServer()
  server.answer(searchAddresses, () => new Promise(() => {}))
  await openPage('/address?street=Akerstraat', { as: bsgw, server })
  const waiting = (await screen.findAllByText('Bezig met laden')).at(-1)?.parentElement
  expect(waiting).toHaveTextContent('AdresPostcodePlaatsGemeenteObjectcode')
})

describe('S2.10 the only result of a search', () => {
  const [only = makeAddress()] = found

  test('S2.10 opens at once when the form is submitted', async () => {
    const { user, place } = await openPage('/address', { as: bsgw, server: serverThatFinds([only]) })
    await user.type(screen.getByLabelText('Postcode'), '6411cd{Enter}')
    await waitFor(() => expect(place()).toBe('/address/a1'))
    const back = await screen.findByRole('link', { name: 'Terug naar de zoekresultaten' })
    expect(back).toHaveAttribute('href', '/address?postal_code=6411cd')
  })

  test('S2.10 does not open again after Back, but opens when the form is submitted again', async () => {
    const { user, place, router } = await openPage('/address', { as: bsgw, server: serverThatFinds([only]) })
    await user.type(screen.getByLabelText('Postcode'), '6411cd{Enter}')
    await waitFor(() => expect(place()).toBe('/address/a1'))
    await act(async () => router.history.back())
    expect(await screen.findByRole('heading', { name: '1 adres gevonden' })).toBeVisible()
    expect(screen.getByLabelText('Postcode')).toHaveValue('6411cd')
    expect(place()).toBe('/address?postal_code=6411cd')
    await act(async () => router.history.back())
    await waitFor(() => expect(place()).toBe('/address'))
    await act(async () => router.history.forward())
    await user.type(await screen.findByLabelText('Huisnummer'), '118{Enter}')
    await waitFor(() => expect(place()).toBe('/address/a1'))
  })

  test('S2.10 is shown in the list, and not opened, when the search was opened by its URL', async () => {
    const { place } = await openPage('/address?postal_code=6411cd', { as: bsgw, server: serverThatFinds([only]) })
    expect(await screen.findByRole('heading', { name: '1 adres gevonden' })).toBeVisible()
    expect(place()).toBe('/address?postal_code=6411cd')
  })

  test('S2.10 is shown in the list, and not opened, when it only has a similar street name', async () => {
    const server = serverThatFinds([only])
    server.answer(searchAddresses, () => ({ data: [only], meta: { next: null, close: true, truncated: false } }))
    const { user, place } = await openPage('/address', { as: bsgw, server })
    await user.type(screen.getByLabelText('Straat'), 'Akerstrat{Enter}')
    expect(await screen.findByRole('heading', { name: '1 adres gevonden' })).toBeVisible()
    expect(place()).toBe('/address?street=Akerstrat')
  })
})

test('S2.10 S3.1 the form has fields for the six criteria', async () => {
  await openPage('/address', { as: bsgw })
  const form = screen.getByRole('form', { name: 'Zoek adres' })
  for (const label of ['Postcode', 'Huisnummer', 'Toevoeging', 'Straat', 'Gemeente', 'Objectcode'])
    expect(within(form).getByLabelText(label)).toBeVisible()
  expect(
    within(form)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Alle gemeenten', 'Heerlen', 'Kerkrade'])
})

test('S7.9 the municipality field offers the municipalities that the server lists after the login', async () => {
  const server = serverThatFinds()
  const opening = openPage('/address', { as: bsgw, server })
  server.answer(listMunicipalities, () => [{ id: 938, name: 'Maastricht' }])
  await opening
  expect(await within(screen.getByLabelText('Gemeente')).findByRole('option', { name: 'Maastricht' })).toBeVisible()
  expect(within(screen.getByLabelText('Gemeente')).queryByRole('option', { name: 'Heerlen' })).not.toBeInTheDocument()
})

test('S8.1 the municipality field shows an error if its list cannot be renewed, and offers the municipalities of the login', async () => {
  const server = serverThatFinds()
  const opening = openPage('/address', { as: bsgw, server })
  server.fail(listMunicipalities, 503, 'Het loket is even niet bereikbaar.')
  const { user, place } = await opening
  const field = screen.getByLabelText('Gemeente')
  await waitFor(() =>
    expect(field).toHaveAccessibleDescription(/^Niet bijgewerkt. Het loket is even niet bereikbaar. .* foutcode 503/),
  )
  await user.selectOptions(field, 'Kerkrade')
  await user.click(screen.getByRole('button', { name: 'Zoeken' }))
  await waitFor(() => expect(place()).toBe('/address?municipality_id=928'))
})

test('S7.6 restores the form and the list from the URL', async () => {
  const server = serverThatFinds()
  await openPage('/address?municipality_id=917&street=Akerstraat', { as: bsgw, server })
  expect(await screen.findByRole('table', { name: 'Gevonden adressen' })).toBeVisible()
  expect(screen.getByRole('heading', { name: '2 adressen gevonden' })).toBeVisible()
  expect(screen.getByLabelText('Straat')).toHaveValue('Akerstraat')
  expect(screen.getByLabelText('Gemeente')).toHaveDisplayValue('Heerlen')
  expect(server.arrived(searchAddresses)[0]?.body).toMatchObject({ municipality_id: 917, street: 'Akerstraat' })
})

test('S7.6 Back returns to the first of two searches, and Forward to the second', async () => {
  const server = serverThatFinds()
  const { user, place, router } = await openPage('/address', { as: bsgw, server })
  const searchFor = async (postal_code: string) => {
    await user.clear(screen.getByLabelText('Postcode'))
    await user.type(screen.getByLabelText('Postcode'), `${postal_code}{Enter}`)
    await waitFor(() => expect(server.arrived(searchAddresses).at(-1)?.body).toMatchObject({ postal_code }))
  }
  const expectSearch = async (postal_code: string) => {
    await waitFor(() => expect(place()).toBe(`/address?postal_code=${postal_code}`))
    await waitFor(() => expect(screen.getByLabelText('Postcode')).toHaveValue(postal_code))
    expect(await screen.findByRole('table')).toBeVisible()
  }
  await searchFor('6411cd')
  await searchFor('6419ab')
  await expectSearch('6419ab')
  await act(async () => router.history.back())
  await expectSearch('6411cd')
  await act(async () => router.history.forward())
  await expectSearch('6419ab')
})

test('S2.10 the button Wissen empties the form and removes the list', async () => {
  const { user, place } = await openPage('/address?street=Akerstraat', { as: bsgw, server: serverThatFinds() })
  await screen.findByRole('table')
  await user.click(screen.getByRole('button', { name: 'Wissen' }))
  await waitFor(() => expect(screen.queryByRole('table')).not.toBeInTheDocument())
  expect(screen.getByLabelText('Straat')).toHaveValue('')
  expect(place()).toBe('/address')
})

test('sends no request and shows an error when no field is filled in', async () => {
  const { user, server } = await openPage('/address', { as: bsgw })
  await user.click(screen.getByRole('button', { name: 'Zoeken' }))
  expect(screen.getByRole('alert')).toHaveTextContent('Vul ten minste één veld in om te zoeken')
  expect(server.arrived(searchAddresses)).toEqual([])
})

test('announces the same error again when the same input is submitted again', async () => {
  const { user } = await openPage('/address', { as: bsgw })
  await user.type(screen.getByLabelText('Postcode'), '12{Enter}')
  const firstAlert = screen.getByRole('alert')
  await user.keyboard('{Enter}')
  expect(firstAlert).not.toBeInTheDocument()
  expect(screen.getByRole('alert')).toHaveTextContent('Dit is geen postcode')
  expect(screen.getByLabelText('Postcode')).toHaveFocus()
})

test("S5.3 shows the server's messages at their fields", async () => {
  const server = fakeServer()
  server.fail(searchAddresses, 422, 'Niet alles is goed ingevuld', { postal_code: ['Dit is geen postcode'] })
  await openPage('/address?postal_code=6411CD', { as: bsgw, server })
  const field = screen.getByLabelText('Postcode')
  await waitFor(() => expect(field).toBeInvalid())
  expect(field).toHaveAccessibleDescription('Dit is geen postcode')
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(field).toHaveValue('6411CD')
  expect(document.title).toBe('Fout: Zoek adres - Rd4 Loket')
})

test('S8.1 shows that a search failed, with a retry button', async () => {
  const server = fakeServer()
  server.fail(searchAddresses, 503, 'De database is even niet bereikbaar.')
  const { user } = await openPage('/address?street=Akerstraat', { as: bsgw, server })
  expect(await screen.findByRole('alert')).toHaveTextContent('De database is even niet bereikbaar.')
  server.answer(searchAddresses, () => ({ data: found, meta: { next: null, close: false, truncated: false } }))
  await user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }))
  expect(await screen.findByRole('table')).toBeVisible()
})

describe('when a postal code or a street does not have the house number', () => {
  const missing = (within: { postal_code: string } | { street: string; city: string }) => ({
    data: [],
    meta: {
      criteria: null,
      more: false,
      match: 'exact' as const,
      first_only: false,
      unused: [],
      missing: { part: 'house_number' as const, within, house_number: 9998, nearest: [130, 134] },
    },
  })

  test('names the nearest numbers, and a link searches one of them', async () => {
    const server = serverThatFinds([])
    server.answer(search, () => missing({ postal_code: '6411CD' }))
    const { user, place } = await openPage('/address?postal_code=6411CD&house_number=9998&house_number_extension=b', {
      as: bsgw,
      server,
    })
    const main = within(screen.getByRole('main'))
    const sentence = '6411 CD bestaat, nummer 9998 niet; wel 130 en 134.'
    expect((await main.findAllByText(sentence)).at(-1)).toBeVisible()
    expect(server.arrived(search)).toMatchObject([{ body: { text: '6411CD 9998' } }])
    await user.click(main.getByRole('link', { name: 'Zoek nummer 134' }))
    expect(place()).toBe('/address?house_number=134&postal_code=6411CD')
  })

  test('searches the street in the chosen municipality', async () => {
    const server = serverThatFinds([])
    server.answer(search, () => missing({ street: 'Akerstraat', city: 'Heerlen' }))
    await openPage('/address?street=akerstraat&house_number=9998&municipality_id=917', { as: bsgw, server })
    expect((await screen.findAllByText(/^Akerstraat in Heerlen bestaat, nummer 9998 niet/)).at(-1)).toBeVisible()
    expect(server.arrived(search)).toMatchObject([{ body: { text: 'akerstraat 9998 Heerlen' } }])
  })

  test('shows only the general advice when another criterion is wrong, or without a number', async () => {
    const server = serverThatFinds([])
    const reply = missing({ postal_code: '6411CD' })
    const other = { part: 'postal_code' as const, postal_code: '6411CD' }
    server.answer(search, () => ({ ...reply, meta: { ...reply.meta, missing: other } }))
    const { router } = await openPage('/address?postal_code=6411CD&house_number=9998', { as: bsgw, server })
    await waitFor(() => expect(server.arrived(search)).toHaveLength(1))
    expect(await screen.findByText('Dit kunt u proberen:')).toBeVisible()
    expect(screen.queryByText(/nummer 9998 niet/)).not.toBeInTheDocument()
    await act(() => router.navigate({ to: '/address', search: { postal_code: '6411CD' } }))
    expect(server.arrived(search)).toHaveLength(1)
  })
})

test('shows the criteria of the search, and advice, when nothing is found', async () => {
  await openPage('/address?street=Akerstrat&house_number=12&municipality_id=917', {
    as: bsgw,
    server: serverThatFinds([]),
  })
  expect(await screen.findByRole('heading', { name: 'Geen adressen gevonden' })).toBeVisible()
  expect(screen.getByText('Akerstrat, nummer 12, gemeente Heerlen')).toBeVisible()
  expect(screen.getByText('Laat het huisnummer leeg, dan ziet u alle nummers.')).toBeVisible()
})

test('adds the next page below the rows already shown, and moves the focus to its first row', async () => {
  const server = serverThatFinds(found, 'verder')
  const { user } = await openPage('/address?street=Akerstraat', { as: bsgw, server })
  expect(await screen.findByRole('heading', { name: '2 adressen, er zijn er meer' })).toBeVisible()
  server.answer(searchAddresses, () => ({
    data: [makeAddress({ alias: 'a3', house_number: 120 })],
    meta: { next: null, close: false, truncated: false },
  }))
  await user.click(screen.getByRole('button', { name: 'Meer tonen' }))
  expect(await screen.findByRole('link', { name: 'Akerstraat 120' })).toBeVisible()
  await waitFor(() => expect(screen.getByRole('link', { name: 'Akerstraat 120' })).toHaveFocus())
  expect(screen.getByRole('heading', { name: '3 adressen gevonden' })).toBeVisible()
  expect(server.arrived(searchAddresses)[1]?.body).toMatchObject({ cursor: 'verder' })
})

test('still says that names are similar after the next page, which has none of these names', async () => {
  const server = fakeServer()
  server.answer(searchAddresses, () => ({ data: found, meta: { next: 'verder', close: true, truncated: false } }))
  const { user } = await openPage('/address?street=Linistraat', { as: bsgw, server })
  const remark = /Deze namen lijken erop/
  expect(await screen.findByText(remark, { ignore: '[role=status]' })).toBeVisible()
  server.answer(searchAddresses, () => ({
    data: [makeAddress({ alias: 'a3', house_number: 120 })],
    meta: { next: null, close: false, truncated: false },
  }))
  await user.click(screen.getByRole('button', { name: 'Meer tonen' }))
  expect(await screen.findByRole('heading', { name: '3 adressen gevonden' })).toBeVisible()
  expect(screen.getByText(remark, { ignore: '[role=status]' })).toBeVisible()
})

test('S8.1 keeps the list when the next page is rejected, and shows the reason below the list', async () => {
  const server = serverThatFinds(found, 'verlopen')
  const { user } = await openPage('/address?street=Akerstraat', { as: bsgw, server })
  expect(await screen.findByRole('link', { name: 'Akerstraat 118' })).toBeVisible()
  server.fail(searchAddresses, 422, 'Niet alles is goed ingevuld', { cursor: ['Zoek opnieuw'] })
  await user.click(screen.getByRole('button', { name: 'Meer tonen' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Niet alles is goed ingevuld. Zoek opnieuw')
  expect(screen.getByRole('link', { name: 'Akerstraat 118' })).toBeVisible()
})

test('shows the number of addresses so far when the search stopped before the last street', async () => {
  const server = fakeServer()
  const stopped = { next: 'verder', close: false, truncated: true }
  server.answer(searchAddresses, () => ({ data: [], meta: stopped }))
  const { user } = await openPage('/address?house_number=99999', { as: bsgw, server })
  expect(await screen.findByRole('heading', { name: 'Tot nu toe geen adressen gevonden' })).toBeVisible()
  expect(screen.getByText(/nog niet alle/, { ignore: '[role=status]' })).toBeVisible()
  server.answer(searchAddresses, () => ({ data: [makeAddress()], meta: stopped }))
  await user.click(screen.getByRole('button', { name: 'Meer tonen' }))
  expect(await screen.findByRole('heading', { name: 'Tot nu toe 1 adres gevonden' })).toBeVisible()
  server.answer(searchAddresses, () => ({ data: [], meta: { next: null, close: false, truncated: false } }))
  await user.click(screen.getByRole('button', { name: 'Meer tonen' }))
  expect(await screen.findByRole('heading', { name: '1 adres gevonden' })).toBeVisible()
})

test('shows the object codes of addresses with the same text', async () => {
  const duplicates = [makeAddress({ alias: 'a1', object_code: '1' }), makeAddress({ alias: 'a2', object_code: '2' })]
  await openPage('/address?street=Akerstraat', { as: bsgw, server: serverThatFinds(duplicates) })
  expect(await screen.findAllByText(/Er zijn er meer met dit adres/)).toHaveLength(2)
})

test('moves through the rows with arrow keys, and opens a row with Enter', async () => {
  const { user, place } = await openPage('/address?street=Akerstraat', { as: bsgw, server: serverThatFinds() })
  const first = await screen.findByRole('link', { name: 'Akerstraat 118' })
  first.focus()
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('link', { name: 'Akerstraat 118 b-2' })).toHaveFocus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(place()).toBe('/address/a2'))
})

test('Arrow down in the heading of the results or in the house number focuses the first row', async () => {
  const { user } = await openPage('/address', { as: bsgw, server: serverThatFinds() })
  await user.type(screen.getByLabelText('Postcode'), '6411cd{Enter}')
  const heading = await screen.findByRole('heading', { name: '2 adressen gevonden' })
  heading.focus()
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('link', { name: 'Akerstraat 118' })).toHaveFocus()
  await user.click(screen.getByLabelText('Huisnummer'))
  await user.keyboard('118{Enter}')
  expect(screen.getByLabelText('Huisnummer')).toHaveFocus()
  await screen.findByRole('heading', { name: '2 adressen gevonden' })
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('link', { name: 'Akerstraat 118' })).toHaveFocus()
  await user.click(screen.getByLabelText('Gemeente'))
  await user.keyboard('{ArrowDown}')
  expect(screen.getByLabelText('Gemeente')).toHaveFocus()
})

test('marks the opened row when the user returns to the results', async () => {
  const { user } = await openPage('/address?street=Akerstraat', { as: bsgw, server: serverThatFinds() })
  await user.click(await screen.findByRole('link', { name: 'Akerstraat 118 b-2' }))
  await user.click(await screen.findByRole('link', { name: 'Terug naar de zoekresultaten' }))
  const row = (await screen.findByRole('link', { name: 'Akerstraat 118 b-2' })).closest('tr')
  expect(row).toHaveTextContent('Laatst bekeken')
})

test("S4.7 the page does not start the page's spinner for a search", async () => {
  const server = fakeServer()
  server.answer(searchAddresses, () => new Promise(() => {}))
  const { client } = await openPage('/address?street=Akerstraat', { as: bsgw, server })
  await waitFor(() => expect(server.arrived(searchAddresses)).toHaveLength(1))
  expect(client.isFetching({ predicate: ({ meta }) => meta?.spinner === true })).toBe(0)
})

test('S2.10 prints every loaded row, with the criteria and the name of the employee', async () => {
  const many = Array.from({ length: 300 }, (_, at) => makeAddress({ alias: `m${at}`, house_number: at + 1 }))
  await openPage('/address?street=Akerstraat&municipality_id=917', {
    as: bsgw,
    server: serverThatFinds(many, 'verder'),
  })
  const table = await screen.findByRole('table', { name: 'Gevonden adressen' })
  const rows = () => within(table).queryAllByRole('link').length
  await waitFor(() => expect(rows()).toBeLessThan(many.length))
  fireEvent(window, new Event('beforeprint'))
  expect(rows()).toBe(many.length)
  expect(screen.getByText(/^Gezocht op: Akerstraat, gemeente Heerlen\. Afgedrukt op .* door /)).toHaveTextContent(
    bsgw.name,
  )
  fireEvent(window, new Event('afterprint'))
  await waitFor(() => expect(rows()).toBeLessThan(many.length))
})
