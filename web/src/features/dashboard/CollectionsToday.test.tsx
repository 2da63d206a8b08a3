import { type Collection, listMunicipalCollections } from '@rd4-loket/contract'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { bsgw, makeCollection, municipal } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const heerlen = { id: 917, name: 'Heerlen' }
const kerkrade = { id: 928, name: 'Kerkrade' }
const today = makeCollection({ start: '2026-11-23' })

type FoundDays = { municipality: typeof heerlen; collections: Collection[]; unpublished?: number[] }

function serverWith(...found: FoundDays[]) {
  const server = fakeServer()
  server.answer(listMunicipalCollections, () => found.map((of) => ({ unpublished: [], ...of })))
  return server
}

const panel = () => screen.findByRole('region', { name: 'Ophaaldagen' })

test('S2.1 shows a municipal employee the collections of today and of the next day, with their areas', async () => {
  const next = makeCollection({
    start: '2026-11-25',
    category: 'paper',
    moved_from: '2026-11-24',
    reason: 'wegens werk aan de weg',
  })
  const later = makeCollection({ start: '2026-11-27', category: 'pmd' })
  const server = serverWith({ municipality: heerlen, collections: [today, next, later] })
  await openPage('/dashboard', { as: municipal, server })
  const found = within(await panel())
  expect((await found.findAllByRole('heading', { level: 3 })).map(({ textContent }) => textContent)).toEqual([
    'Vandaag',
    'woensdag 25 november',
  ])
  expect(found.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'GFTHeerlen 6411',
    'PapierHeerlen 6411Verplaatst van dinsdag 24 november wegens werk aan de weg',
  ])
  expect(server.arrived(listMunicipalCollections)[0]?.query).toEqual({ from: '2026-11-22', to: '2026-11-28' })
})

test('S2.1 shows a provider employee the streams per municipality, without cancelled collections', async () => {
  const server = serverWith(
    { municipality: heerlen, collections: [today, { ...today, category: 'paper', cancelled: true }] },
    {
      municipality: kerkrade,
      collections: ['2026-11-22', '2026-11-24'].map((start) => makeCollection({ start, category: 'pmd' })),
    },
  )
  await openPage('/dashboard', { as: bsgw, server })
  const table = within(await within(await panel()).findByRole('table', { name: 'Wat er per gemeente wordt opgehaald' }))
  expect(table.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Gemeente', 'Gisteren', 'Vandaag', 'Morgen'],
    ['Heerlen', 'Niets', 'GFT', 'Niets'],
    ['Kerkrade', 'PMD', 'Niets', 'PMD'],
  ])
  expect(table.getByRole('link', { name: 'Kerkrade' })).toHaveAttribute('href', '/calendar?municipality=928')
})

test('shows a municipal employee that nothing is collected today', async () => {
  await openPage('/dashboard', { as: municipal, server: serverWith({ municipality: heerlen, collections: [] }) })
  expect(await within(await panel()).findByText('Er wordt niets opgehaald.')).toBeVisible()
})

test('states that the collection days of a municipality were never loaded', async () => {
  const server = serverWith({ municipality: heerlen, collections: [] })
  await openPage('/dashboard', { as: municipal, server, loaded: [] })
  expect(await within(await panel()).findByText('Voor Heerlen zijn nog nooit ophaaldagen ingelezen.')).toBeVisible()
  expect(within(await panel()).queryByText('Er wordt niets opgehaald.')).not.toBeInTheDocument()
})

test.each([
  [[], 'Er zijn nog nooit ophaaldagen ingelezen.'],
  [['collection_days' as const], 'Vandaag wordt er niets opgehaald.'],
])(
  'states for several municipalities with %j that no days were loaded, or that nothing is collected',
  async (...row) => {
    const [loaded, text] = row
    const server = serverWith({ municipality: heerlen, collections: [] }, { municipality: kerkrade, collections: [] })
    await openPage('/dashboard', { as: bsgw, server, loaded })
    expect(await within(await panel()).findByText(text)).toBeVisible()
  },
)

test('states that the collection days of this year are not published yet', async () => {
  const unknown = { collections: [], unpublished: [2026] }
  const server = serverWith({ municipality: heerlen, ...unknown })
  await openPage('/dashboard', { as: municipal, server })
  expect(await within(await panel()).findByText('De ophaaldagen van 2026 zijn nog niet gepubliceerd.')).toBeVisible()
  cleanup()
  const several = serverWith({ municipality: heerlen, ...unknown }, { municipality: kerkrade, collections: [today] })
  await openPage('/dashboard', { as: bsgw, server: several })
  expect(await within(await panel()).findByRole('row', { name: /^Heerlen Nog niet bekend/ })).toBeVisible()
})

test("shows 'Geen gegevens' in the row of a municipality without collection days, instead of 'Niets'", async () => {
  const server = serverWith(
    { municipality: heerlen, collections: [today] },
    { municipality: kerkrade, collections: [] },
  )
  await openPage('/dashboard', { as: bsgw, server, loaded: [] })
  expect(await within(await panel()).findByRole('row', { name: /^Kerkrade Geen gegevens/ })).toBeVisible()
})

test('the panel of collection days is not shown when the calendar has sample data only', async () => {
  document.head.insertAdjacentHTML('beforeend', '<meta name="calendar-source" content="sample">')
  const server = fakeServer()
  await openPage('/dashboard', { as: bsgw, server })
  document.querySelector('[name="calendar-source"]')?.remove()
  expect(screen.queryByRole('region', { name: 'Ophaaldagen' })).not.toBeInTheDocument()
  expect(server.arrived(listMunicipalCollections)).toEqual([])
})
