import { listAddressEquipment, listNearbySystems, showAddress } from '@rd4-loket/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { bsgw, makeEquipment, makeNearbySystem, makeShownAddress } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const location = { lon: 5.9826, lat: 50.8868 }
const underground = makeNearbySystem({
  alias: 's1',
  name: 'Akerstraat bij 100',
  waste_types: ['paper', 'residual_waste'],
  distance_metres: 1240,
  municipality: { id: 928, name: 'Kerkrade' },
  out_of_order: ['paper'],
})

function serverWithNearby() {
  const server = fakeServer()
  server.answer(showAddress, () => makeShownAddress({ location }))
  server.answer(listAddressEquipment, () => [
    makeEquipment({ kind: 'ondergronds', collection_system: { alias: 's1', name: 'Akerstraat bij 100' } }),
  ])
  server.answer(listNearbySystems, ({ query }) => (query.stream === 'diaper' ? [] : [makeNearbySystem(), underground]))
  return server
}

async function open(server = serverWithNearby()) {
  const opened = await openPage('/address/a1', { as: bsgw, server })
  const showMap = await screen.findByRole('button', { name: 'Toon de kaart' })
  await opened.user.click(showMap)
  return opened
}
const panel = () => within(screen.getByRole('region', { name: 'Verzamelsystemen in de buurt' }))
const list = () => panel().findByRole('table', { name: /afstand hemelsbreed/ })
const map = () => screen.getByRole('group', { name: 'Kaart rond Akerstraat 118' })
const pins = () => [...map().querySelectorAll('a')]
const tiles = () => [...map().querySelectorAll('img')].map(({ src }) => src)

function setPage(name: string, content: string) {
  const meta = Object.assign(document.createElement('meta'), { name, content })
  document.head.append(meta)
}
afterEach(() => {
  for (const meta of document.head.querySelectorAll('meta')) meta.remove()
})

test('lists nearby systems by distance, with their waste streams and malfunctions', async () => {
  await open()
  const [, first, second] = within(await list()).getAllByRole('row')
  expect(first).toHaveTextContent('1Glas en textiel DomstraatGlas, Textiel240 m')
  expect(second).toHaveTextContent('Akerstraat bij 100')
  for (const text of ['Heeft toegang', 'Kerkrade', 'Storing: Papier', '1,2 km']) expect(second).toHaveTextContent(text)
  expect(first).not.toHaveTextContent('Heeft toegang')
  expect(first).not.toHaveTextContent('Heerlen')
})

test('shows the map of an address only on request, and hides it again', async () => {
  const { user } = await openPage('/address/a1', { as: bsgw, server: serverWithNearby() })
  await list()
  expect(screen.queryByRole('group', { name: /Kaart/ })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Toon de kaart' }))
  expect(map()).toBeVisible()
  const hide = screen.getByRole('button', { name: 'Verberg de kaart' })
  expect(hide).toHaveAttribute('aria-expanded', 'true')
  await user.click(hide)
  expect(screen.queryByRole('group', { name: /Kaart/ })).not.toBeInTheDocument()
})

test('lists the keys of the map in the dialog that ? opens', async () => {
  const { user } = await open()
  await list()
  await user.click(document.body)
  await user.keyboard('?')
  const keys = within(await screen.findByRole('dialog', { name: 'Toetsen op deze pagina' }))
  expect(await keys.findByRole('heading', { name: 'Op de kaart' })).toBeVisible()
  expect(keys.getByText('De kaart verschuiven')).toBeVisible()
})

test('draws the systems on a map without requests to another host', async () => {
  await open()
  await list()
  expect(pins().map(({ textContent }) => textContent)).toEqual(['1', '2'])
  expect(pins()[1]).toHaveAttribute('href', '/collection-system/s1')
  // The icon of the pin, and the icons of its two streams.
  expect(pins()[1]?.querySelectorAll('svg')).toHaveLength(3)
  expect(tiles()).toEqual([])
  expect(map()).toHaveTextContent('N')
})

test('draws map tiles and their credit when the settings name a tile server', async () => {
  setPage('map-tiles', 'https://tiles.example/{z}/{x}/{y}.png')
  setPage('map-credit', 'Kaart: Kadaster')
  await open()
  await list()
  expect(tiles().length).toBeGreaterThan(3)
  for (const tile of tiles()) expect(tile).toMatch(/^https:\/\/tiles\.example\/\d+\/\d+\/\d+\.png$/)
  expect(map()).toHaveTextContent('Kaart: Kadaster')
})

test('highlights the row of the pin under the mouse, and the pin of the focused row', async () => {
  const { user } = await open()
  const row = within(await list()).getAllByRole('row')[2] as HTMLElement
  await user.hover(pins()[1] as Element)
  expect(row).toHaveAttribute('data-pointed')
  await user.unhover(pins()[1] as Element)
  expect(row).not.toHaveAttribute('data-pointed')
  within(row).getByRole('link').focus()
  await waitFor(() => expect(pins()[1]).toHaveAttribute('data-pointed'))
})

test('pans and zooms with keys, buttons and mouse, and shows the whole map again on request', async () => {
  const { user } = await open()
  await list()
  const position = () => pins()[0]?.style.cssText
  const initial = position()
  const expectMoveAndReset = async (act: () => unknown) => {
    await act()
    await waitFor(() => expect(position()).not.toBe(initial))
    await user.click(screen.getByRole('button', { name: 'Toon de hele kaart' }))
    await waitFor(() => expect(position()).toBe(initial))
  }
  for (const key of ['{ArrowLeft}', '{ArrowRight}', '{ArrowUp}', '{ArrowDown}', '+', '-'])
    await expectMoveAndReset(() => {
      map().focus()
      return user.keyboard(key)
    })
  for (const name of ['Zoom in', 'Zoom uit'])
    await expectMoveAndReset(() => user.click(screen.getByRole('button', { name })))
  await expectMoveAndReset(() => fireEvent.click(map(), { clientX: 80, clientY: 60 }))
  await expectMoveAndReset(() => fireEvent.doubleClick(map()))
  map().focus()
  await user.keyboard('+0')
  expect(position()).toBe(initial)
})

test('filters by waste stream, and shows a message when no nearby system accepts that stream', async () => {
  const { user, server } = await open()
  await list()
  await user.selectOptions(panel().getByLabelText('Afvalstroom'), 'Luiers')
  expect(await panel().findByText('In de buurt staat geen verzamelsysteem voor luiers in gebruik.')).toBeVisible()
  expect(server.arrived(listNearbySystems).at(-1)?.query).toEqual({ stream: 'diaper' })
  expect(pins()).toEqual([])
})

test('shows a message instead of a map when the location is unknown', async () => {
  const server = serverWithNearby()
  server.answer(showAddress, () => makeShownAddress({ location: null }))
  await openPage('/address/a1', { as: bsgw, server })
  expect(await panel().findByText('Het is niet bekend waar dit op de kaart ligt.')).toBeVisible()
  expect(screen.queryByRole('group', { name: /Kaart/ })).not.toBeInTheDocument()
})
