import {
  type BillDay,
  type CalendarMeta,
  type Collection,
  listCollectionOutcomes,
  listNonClearances,
  type NonClearance,
  showCalendar,
} from '@rd4-loket/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { bsgw, makeAddress, makeCalendarMeta, makeCollection, municipal } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const moved = makeCollection({ start: '2026-12-28', moved_from: '2026-12-25', reason: 'wegens Kerstmis' })
const cancelled = makeCollection({ start: '2026-11-26', category: 'paper', cancelled: true, reason: 'wegens gladheid' })

function serverWith(data: Collection[], meta: Partial<CalendarMeta> = {}) {
  const server = fakeServer()
  server.answer(showCalendar, ({ query }) => ({
    data: data.filter(({ start }) => start >= (query.from ?? '') && start <= (query.to ?? '')),
    meta: makeCalendarMeta(meta),
  }))
  return server
}

const day = (name: RegExp) => screen.findByRole('button', { name })
const area = { municipality: '917', area: '1' }
const inArea = '?municipality=917&area=1'

describe('the calendar of the server', () => {
  test('S1.6 S3.9 shows the collections of an area on their days', async () => {
    const server = serverWith([makeCollection(), makeCollection({ start: '2026-11-24', category: 'pmd' })])
    await openPage(`/calendar${inArea}&view=month`, { as: bsgw, server })
    expect(await screen.findByText('1 ophaaldag')).toBeVisible()
    const found = await day(/^dinsdag 24 november 2026/)
    expect(found).toHaveTextContent('GFT en etensresten')
    expect(found).toHaveTextContent('PMD-verpakkingen')
    const asked = server.arrived(showCalendar).map(({ query }) => query)
    expect(asked).toContainEqual({ ...area, from: '2026-01-01', to: '2026-12-31' })
    expect(screen.queryByText(/voorbeeldgegevens/)).not.toBeInTheDocument()
  })

  test('S2.11 shows the collections of the selected categories only', async () => {
    const server = serverWith([makeCollection(), makeCollection({ start: '2026-11-24', category: 'pmd' })])
    await openPage(`/calendar${inArea}&view=month&categories=pmd`, { as: bsgw, server })
    expect(await screen.findByText('1 ophaaldag')).toBeVisible()
    expect(await day(/^dinsdag 24 november 2026/)).not.toHaveTextContent('GFT')
  })

  test('marks moved and cancelled collections, with the reason', async () => {
    const server = serverWith([cancelled, moved])
    await openPage(`/calendar${inArea}&view=year`, { as: bsgw, server })
    const changes = within(await screen.findByRole('region', { name: 'Verplaatst of vervallen' }))
    expect(changes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Papierafval van donderdag 26 november: vervalt wegens gladheid',
      'GFT en etensresten van vrijdag 25 december: verplaatst naar maandag 28 december wegens Kerstmis',
    ])
    expect(screen.getByText('1 ophaaldag')).toBeVisible()
    const december = screen.getByRole('table', { name: 'December 2026' })
    expect(within(december).getByRole('cell', { name: /^28/ })).toHaveTextContent(
      'Verplaatst van vrijdag 25 december wegens Kerstmis',
    )
  })

  test('shows that a year is not published yet', async () => {
    const server = serverWith([], { unpublished: [{ year: 2027, published_on: '2026-12-01' }] })
    await openPage('/calendar?municipality=917&month=2027-02', { as: bsgw, server })
    expect(
      await screen.findByText('De ophaaldagen van 2027 zijn nog niet gepubliceerd. Ze komen op 1 december 2026.'),
    ).toBeVisible()
    expect(screen.getByText('Nog niet gepubliceerd')).toBeVisible()
    expect(screen.getByText('Wat op deze dag wordt opgehaald, is nog niet gepubliceerd.')).toBeInTheDocument()
    expect(screen.queryByText('Op deze dag wordt niets opgehaald.')).toBeNull()
  })

  test.each([
    ['were never loaded', [], {}, 'Geen gegevens', 'Van deze dag zijn er geen gegevens.'],
    [
      'are unknown, because the address has no area',
      ['collection_days' as const],
      { area: null, address: makeAddress() },
      'Geen gegevens',
      'Van deze dag zijn er geen gegevens.',
    ],
    ['have none', ['collection_days' as const], {}, 'Geen ophaaldagen', 'Op deze dag wordt niets opgehaald.'],
  ])('states for the days of a calendar that collections %s', async (_, loaded, meta, days, day) => {
    await openPage('/calendar?address=a1&view=month', { as: municipal, server: serverWith([], meta), loaded })
    expect(await screen.findByText(days)).toBeVisible()
    expect(screen.getByText(day)).toBeInTheDocument()
    const never = 'Voor Heerlen zijn nog nooit ophaaldagen ingelezen.'
    expect(screen.queryAllByText(never).length > 0).toBe(loaded.length === 0)
  })

  test('shows a request to choose a municipality, instead of empty days, while no municipality is chosen', async () => {
    await openPage('/calendar', { as: bsgw, server: serverWith([]) })
    expect(await screen.findByText('Vul een adres in of kies een gemeente om de ophaaldagen te zien')).toBeVisible()
    expect(screen.queryByText('Op deze dag wordt niets opgehaald.')).toBeNull()
  })

  test('keeps the focus on a day when the collections of its year load later', async () => {
    const server = serverWith([])
    const { user } = await openPage(`/calendar${inArea}&view=month&month=2026-12`, { as: bsgw, server })
    expect(await screen.findByText('Geen ophaaldagen')).toBeVisible()
    let respond = () => {}
    server.answer(showCalendar, async () => {
      await new Promise<void>((resolve) => (respond = resolve))
      return { data: [makeCollection({ start: '2027-01-01' })], meta: makeCalendarMeta() }
    })
    await user.click(await day(/^donderdag 31 december 2026/))
    await user.keyboard('{ArrowRight}')
    const first = await day(/^vrijdag 1 januari 2027/)
    await waitFor(() => expect(first).toHaveFocus())
    await user.keyboard('{ArrowRight}')
    const second = await day(/^zaterdag 2 januari 2027/)
    expect(second).toHaveFocus()
    respond()
    expect(await screen.findByText('1 ophaaldag')).toBeVisible()
    expect(second).toHaveFocus()
  })
})

describe('the past days of an address', () => {
  const emptied: BillDay = {
    day: '2026-11-03',
    waste_type: 'gft',
    outcome: 'emptied',
    moved_from: null,
    clearance_ids: [1],
  }
  const outcomes: BillDay[] = [
    emptied,
    { ...emptied, day: '2026-11-05', outcome: 'moved', moved_from: '2026-11-04' },
    { ...emptied, day: '2026-11-10', outcome: 'not_offered' },
    { ...emptied, day: '2026-11-11', outcome: 'never_delivered', waste_type: 'paper' },
    { ...emptied, day: '2026-11-17', outcome: 'not_yet_known' },
  ]
  const serverWithOutcomes = () => {
    const collections = outcomes.map(({ day, waste_type, moved_from }) =>
      makeCollection({ start: day, category: waste_type, moved_from }),
    )
    const server = serverWith([...collections, makeCollection({ start: '2026-11-24' })], { address: makeAddress() })
    server.answer(listCollectionOutcomes, () => outcomes)
    return server
  }

  test('names the reason of a day that was not emptied, and says not presented only when all reasons are known', async () => {
    const server = serverWithOutcomes()
    const missed: NonClearance = {
      id: 1,
      happened_at: '2026-11-17T08:19:20+01:00',
      waste_type: 'gft',
      equipment_id: null,
      reason: 'obstakel',
    }
    const streams = [{ waste_type: 'gft' as const, until: '2026-11-10' }]
    server.answer(listNonClearances, () => ({
      data: [missed],
      meta: { delivered: { municipality: 'Heerlen', streams }, start: { container: 7, bag: 8 } },
    }))
    await openPage('/calendar?address=a1&view=month', { as: bsgw, server })
    expect(await day(/^dinsdag 10 november.*\(niet aangeboden\)$/)).toBeVisible()
    expect(await day(/^dinsdag 17 november.*\(niet geleegd: iets in de weg\)$/)).toBeVisible()
  })

  test('distinguishes days without a lift, days that are not known yet, and streams without data', async () => {
    const server = serverWithOutcomes()
    await openPage('/calendar?address=a1&view=month', { as: bsgw, server })
    expect(await day(/^dinsdag 3 november.*\(geleegd\)$/)).toBeVisible()
    const textOf = async (name: string) => (await day(new RegExp(`^\\w+ ${name} november`))).textContent
    expect(await textOf('5')).toMatch(/\(verplaatst\) \(geleegd\)$/)
    expect(await textOf('10')).toMatch(/\(geen lediging\)$/)
    expect(await textOf('11')).toMatch(/\(geen gegevens\)$/)
    expect(await textOf('17')).toMatch(/\(nog niet bekend\)$/)
    expect(await textOf('24')).toMatch(/etensresten$/)
    expect(server.arrived(listCollectionOutcomes).map(({ query }) => query)).toEqual([{ year: '2026' }])
  })

  test('are not requested for a municipal employee, for a month in the future, or without an address', async () => {
    for (const [path, as] of [
      ['/calendar?address=a1', municipal],
      ['/calendar?address=a1&month=2026-12', bsgw],
      [`/calendar${inArea}`, bsgw],
    ] as const) {
      const server = serverWithOutcomes()
      await openPage(path, { as, server })
      await waitFor(() => expect(server.arrived(showCalendar)).not.toHaveLength(0))
      expect(server.arrived(listCollectionOutcomes)).toEqual([])
      cleanup()
    }
  })

  test('S8.1 shows the collection days, and why what happened on past days failed to load', async () => {
    const server = serverWithOutcomes()
    server.fail(listCollectionOutcomes, 503, 'De ledigingen zijn even niet bereikbaar.')
    await openPage('/calendar?address=a1&view=month', { as: bsgw, server })
    expect(await screen.findByRole('alert')).toHaveTextContent('De ledigingen zijn even niet bereikbaar.')
    expect(await day(/^dinsdag 24 november 2026/)).toHaveTextContent('GFT')
  })
})

describe('the subject of the calendar', () => {
  test('a provider employee can choose a municipality and an area, which are stored in the URL', async () => {
    const server = serverWith([makeCollection()], { area: null })
    const { user, place } = await openPage('/calendar', { as: bsgw, server })
    expect(screen.getByText('Vul een adres in of kies een gemeente om de ophaaldagen te zien')).toBeVisible()
    expect(server.arrived(showCalendar)).toEqual([])
    await user.selectOptions(screen.getByLabelText('Gemeente'), 'Heerlen')
    expect(await screen.findByText('1 ophaaldag')).toBeVisible()
    await user.selectOptions(screen.getByLabelText('Ophaalgebied'), 'Heerlen 6417')
    expect(place()).toBe('/calendar?municipality=917&area=2')
    await user.selectOptions(screen.getByLabelText('Gemeente'), 'Kerkrade')
    expect(place()).toBe('/calendar?municipality=928')
  })

  test('the field shows the name of the chosen area while the days of that area load', async () => {
    const server = serverWith([makeCollection()], { area: null })
    const { user } = await openPage('/calendar?municipality=917', { as: bsgw, server })
    const areas = screen.getByLabelText('Ophaalgebied')
    await screen.findByRole('option', { name: 'Heerlen 6417' })
    server.answer(showCalendar, () => new Promise(() => {}))
    await user.selectOptions(areas, 'Heerlen 6417')
    expect(await screen.findByText('De ophaaldagen worden geladen')).toBeVisible()
    expect(areas).toHaveDisplayValue('Heerlen 6417')
    await user.selectOptions(screen.getByLabelText('Gemeente'), 'Kerkrade')
    expect(await screen.findByRole('option', { name: 'Alle gebieden', selected: true })).toBeInTheDocument()
    expect(screen.queryByRole('option', { name: 'Heerlen 6417' })).not.toBeInTheDocument()
  })

  test('a municipal employee sees their own municipality, and cannot choose another', async () => {
    const server = serverWith([makeCollection()], { area: null })
    await openPage('/calendar', { as: municipal, server })
    expect(await screen.findByText('1 ophaaldag')).toBeVisible()
    expect(server.arrived(showCalendar)[0]?.query).toMatchObject({ municipality: '917' })
    expect(screen.queryByLabelText('Gemeente')).not.toBeInTheDocument()
    expect(screen.getByLabelText('Ophaalgebied')).toHaveDisplayValue('Heel Heerlen')
  })

  test('the calendar of a municipality shows the areas of each collection', async () => {
    const server = serverWith([makeCollection({ areas: ['Heerlen 6411', 'Heerlen 6417'] })], { area: null })
    await openPage('/calendar?municipality=917&view=list', { as: bsgw, server })
    const found = await screen.findByRole('heading', { name: /dinsdag 24 november 2026/ })
    expect(found.closest('li')).toHaveTextContent('Heerlen 6411, Heerlen 6417')
    expect(screen.queryByRole('region', { name: 'Volgende ophaaldagen' })).not.toBeInTheDocument()
  })

  test('an address is shown with links to its page and to its municipality', async () => {
    const system = { id: 1, name: 'Ondergrondse container' }
    const server = serverWith([makeCollection()], {
      address: makeAddress(),
      brought: [{ category: 'residual_waste', collection_system: { alias: 's1', name: 'Akerstraat bij 100', system } }],
    })
    const { user, place } = await openPage('/calendar?address=a1', { as: bsgw, server })
    expect(await screen.findByText('Akerstraat 118')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Naar het adres' })).toHaveAttribute('href', '/address/a1')
    expect(
      screen.getByText('Geen huis-aan-huis voor restafval: ondergrondse container Akerstraat bij 100.'),
    ).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Toon gemeente Heerlen' }))
    expect(place()).toBe('/calendar?municipality=917')
  })

  test('shows an error and a choice of municipality for an address that does not exist', async () => {
    const server = serverWith([makeCollection()])
    server.fail(showCalendar, 404, 'Dit adres bestaat niet')
    const { user, place } = await openPage('/calendar?address=gone&view=month', { as: bsgw, server })
    expect(await screen.findByText('Dit adres bestaat niet')).toBeVisible()
    // A retry would return the same error.
    expect(screen.queryByRole('button', { name: 'Opnieuw proberen' })).not.toBeInTheDocument()
    await user.selectOptions(screen.getByLabelText('Gemeente'), 'Heerlen')
    expect(place()).toBe('/calendar?view=month&municipality=917')
  })

  test('an address without an area shows a message', async () => {
    const server = serverWith([], { address: makeAddress(), area: null })
    await openPage('/calendar?address=a1', { as: bsgw, server })
    expect(
      await screen.findByText('Voor dit adres is nog geen ophaalgebied bekend.', { selector: 'div > p' }),
    ).toBeVisible()
  })
})

test('shows the next collection days in words, with a button that copies the text', async () => {
  const server = serverWith([makeCollection(), makeCollection({ start: '2026-12-08' }), cancelled])
  const { user } = await openPage(`/calendar${inArea}`, { as: bsgw, server })
  const next = within(await screen.findByRole('region', { name: 'Volgende ophaaldagen' }))
  expect((await next.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'GFT en etensresten: di 24 november en di 8 december',
  ])
  await user.click(next.getByRole('button', { name: 'Kopieer de ophaaldagen' }))
  expect(await navigator.clipboard.readText()).toBe('GFT en etensresten: dinsdag 24 november en dinsdag 8 december')
  const asked = server.arrived(showCalendar).map(({ query }) => query)
  expect(asked).toContainEqual({ ...area, from: '2026-11-21', to: '2027-05-22' })
})

test('opens on the month of the next collection, with its days above the grid', async () => {
  const past = makeCollection({ start: '2026-11-20' })
  const server = serverWith([past, makeCollection({ start: '2026-12-08' })])
  await openPage(`/calendar${inArea}`, { as: bsgw, server })
  const grid = await screen.findByRole('grid', { name: 'December 2026' })
  const next = screen.getByRole('region', { name: 'Volgende ophaaldagen' })
  expect(next.compareDocumentPosition(grid)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

describe('a collection by appointment', () => {
  const possible = makeCollection({ start: '2026-11-26', category: 'pruning_waste', title: 'Snoeiafval op afspraak' })
  const appointment = { ...possible, title: 'Ophaalafspraak', start: '2026-11-27' }
  const hint = 'Gestippeld is geen vaste ophaaldag: snoeiafval wordt alleen opgehaald bij wie een afspraak heeft.'
  const isDashed = (cell: HTMLElement) => cell.querySelector('[data-by-appointment]') !== null

  test('has a dashed edge, but a booked appointment has a solid edge', async () => {
    await openPage(`/calendar${inArea}&view=month`, {
      as: bsgw,
      server: serverWith([makeCollection(), possible, appointment]),
    })
    expect(await screen.findByText('2 ophaaldagen en 1 dag op afspraak')).toBeVisible()
    expect(isDashed(await day(/^dinsdag 24 november 2026/))).toBe(false)
    expect(isDashed(await day(/^donderdag 26 november 2026/))).toBe(true)
    expect(isDashed(await day(/^vrijdag 27 november 2026/))).toBe(false)
    expect(screen.getByText(hint)).toBeVisible()
  })

  test('is not explained when the calendar has no collection by appointment', async () => {
    await openPage(`/calendar${inArea}&view=month`, { as: bsgw, server: serverWith([makeCollection(), appointment]) })
    expect(await screen.findByText('2 ophaaldagen')).toBeVisible()
    expect(screen.queryByText(hint)).toBeNull()
  })
})

test('each collection names its areas when several areas share the calendar', async () => {
  const server = serverWith(
    [
      makeCollection({ areas: ['Heerlen 6411'] }),
      makeCollection({ start: '2026-11-25', areas: ['Heerlen 6411', 'Heerlen 6417'] }),
    ],
    { area: null },
  )
  await openPage('/calendar?municipality=917&view=month', { as: bsgw, server })
  expect(await screen.findByText('2 ophaaldagen')).toBeVisible()
  expect(await day(/^dinsdag 24 november 2026/)).toHaveTextContent('GFT en etensresten 6411')
  expect(await day(/^woensdag 25 november 2026/)).toHaveTextContent('GFT en etensresten alle gebieden')
})
