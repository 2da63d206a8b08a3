import {
  ApiError,
  listAddressClearances,
  listAddressEquipment,
  listMissedCollections,
  listNearbySystems,
  listPickupAppointments,
  type MissedCollection,
  reportMissedCollection,
  retractMissedReport,
  showAddress,
  showBill,
  showCalendar,
} from '@rd4-loket/contract'
import { exampleReply } from '@rd4-loket/contract/examples'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import {
  bsgw,
  makeCalendarMeta,
  makeClearance,
  makeCollection,
  makeEquipment,
  makeShownAddress,
} from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

function serverWithAddress({ onlySpecified = false } = {}) {
  const server = fakeServer()
  if (onlySpecified) server.removeExtraCalls()
  server.answer(showAddress, () => makeShownAddress())
  server.answer(listAddressEquipment, () => [
    makeEquipment(),
    makeEquipment({
      id: 2,
      kind: 'ondergronds',
      number: 'OC-12',
      collection_system: { alias: 's1', name: 'Akerstraat bij 100' },
    }),
  ])
  server.answer(listAddressClearances, ({ query }) => ({
    data: query.year
      ? [
          makeClearance(),
          makeClearance({ id: 2, waste_type: 'gft', category: 'gft', amount_cents: 150, volume_litres: 240 }),
        ]
      : [makeClearance()],
    meta: { years: [2026, 2025], updated_until: '2026-03-04' },
  }))
  return server
}

const region = (name: string) => screen.getByRole('region', { name })

test('shows the day of retirement above the details of a retired address', async () => {
  const server = serverWithAddress()
  server.answer(showAddress, () => makeShownAddress({ retired_on: '2026-03-04' }))
  await openPage('/address/a1', { as: bsgw, server })
  expect(await screen.findByText('Vervallen op 4 maart 2026')).toBeVisible()
  expect(await within(region('Containers')).findByText(/Minicontainer/)).toBeVisible()
})

test('links a split address to the addresses that replaced it', async () => {
  const server = serverWithAddress()
  const addresses = ['A', 'B'].map((letter) => ({ alias: `12${letter}`, line: `12 ${letter}` }))
  server.answer(showAddress, () => makeShownAddress({ notes: [{ text: 'Gesplitst in', addresses }] }))
  await openPage('/address/a1', { as: bsgw, server })
  const link = await screen.findByRole('link', { name: '12 B' })
  expect(link.parentElement).toHaveTextContent('Gesplitst in 12 A en 12 B')
  expect(link).toHaveAttribute('href', '/address/12B')
})

test('S3.3 S7.7 shows an address with its containers', async () => {
  await openPage('/address/a1', { as: bsgw, server: serverWithAddress() })
  expect(await screen.findByRole('heading', { level: 1, name: 'Akerstraat 118' })).toBeVisible()
  expect(screen.getByText('6411 CD Heerlen')).toBeVisible()
  expect(screen.getByText('0917 0100 0000 0120')).toBeVisible()
  expect(document.title).toBe('Akerstraat 118 - Rd4 Loket')
  expect(await within(region('Containers')).findByText(/Minicontainer/)).toBeVisible()
  expect(within(region('Containers')).getByText('240 l')).toBeVisible()
  expect(within(region('Containers')).getByText('C571 8D9B 06A0 E300')).toBeVisible()
  expect(within(region('Ondergrondse containers')).getByText('Akerstraat bij 100')).toBeVisible()
})

test('S7.7 requests the address and its equipment at the same time', async () => {
  const server = serverWithAddress()
  server.answer(showAddress, () => new Promise(() => {}))
  await openPage('/address/a1', { as: bsgw, server })
  await waitFor(() => expect(server.arrived(listAddressEquipment)).toHaveLength(1))
  expect(server.arrived(listAddressEquipment)[0]?.params).toEqual({ alias: 'a1' })
})

test('S7.8 S9.4 shows recent clearances without totals, and the last delivery day, if the server has no bills', async () => {
  const server = serverWithAddress({ onlySpecified: true })
  await openPage('/address/a1', { as: bsgw, server })
  const table = await screen.findByRole('table', { name: 'De laatste lediging' })
  expect(table).toHaveTextContent('di 10 november 2026, 07:31')
  expect(table).toHaveTextContent('€ 9,90')
  expect(within(table).queryByText('Gewicht')).not.toBeInTheDocument()
  expect(region('Ledigingen')).toHaveTextContent('Bijgewerkt t/m 4 maart 2026')
  expect(screen.queryByRole('table', { name: 'Totaal per afvalstroom' })).not.toBeInTheDocument()
  expect(server.arrived(listAddressClearances)[0]?.query).toEqual({})
  expect(server.arrived(showBill)).toEqual([])
})

test('S7.8 S3.11 shows the clearances and totals of a year, per stream and per category, if the server has no bills', async () => {
  const server = serverWithAddress({ onlySpecified: true })
  const { user, place } = await openPage('/address/a1', { as: bsgw, server })
  await user.click(await screen.findByRole('link', { name: '2026' }))
  expect(await screen.findByRole('table', { name: '2 ledigingen in 2026' })).toBeVisible()
  expect(place()).toBe('/address/a1?year=2026')
  expect(server.arrived(listAddressClearances).at(-1)?.query).toEqual({ year: '2026' })
  expect(screen.getByRole('link', { name: '2026' })).toHaveAttribute('aria-current', 'page')
  expect(screen.getByRole('link', { name: 'Meest recent' })).not.toHaveAttribute('aria-current')
  const totals = screen.getByRole('table', { name: 'Totaal per afvalstroom' })
  expect(within(totals).getByRole('row', { name: /Samen/ })).toHaveTextContent('2480 l€ 11,40')
  const bill = screen.getByRole('table', { name: 'Totaal per onderdeel van de aanslag' })
  expect(within(bill).getByRole('row', { name: /Containers/ })).toHaveTextContent('1240 l€ 9,90')
  expect(within(bill).getByRole('row', { name: /GFT/ })).toHaveTextContent('1240 l€ 1,50')
  const months = screen.getByRole('table', { name: 'Aantal per maand' })
  expect(within(months).getByRole('row', { name: /Restafval/ })).toHaveTextContent('000000000010')
})

test('S7.8 shows the most recent clearances of several years, without totals, on request', async () => {
  const server = serverWithAddress()
  const { user, place } = await openPage('/address/a1?year=2025', { as: bsgw, server })
  await user.click(await screen.findByRole('link', { name: 'Meest recent' }))
  expect(await screen.findByRole('table', { name: 'De laatste lediging' })).toBeVisible()
  expect(place()).toBe('/address/a1?year=2025&list=recent')
  expect(server.arrived(listAddressClearances)[0]?.query).toEqual({})
  expect(screen.queryByRole('table', { name: /^Totaal/ })).not.toBeInTheDocument()
})

test('sorts the clearances by a column when its header is pressed, and in descending order at the second press', async () => {
  const server = serverWithAddress({ onlySpecified: true })
  server.answer(listAddressClearances, () => ({
    data: [
      makeClearance({ amount_cents: 200 }),
      makeClearance({ id: 2, amount_cents: 300 }),
      makeClearance({ id: 3, amount_cents: 100 }),
      makeClearance({ id: 4, amount_cents: 400 }),
    ],
    meta: { years: [2026], updated_until: null },
  }))
  const { user } = await openPage('/address/a1', { as: bsgw, server })
  const table = within(await screen.findByRole('table', { name: 'De laatste 4 ledigingen' }))
  const amounts = () => table.getAllByRole('row').flatMap((row) => row.textContent.match(/€.*/) ?? [])
  const amount = () => table.getByRole('columnheader', { name: /Bedrag/ })
  await user.click(within(amount()).getByRole('button'))
  expect(amount()).toHaveAttribute('aria-sort', 'ascending')
  expect(amounts()).toEqual(['€\u00a01,00', '€\u00a02,00', '€\u00a03,00', '€\u00a04,00'])
  await user.click(within(amount()).getByRole('button'))
  expect(amount()).toHaveAttribute('aria-sort', 'descending')
  expect(amounts()).toEqual(['€\u00a04,00', '€\u00a03,00', '€\u00a02,00', '€\u00a01,00'])
})

test('hides the clearances and the open form of the previous address after navigation to another address', async () => {
  const server = serverWithAddress()
  const { user, router } = await openPage('/address/a1', { as: bsgw, server })
  await user.click(await screen.findByRole('button', { name: 'Afspraak maken' }))
  expect(await screen.findByText('1 lediging in 2025')).toBeVisible()
  server.answer(showAddress, () => makeShownAddress({ alias: 'a2', house_number: 120 }))
  server.answer(showBill, () => new Promise(() => {}))
  await router.navigate({ to: '/address/$alias', params: { alias: 'a2' } })
  expect(await screen.findByRole('heading', { level: 1, name: 'Akerstraat 120' })).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Afspraak maken' })).toHaveAttribute('aria-expanded', 'false')
  expect(screen.queryByText('1 lediging in 2025')).not.toBeInTheDocument()
})

test('S7.8 shows a column of weights only if a clearance has a weight', async () => {
  const server = serverWithAddress({ onlySpecified: true })
  server.answer(listAddressClearances, () => ({
    data: [makeClearance({ weight_kg: 12.5 }), makeClearance({ id: 2 })],
    meta: { years: [2026], updated_until: null },
  }))
  await openPage('/address/a1', { as: bsgw, server })
  const table = await screen.findByRole('table', { name: 'De laatste 2 ledigingen' })
  expect(within(table).getByRole('columnheader', { name: 'Gewicht' })).toBeVisible()
  expect(table).toHaveTextContent('12,5 kg')
})

test('shows a message when an address does not exist', async () => {
  const server = serverWithAddress()
  for (const endpoint of [showAddress, listAddressEquipment, showBill])
    server.fail(endpoint, 404, 'Dit adres bestaat niet')
  await openPage('/address/nergens', { as: bsgw, server })
  expect(await screen.findByRole('heading', { level: 1, name: 'Dit adres bestaat niet' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Zoek een ander adres' })).toHaveAttribute('href', '/address')
})

test('S8.1 shows why the server rejected the request for an address, and retries on request', async () => {
  const server = serverWithAddress()
  server.fail(showAddress, 422, 'Niet alles is goed ingevuld', { alias: ['Dit is te lang'] })
  const { user } = await openPage('/address/a1', { as: bsgw, server })
  expect(await screen.findByRole('alert')).toHaveTextContent('Niet alles is goed ingevuld. Dit is te lang')
  expect(screen.queryByText(/bestaat niet/)).not.toBeInTheDocument()
  server.answer(showAddress, () => makeShownAddress())
  await user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Akerstraat 118' })).toBeVisible()
})

test('S8.1 shows the error of a bill that failed before its panel appeared', async () => {
  const server = serverWithAddress()
  server.fail(showBill, 503, 'De aanslag is even niet bereikbaar.')
  const { router } = await openPage('/address', { as: bsgw, server })
  const frames: FrameRequestCallback[] = []
  const held = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame))
  await act(() => router.navigate({ to: '/address/$alias', params: { alias: 'a1' } }))
  await waitFor(() => expect(server.arrived(showBill)).toHaveLength(1))
  await act(() => new Promise((failed) => setTimeout(failed, 50)))
  expect(screen.queryByRole('region', { name: 'Aanslag' })).not.toBeInTheDocument()
  held.mockRestore()
  act(() => {
    for (const frame of frames) frame(0)
  })
  expect(within(region('Aanslag')).getByRole('alert')).toHaveTextContent('De aanslag is even niet bereikbaar.')
})

test('S1.6 shows the next collections, or an error in the panel of collections with a retry button', async () => {
  const server = serverWithAddress()
  server.fail(showCalendar, 503, 'De ophaaldagen zijn even niet bereikbaar.')
  const { user } = await openPage('/address/a1', { as: bsgw, server })
  const next = await screen.findByRole('region', { name: 'Volgende ophaaldagen' })
  expect(await within(next).findByRole('alert')).toHaveTextContent('De ophaaldagen zijn even niet bereikbaar.')
  expect(await within(region('Containers')).findByText(/Minicontainer/)).toBeVisible()
  server.answer(showCalendar, () => ({ data: [makeCollection({ start: '2026-11-24' })], meta: makeCalendarMeta() }))
  await user.click(within(next).getByRole('button', { name: 'Opnieuw proberen' }))
  expect(await within(next).findByText(/dinsdag 24 november/)).toBeVisible()
  expect(server.arrived(showCalendar)[0]?.query).toMatchObject({ address: 'a1' })
  expect(within(next).getByRole('link', { name: 'Ophaalkalender' })).toHaveAttribute('href', '/calendar?address=a1')
})

/** The spinner of the page. Panels have their own waiting state, with the same text for screen readers. */
const pageSpinner = () => document.querySelector('[class*="spinner"]')

test.each([
  ['the address', showAddress, false],
  ['the containers', listAddressEquipment, false],
  ['the bill', showBill, false],
  ['the clearances, if the server has no bills,', listAddressClearances, true],
] as const)("S4.7 S2.8 the page's spinner turns until the call for %s fails", async (_, endpoint, onlySpecified) => {
  const server = serverWithAddress({ onlySpecified })
  const { promise, reject } = Promise.withResolvers<never>()
  server.answer(endpoint, () => promise)
  await openPage('/address/a1', { as: bsgw, server })
  await waitFor(() => expect(server.arrived(endpoint)).toHaveLength(1))
  expect(pageSpinner()).toHaveTextContent('Bezig met laden')
  act(() => reject(new ApiError(503, 'Even niet bereikbaar.')))
  expect((await screen.findAllByText('Even niet bereikbaar.'))[0]).toBeVisible()
  await waitFor(() => expect(pageSpinner()).not.toBeInTheDocument())
})

test("S4.7 the page's spinner does not turn while nearby systems, appointments and collections load", async () => {
  const server = serverWithAddress()
  const others = [listNearbySystems, listPickupAppointments, showCalendar]
  for (const endpoint of others) server.answer(endpoint, () => new Promise(() => {}))
  await openPage('/address/a1', { as: bsgw, server })
  expect(await within(region('Containers')).findByText(/Minicontainer/)).toBeVisible()
  await waitFor(() => expect(pageSpinner()).not.toBeInTheDocument())
  expect(others.map((endpoint) => server.arrived(endpoint).length)).toEqual([1, 1, 1])
})

test('states that a shared container was never emptied, and an own container never for the current occupant', async () => {
  const server = serverWithAddress()
  const never = { last_cleared_at: null }
  const shared = { kind: 'ondergronds', collection_system: { alias: 's1', name: 'Akerstraat bij 100' } } as const
  server.answer(listAddressEquipment, () => [
    makeEquipment({ ...never }),
    makeEquipment({ ...shared, ...never, id: 2 }),
  ])
  await openPage('/address/a1', { as: bsgw, server })
  const cell = async (table: string) =>
    within(await screen.findByRole('table', { name: table }))
      .getAllByRole('cell')
      .at(-1)?.textContent
  const until = 'bekend tot en met 16 november 2026'
  expect(await cell('Eigen containers')).toBe(`nog niet voor de huidige bewoner, ${until}`)
  expect(await cell('Ondergrondse containers')).toBe(`nog niet, ${until}`)
})

test('states that nothing is known of containers whose lifts were never delivered', async () => {
  const server = serverWithAddress()
  const never = { last_cleared_at: null, lifts_until: null, used: { times_this_year: 0, last_used_at: null } }
  const shared = { kind: 'ondergronds', collection_system: { alias: 's1', name: 'Akerstraat bij 100' } } as const
  server.answer(listAddressEquipment, () => [
    makeEquipment({ ...never, used: null }),
    makeEquipment({ ...shared, ...never, id: 2 }),
  ])
  await openPage('/address/a1', { as: bsgw, server })
  for (const name of ['Eigen containers', 'Ondergrondse containers'])
    expect(
      within(await screen.findByRole('table', { name }))
        .getAllByRole('cell')
        .at(-1),
    ).toHaveTextContent(/^geen gegevens$/)
})

test('shows when a shared container was emptied and, separately, how often the household used it', async () => {
  const server = serverWithAddress()
  const shared = { kind: 'ondergronds', collection_system: { alias: 's1', name: 'Akerstraat bij 100' } } as const
  server.answer(listAddressEquipment, () => [
    makeEquipment({ ...shared, used: { times_this_year: 12, last_used_at: '2026-03-02T18:10:00+01:00' } }),
    makeEquipment({ ...shared, id: 2, used: { times_this_year: 0, last_used_at: null } }),
  ])
  await openPage('/address/a1', { as: bsgw, server })
  const [, first, second] = within(await screen.findByRole('table', { name: 'Ondergrondse containers' })).getAllByRole(
    'row',
  )
  expect(first).toHaveTextContent('10 november 2026, 07:31Dit huishouden: 12 keer dit jaar, laatst op 2 maart 2026')
  expect(second).toHaveTextContent('10 november 2026, 07:31Dit huishouden: dit jaar nog niet')
  expect(screen.queryByRole('region', { name: 'Containers' })).not.toBeInTheDocument()
})

test.each([
  [
    'never got',
    [],
    'In Heerlen zijn nog nooit containers ingelezen.',
    'In Heerlen zijn nog nooit afspraken voor snoeiafval vastgelegd.',
  ],
  [
    'has',
    ['containers' as const, 'pickups' as const],
    'Dit adres heeft geen containers.',
    'Er is geen afspraak om snoeiafval op te halen.',
  ],
])(
  'distinguishes an address without containers and appointments when the municipality %s that data',
  async (...row) => {
    const [, loaded, containers, pickups] = row
    const server = serverWithAddress()
    server.answer(listAddressEquipment, () => [])
    server.answer(listPickupAppointments, () => ({ data: [], meta: { retired: false, today: '2026-03-04', days: [] } }))
    await openPage('/address/a1', { as: bsgw, server, loaded })
    expect(await within(region('Containers')).findByText(containers)).toBeVisible()
    expect(await within(region('Ophaalafspraak')).findByText(pickups)).toBeVisible()
  },
)

const decisions = exampleReply(listMissedCollections)
const reportForm = () => within(screen.getByRole('group', { name: 'Wat is niet geleegd?' }))
const [allowed, tooHeavy] = decisions.data as [MissedCollection, MissedCollection]

/** The allowed row after a report of the employee. */
const reported: MissedCollection = {
  ...allowed,
  ...{ allowed: false, reason: 'open_report', step: 'show_report' },
  report: {
    ...{ id: 9, reported_by: 'Noor Balie', is_own: true, seconds_ago: 0, disputed: false },
    reported_at: '2026-11-18T09:30:00+01:00',
  },
}

test('G and Enter report a container that was not emptied, and a refused report is explained before anything is typed', async () => {
  const server = serverWithAddress()
  server.answer(listMissedCollections, () => decisions)
  server.answer(reportMissedCollection, () => {
    server.answer(listMissedCollections, () => ({ ...decisions, data: [reported, tooHeavy] }))
    return reported
  })
  const { user } = await openPage('/address/a1', { as: bsgw, server })
  await screen.findByRole('button', { name: 'Nakijken en melden' })
  expect(server.arrived(listMissedCollections)).toEqual([])
  await user.keyboard('g')
  const rest = await screen.findByRole('radio', { name: 'Restafval 240 l di 17 november · melden kan' })
  await waitFor(() => expect(rest).toHaveFocus())
  await user.keyboard('2')
  expect(screen.getByRole('radio', { name: 'GFT 140 l di 10 november · te zwaar' })).toBeChecked()
  expect(screen.getByText(tooHeavy.text)).toBeVisible()
  await user.keyboard('{Enter}')
  expect(server.arrived(reportMissedCollection)).toEqual([])
  await user.keyboard('d')
  await screen.findByText('De melding is doorgegeven')
  expect(server.arrived(reportMissedCollection)).toMatchObject([
    { params: { alias: 'a1' }, body: { waste_type: 'gft', container_id: 32, disputed: true } },
  ])
})

/** Opens the panel of an address where the first report is stored and its retraction is answered by `retract`. */
async function openReporting(onStored = () => {}, retract = (): null => null) {
  const server = serverWithAddress()
  server.answer(listMissedCollections, () => decisions)
  server.answer(reportMissedCollection, () => {
    server.answer(listMissedCollections, () => ({ ...decisions, data: [reported] }))
    onStored()
    return reported
  })
  server.answer(retractMissedReport, () => {
    retract()
    server.answer(listMissedCollections, () => decisions)
    return null
  })
  const { user } = await openPage('/address/a1', { as: bsgw, server })
  await screen.findByRole('button', { name: 'Nakijken en melden' })
  await user.keyboard('g')
  await waitFor(() => expect(reportForm().getAllByRole('radio')[0]).toHaveFocus())
  return { server, user }
}

test('a stored report shows who reported it, and is retracted', async () => {
  const { server, user } = await openReporting()
  await user.keyboard('{Enter}{Enter}')
  expect(await screen.findByText(/^Gemeld door Noor Balie/)).toBeVisible()
  expect(server.arrived(reportMissedCollection)).toMatchObject([
    { body: { waste_type: 'residual_waste', container_id: 31, disputed: false } },
  ])
  await user.click(screen.getByRole('button', { name: 'Melding intrekken' }))
  expect(await screen.findByRole('button', { name: 'Melding doorgeven' })).toBeVisible()
  expect(server.arrived(retractMissedReport)).toMatchObject([{ params: { report_id: '9' } }])
})

test('a retraction that comes too late says until when it was possible, and the report remains', async () => {
  const { user } = await openReporting(undefined, () => {
    throw new ApiError(409, 'Dat kon tot 10.05 uur.')
  })
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Melding intrekken' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Dat kon tot 10.05 uur.')
  expect(screen.getByText(/^Gemeld door Noor Balie/)).toBeVisible()
})

test('after a retraction the next report has another key, also when the response of the first report was lost', async () => {
  let isLost = true
  const { server, user } = await openReporting(() => {
    if (isLost) throw new TypeError('Failed to fetch')
  })
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Melding intrekken' }))
  isLost = false
  await user.click(await screen.findByRole('button', { name: 'Melding doorgeven' }))
  expect(await screen.findByText(/^Gemeld door Noor Balie/)).toBeVisible()
  const keys = server.arrived(reportMissedCollection).map(({ idempotency_key }) => idempotency_key)
  expect(new Set(keys).size).toBe(2)
})

test('a report that the rule refuses meanwhile is shown with the new decision', async () => {
  const server = serverWithAddress()
  server.answer(listMissedCollections, () => decisions)
  server.answer(reportMissedCollection, () => {
    const refused: MissedCollection = {
      ...allowed,
      allowed: false,
      reason: 'street_missed',
      step: 'wait_for_day',
      text: 'De wagen is niet in uw straat geweest.',
    }
    server.answer(listMissedCollections, () => ({
      ...decisions,
      data: [refused],
    }))
    throw new ApiError(409, 'Deze melding kan niet meer', { reason: ['street_missed'] })
  })
  const { user } = await openPage('/address/a1', { as: bsgw, server })
  await screen.findByRole('button', { name: 'Nakijken en melden' })
  await user.keyboard('g')
  await waitFor(() => expect(reportForm().getAllByRole('radio')[0]).toHaveFocus())
  await user.keyboard('{Enter}')
  expect(await screen.findByText('De wagen is niet in uw straat geweest.')).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('Deze melding kan niet meer')
  expect(screen.queryByRole('button', { name: 'Melding doorgeven' })).not.toBeInTheDocument()
})

test('another collection day is asked for, and a day that is not possible is an error at its field', async () => {
  const server = serverWithAddress()
  server.answer(listMissedCollections, ({ query }) => {
    if (query.day === '2026-11-30')
      throw new ApiError(422, 'Ongeldige gegevens', { day: ['Kies een dag tot en met vandaag'] })
    return decisions
  })
  const { user } = await openPage('/address/a1', { as: bsgw, server })
  await user.click(await screen.findByRole('button', { name: 'Nakijken en melden' }))
  await user.click(await screen.findByText('Andere dag'))
  const field = screen.getByRole('textbox', { name: 'Ophaaldag' })
  await user.type(field, '30-11-2026{Enter}')
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Ophaaldag' })).toHaveAccessibleDescription(
      /Kies een dag tot en met vandaag/,
    ),
  )
  await user.clear(screen.getByRole('textbox', { name: 'Ophaaldag' }))
  await user.type(screen.getByRole('textbox', { name: 'Ophaaldag' }), '3-11-2026{Enter}')
  await waitFor(() =>
    expect(server.arrived(listMissedCollections).at(-1)).toMatchObject({ query: { day: '2026-11-03' } }),
  )
  expect(screen.getByRole('textbox', { name: 'Ophaaldag' })).toBeVisible()
  await waitFor(() => expect(reportForm().getAllByRole('radio')).toHaveLength(2))
  // The field stays for the next day. Escape closes the panel from there, also when no day is shown.
  const opener = screen.getByRole('button', { name: 'Nakijken en melden' })
  await user.click(screen.getByRole('textbox', { name: 'Ophaaldag' }))
  await user.keyboard('{Escape}')
  expect(opener).toHaveFocus()
  expect(screen.queryByText('Andere dag')).toBeNull()
  await user.click(opener)
  await user.click(await screen.findByText('Andere dag'))
  await user.type(screen.getByRole('textbox', { name: 'Ophaaldag' }), '30-11-2026{Enter}')
  await screen.findByText('Kies een dag tot en met vandaag')
  await user.keyboard('{Escape}')
  expect(opener).toHaveFocus()
})
