import { type CalendarAddressHit, type Reply, searchCalendarAddresses, showCalendar } from '@rd4-loket/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { bsgw, makeAddress, makeCalendarMeta, makeCollection, municipal } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

type FoundMeta = Reply<typeof searchCalendarAddresses>['meta']

const address = (alias: string, house_number_extension: string | null = null): CalendarAddressHit => ({
  kind: 'address',
  ...makeAddress({ alias, house_number_extension }),
})
const street: CalendarAddressHit = {
  kind: 'street',
  street: 'Akerstraat',
  city: 'Heerlen',
  municipality: { id: 917, name: 'Heerlen' },
}

/** A server that finds addresses by the line that is typed. */
function serverWith(found: Record<string, [CalendarAddressHit[], Partial<FoundMeta>?]>) {
  const server = fakeServer()
  server.answer(showCalendar, ({ query }) => ({
    data: [makeCollection()],
    meta: makeCalendarMeta(query.address ? { address: makeAddress({ alias: query.address }) } : { area: null }),
  }))
  server.answer(searchCalendarAddresses, ({ body: { text } }) => {
    const [data, meta] = found[text] ?? [[]]
    const missing = data.length > 0 ? null : { part: 'everything' as const }
    return { data, meta: { more: false, match: 'exact' as const, first_only: false, missing, unused: [], ...meta } }
  })
  return server
}

const field = () => screen.getByRole('combobox', { name: 'Adres' })

test.each([bsgw, municipal])('narrows the calendar to a typed postal code and number with Enter', async (as) => {
  const server = serverWith({ '6411CD 118': [[address('a1')]] })
  const { user, place } = await openPage('/calendar?view=month', { as, server })
  await user.type(field(), '6411CD 118{Enter}')
  expect(await screen.findByText('Akerstraat 118')).toBeVisible()
  expect(place()).toBe('/calendar?view=month&address=a1')
  expect(server.arrived(showCalendar).at(-1)?.query).toMatchObject({ address: 'a1' })
  expect(field()).toHaveFocus()
  expect(field()).toHaveValue('')
})

test('suggests addresses, and opens the marked one', async () => {
  const server = serverWith({ '6411CD 118': [[address('a1'), address('a2', 'b')]] })
  const { user, place } = await openPage('/calendar?view=month', { as: municipal, server })
  await user.type(field(), '6411CD 118')
  const options = within(await screen.findByRole('listbox', { name: 'Adressen' }))
  expect(options.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Akerstraat 1186411 CD Heerlen',
    'Akerstraat 118 b6411 CD Heerlen',
  ])
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(place()).toBe('/calendar?view=month&address=a2')
})

test('completes a chosen street, and asks for the house number', async () => {
  const server = serverWith({
    aker: [[street]],
    'Akerstraat, Heerlen': [[street]],
    'Akerstraat, Heerlen 118': [[address('a1')]],
  })
  const { user, place } = await openPage('/calendar?view=month', { as: municipal, server })
  await user.type(field(), 'aker')
  await user.click(await screen.findByRole('option', { name: /Akerstraat/ }))
  expect(field()).toHaveValue('Akerstraat, Heerlen ')
  expect(await screen.findByText('Typ het huisnummer achter de straat.', { selector: 'div' })).toBeVisible()
  await user.type(field(), '118{Enter}')
  expect(await screen.findByText('Akerstraat 118')).toBeVisible()
  expect(place()).toBe('/calendar?view=month&address=a1')
})

test('names the part that does not exist, and opens a chosen alternative', async () => {
  const within = { postal_code: '6411CD' }
  const server = serverWith({
    '6411CD 120': [[], { missing: { part: 'house_number', within, house_number: 120, nearest: [118] } }],
    '6411 CD 118': [[address('a1')]],
  })
  const { user, place } = await openPage('/calendar?view=month', { as: municipal, server })
  await user.type(field(), '6411CD 120{Enter}')
  expect(await screen.findByText('6411 CD bestaat, nummer 120 niet; wel 118.', { selector: 'div' })).toBeVisible()
  await user.click(screen.getByRole('option', { name: '6411 CD 118' }))
  expect(await screen.findByText('Akerstraat 118')).toBeVisible()
  expect(place()).toBe('/calendar?view=month&address=a1')
})

test('opens the only address with the whole name of the street, and names words that were not used', async () => {
  const server = serverWith({
    'markt 1': [[address('a1'), address('a2')], { first_only: true }],
    'jansen, markt 1': [[address('a1')], { match: 'partial', unused: ['jansen'] }],
  })
  const { user, place } = await openPage('/calendar?view=month', { as: municipal, server })
  await user.type(field(), 'jansen, markt 1{Enter}')
  expect(await screen.findByText('Niet gebruikt: jansen.', { selector: 'div' })).toBeVisible()
  expect(place()).toBe('/calendar?view=month')
  await user.clear(field())
  await user.type(field(), 'markt 1{Enter}')
  await waitFor(() => expect(place()).toBe('/calendar?view=month&address=a1'))
})

test('opens no address that is only similar to the typed one', async () => {
  const server = serverWith({ 'akenstraat 118': [[address('a1')], { match: 'close' }] })
  const { user, place } = await openPage('/calendar?view=month', { as: municipal, server })
  await user.type(field(), 'akenstraat 118{Enter}')
  expect(await screen.findByText('Zo heet geen straat. Dit lijkt erop.', { selector: 'div' })).toBeVisible()
  expect(place()).toBe('/calendar?view=month')
  const options = within(screen.getByRole('listbox', { name: 'Adressen' }))
  expect(await options.findByRole('option', { selected: true })).toHaveTextContent('Akerstraat 118')
})
