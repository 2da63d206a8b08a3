import { ApiError, searchAddresses } from '@rd4-loket/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { bsgw, makeAddress } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const addresses = [
  makeAddress({ alias: 'a1', house_number: 100, object_code: null }),
  makeAddress({ alias: 'a2', house_number: 9, object_code: '0917A2' }),
  makeAddress({ alias: 'a3', house_number: 20, object_code: '0917A3' }),
  makeAddress({ alias: 'a0', house_number: 30, object_code: '0917A4' }),
]

async function openAddresses({ search = '', next = null as string | null, fails = false, rows = addresses } = {}) {
  const server = fakeServer()
  server.answer(searchAddresses, ({ body }) => {
    if (fails && body.cursor) throw new ApiError(503, 'De database is even niet bereikbaar.')
    return { data: rows, meta: { next, close: false, truncated: false } }
  })
  const page = await openPage('/address', { as: bsgw, server })
  // The code of the result must not load within the first render: React leaves out what loads in an `act` that ended.
  page.router.history.push(`/address?street=Akerstraat${search}`)
  await screen.findByRole('table', { name: 'Gevonden adressen' })
  return { ...page, server }
}

const header = (name: string) => screen.getByRole('columnheader', { name })
const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)

test('a header sorts the found addresses, compares house numbers as numbers, and stores the order in the URL', async () => {
  const { user, place } = await openAddresses()
  expect(names()).toEqual(['Akerstraat 100', 'Akerstraat 9', 'Akerstraat 20', 'Akerstraat 30'])
  within(header('Adres')).getByRole('button').focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(names()).toEqual(['Akerstraat 9', 'Akerstraat 20', 'Akerstraat 30', 'Akerstraat 100']))
  expect(header('Adres')).toHaveAttribute('aria-sort', 'ascending')
  expect(place()).toBe('/address?street=Akerstraat&sort=Adres')
  expect(within(header('Adres')).getByRole('button')).toHaveFocus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(header('Adres')).toHaveAttribute('aria-sort', 'descending'))
  expect(place()).toBe('/address?street=Akerstraat&sort=-Adres')
  expect(header('Postcode')).not.toHaveAttribute('aria-sort')
})

test.each(['Objectcode', '-Objectcode'])(
  'lists addresses without an object code last in the order %s',
  async (sort) => {
    await openAddresses({ search: `&sort=${sort}` })
    expect(names().at(-1)).toBe('Akerstraat 100')
  },
)

test('returns from an address to the list in the chosen order', async () => {
  const { user } = await openAddresses({ search: '&sort=-Adres' })
  expect(names()).toEqual(['Akerstraat 100', 'Akerstraat 30', 'Akerstraat 20', 'Akerstraat 9'])
  await user.click(screen.getByRole('link', { name: 'Akerstraat 20' }))
  const back = await screen.findByRole('link', { name: 'Terug naar de zoekresultaten' })
  expect(back).toHaveAttribute('href', '/address?street=Akerstraat&sort=-Adres')
})

const loadedMeta = (next: string | null) => ({ next, close: false, truncated: false })

test('a header loads the remaining pages, announces only their total, sorts all rows and keeps the focus', async () => {
  const { user, server, place } = await openAddresses({ next: 'more' })
  const last = Promise.withResolvers<void>()
  server.answer(searchAddresses, async ({ body }) => {
    if (body.cursor === 'more')
      return { data: [makeAddress({ alias: 'a4', house_number: 7 })], meta: loadedMeta('last') }
    await last.promise
    return { data: [makeAddress({ alias: 'a5', house_number: 8 })], meta: loadedMeta(null) }
  })
  await user.click(within(header('Adres')).getByRole('button'))
  expect(await screen.findByText('Alle rijen worden geladen. Daarna staan ze op volgorde.')).toBeVisible()
  await waitFor(() => expect(names().at(-1)).toBe('Akerstraat 7'))
  expect(header('Adres')).not.toHaveAttribute('aria-sort')
  const announced = (text: string) => screen.queryByText(text, { selector: '[role=status]' })
  expect(announced('5 adressen, er zijn er meer')).not.toBeInTheDocument()
  last.resolve()
  const sorted = [7, 8, 9, 20, 30, 100].map((number) => `Akerstraat ${number}`)
  await waitFor(() => expect(names()).toEqual(sorted))
  await waitFor(() => expect(announced('6 adressen gevonden')).toBeInTheDocument())
  expect(header('Adres')).toHaveAttribute('aria-sort', 'ascending')
  expect(within(header('Adres')).getByRole('button')).toHaveFocus()
  expect(place()).toBe('/address?street=Akerstraat&sort=Adres')
  expect(server.arrived(searchAddresses)[1]?.body).toMatchObject({ cursor: 'more', limit: 100 })
})

test.each([
  { next: 'more', buttons: 5 },
  { next: null, buttons: 0 },
])('three rows, of which the next page is $next, have $buttons sort buttons', async ({ next, buttons }) => {
  await openAddresses({ next, rows: addresses.slice(0, 3) })
  const table = within(screen.getByRole('table', { name: 'Gevonden adressen' }))
  const headers = table.getAllByRole('columnheader')
  expect(headers.flatMap((column) => within(column).queryAllByRole('button'))).toHaveLength(buttons)
})

test('an order in the URL loads all pages, stops at a failed page, and continues after a retry', async () => {
  const { user, server } = await openAddresses({ search: '&sort=Adres', next: 'more', fails: true })
  expect(await screen.findByRole('alert')).toHaveTextContent('De database is even niet bereikbaar.')
  expect(names()).toEqual(['Akerstraat 100', 'Akerstraat 9', 'Akerstraat 20', 'Akerstraat 30'])
  expect(server.arrived(searchAddresses)).toHaveLength(2)
  server.answer(searchAddresses, () => ({
    data: [makeAddress({ alias: 'a4', house_number: 7 })],
    meta: loadedMeta(null),
  }))
  await user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }))
  const sorted = [7, 9, 20, 30, 100].map((number) => `Akerstraat ${number}`)
  await waitFor(() => expect(names()).toEqual(sorted))
})

test('a list of more than 2,000 rows is not sorted, says why, and its header keeps the focus', async () => {
  const { user, server } = await openAddresses({ next: 'more' })
  const many = Array.from({ length: 2000 }, (_, at) => makeAddress({ alias: `b${at}`, house_number: 9000 - at }))
  server.answer(searchAddresses, () => ({ data: many, meta: loadedMeta('more') }))
  await user.click(within(header('Adres')).getByRole('button'))
  const reason =
    'Deze lijst heeft meer dan 2.000 rijen en is niet gesorteerd. Zoek gerichter, of sorteer de lijst in Excel.'
  expect(await screen.findByText(reason)).toBeVisible()
  // Only a part of a long list is in the page. The server returned the highest house numbers first.
  const [last, beforeLast] = names()
    .toReversed()
    .map((name) => Number(name.replace(/\D/g, '')))
  expect(last).toBe((beforeLast ?? 0) - 1)
  const button = within(header('Adres')).getByRole('button')
  expect(button).toHaveFocus()
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(server.arrived(searchAddresses)).toHaveLength(2)
})
