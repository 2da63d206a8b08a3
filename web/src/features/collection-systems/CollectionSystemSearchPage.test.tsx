import {
  type CollectionSystem,
  listCollectionSystemClearances,
  listCollectionSystemEquipment,
  listConnectedAddresses,
  type Reply,
  searchCollectionSystems,
  showCollectionSystemMeta,
} from '@rd4-loket/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { bsgw, makeCollectionSystem, municipal } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const found = [
  makeCollectionSystem(),
  makeCollectionSystem({
    alias: 's2',
    name: 'Glas en textiel Akerstraat',
    system: { id: 2, name: 'Wijkcontainer' },
    waste_types: ['glass', 'textile'],
    connected_addresses: 0,
  }),
]

const waste_types: Reply<typeof showCollectionSystemMeta>['waste_types'] = [
  { id: 'gft', name: 'GFT' },
  { id: 'glass', name: 'Glas' },
]

function serverThatFinds(systems: CollectionSystem[] = found, next: string | null = null) {
  const server = fakeServer()
  server.answer(showCollectionSystemMeta, () => ({
    systems: [
      { id: 1, name: 'Ondergrondse container' },
      { id: 2, name: 'Wijkcontainer' },
    ],
    waste_types,
  }))
  server.answer(searchCollectionSystems, () => ({ data: systems, meta: { next, close: false, truncated: false } }))
  server.answer(listCollectionSystemEquipment, () => [])
  server.answer(listConnectedAddresses, () => ({ data: [], meta: { next: null } }))
  server.answer(listCollectionSystemClearances, () => ({ data: [], meta: { years: [], updated_until: null } }))
  return server
}

const form = () => screen.getByRole('form', { name: 'Zoek verzamelsysteem' })
const options = (label: string) =>
  within(within(form()).getByLabelText(label))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

test('S2.10 S3.2 the search form has fields for the six address criteria, the waste stream and the system type', async () => {
  await openPage('/collection-system', { as: bsgw, server: serverThatFinds() })
  for (const label of [
    'Postcode',
    'Huisnummer',
    'Toevoeging',
    'Straat',
    'Gemeente',
    'Objectcode',
    'Afvalstroom',
    'Verzamelsysteem',
  ])
    expect(within(form()).getByLabelText(label)).toBeVisible()
})

test('S7.12 offers the waste streams and system types of the server', async () => {
  await openPage('/collection-system', { as: bsgw, server: serverThatFinds() })
  await waitFor(() =>
    expect(options('Verzamelsysteem')).toEqual(['Alle soorten', 'Ondergrondse container', 'Wijkcontainer']),
  )
  expect(options('Afvalstroom')).toEqual(['Alle afvalstromen', 'GFT', 'Glas'])
})

test('S7.12 S8.1 shows errors at the fields whose lists failed to load, and offers the lists from the login', async () => {
  const server = serverThatFinds()
  server.fail(showCollectionSystemMeta, 503, 'De database is even niet bereikbaar.')
  await openPage('/collection-system', { as: bsgw, server })
  await waitFor(() => expect(server.arrived(showCollectionSystemMeta)).toHaveLength(1))
  expect(options('Verzamelsysteem')).toEqual(['Alle soorten', 'Ondergrondse container'])
  expect(options('Afvalstroom')).toContain('Textiel')
  await waitFor(() => {
    for (const label of ['Verzamelsysteem', 'Afvalstroom'])
      expect(within(form()).getByLabelText(label)).toHaveAccessibleDescription(
        /^Niet bijgewerkt. De database is even niet bereikbaar. .* foutcode 503/,
      )
  })
})

test('S2.10 opens the only result of a submitted search at once', async () => {
  const { user, place } = await openPage('/collection-system', {
    as: bsgw,
    server: serverThatFinds([makeCollectionSystem()]),
  })
  await user.type(screen.getByLabelText('Straat'), 'aker{Enter}')
  await waitFor(() => expect(place()).toBe('/collection-system/s1'))
})

test('S2.10 S7.10 searches by the filled-in criteria, and stores them in the URL', async () => {
  const server = serverThatFinds()
  const { user, place } = await openPage('/collection-system', { as: bsgw, server })
  await waitFor(() => expect(options('Afvalstroom')).toHaveLength(3))
  await user.selectOptions(screen.getByLabelText('Afvalstroom'), 'Glas')
  await user.selectOptions(screen.getByLabelText('Verzamelsysteem'), 'Wijkcontainer')
  await user.type(screen.getByLabelText('Straat'), 'aker{Enter}')
  expect(await screen.findByRole('link', { name: 'Akerstraat bij 100' })).toHaveAttribute(
    'href',
    '/collection-system/s1',
  )
  expect(place()).toBe('/collection-system?street=aker&waste_type=glass&collection_system=2')
  expect(server.arrived(searchCollectionSystems)[0]?.body).toEqual({
    municipality_id: null,
    street: 'aker',
    house_number: null,
    house_number_extension: null,
    postal_code: null,
    object_code: null,
    waste_type: 'glass',
    collection_system: 2,
  })
})

test('S7.10 restores the form and the list from the URL, with all eight criteria', async () => {
  const criteria = {
    municipality_id: '917',
    street: 'Akerstraat',
    house_number: '100',
    house_number_extension: 'a',
    postal_code: '6411CD',
    object_code: '0917V000096',
    waste_type: 'gft',
    collection_system: '1',
  }
  const server = serverThatFinds()
  await openPage(`/collection-system?${new URLSearchParams(criteria)}`, { as: bsgw, server })
  expect(await screen.findByRole('table', { name: 'Gevonden verzamelsystemen' })).toBeVisible()
  expect(server.arrived(searchCollectionSystems)[0]?.body).toEqual({
    ...criteria,
    municipality_id: 917,
    collection_system: 1,
  })
  await waitFor(() => expect(screen.getByLabelText('Afvalstroom')).toHaveDisplayValue('GFT'))
  expect(screen.getByLabelText('Verzamelsysteem')).toHaveDisplayValue('Ondergrondse container')
})

test('S7.10 shows the type, town, waste streams and number of addresses of each system', async () => {
  await openPage('/collection-system?street=Akerstraat', { as: bsgw, server: serverThatFinds() })
  const row = (await screen.findByRole('link', { name: 'Akerstraat bij 100' })).closest('tr')
  for (const text of ['Ondergrondse container', '6411 CD Heerlen', 'GFT', 'Restafval', '32'])
    expect(row).toHaveTextContent(text)
  expect(screen.getByRole('heading', { name: '2 verzamelsystemen gevonden' })).toBeVisible()
})

test('shows the criteria of the search when nothing is found', async () => {
  await openPage('/collection-system?street=zzz&waste_type=glass&collection_system=1', {
    as: bsgw,
    server: serverThatFinds([]),
  })
  expect(await screen.findByRole('heading', { name: 'Geen verzamelsystemen gevonden' })).toBeVisible()
  expect(screen.getByText('zzz, Glas, Ondergrondse container')).toBeVisible()
})

test('S2.3 the menu of a provider employee contains the search', async () => {
  await openPage('/collection-system', { as: bsgw, server: serverThatFinds() })
  expect(screen.getByRole('link', { name: 'Zoek verzamelsysteem' })).toHaveAttribute('href', '/collection-system')
})

test('S6.2 denies a municipal employee access', async () => {
  const { server } = await openPage('/collection-system', { as: municipal })
  expect(screen.getByRole('heading', { name: 'Geen toegang' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Zoek verzamelsysteem' })).not.toBeInTheDocument()
  expect(server.arrived(showCollectionSystemMeta)).toEqual([])
})
