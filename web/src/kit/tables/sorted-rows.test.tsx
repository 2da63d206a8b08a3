import { searchAddresses } from '@rd4-loket/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { bsgw, makeAddress } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const addresses = [
  makeAddress({ alias: 'a1', house_number: 100, object_code: null }),
  makeAddress({ alias: 'a2', house_number: 9, object_code: '0917A2' }),
  makeAddress({ alias: 'a3', house_number: 20, object_code: '0917A3' }),
]

async function openAddresses({ search = '', next = null as string | null } = {}) {
  const server = fakeServer()
  server.answer(searchAddresses, () => ({ data: addresses, meta: { next, close: false, truncated: false } }))
  const page = await openPage(`/address?street=Akerstraat${search}`, { as: bsgw, server })
  await screen.findByRole('table', { name: 'Gevonden adressen' })
  return page
}

const header = (name: string) => screen.getByRole('columnheader', { name })
const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)

test('a header sorts the found addresses, compares house numbers as numbers, and stores the order in the URL', async () => {
  const { user, place } = await openAddresses()
  expect(names()).toEqual(['Akerstraat 100', 'Akerstraat 9', 'Akerstraat 20'])
  within(header('Adres')).getByRole('button').focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(names()).toEqual(['Akerstraat 9', 'Akerstraat 20', 'Akerstraat 100']))
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
  expect(names()).toEqual(['Akerstraat 100', 'Akerstraat 20', 'Akerstraat 9'])
  await user.click(screen.getByRole('link', { name: 'Akerstraat 20' }))
  const back = await screen.findByRole('link', { name: 'Terug naar de zoekresultaten' })
  expect(back).toHaveAttribute('href', '/address?street=Akerstraat&sort=-Adres')
})

test('offers no sort buttons while the list has more rows, and says why above the headers', async () => {
  await openAddresses({ search: '&sort=Adres', next: 'more' })
  expect(names()).toEqual(['Akerstraat 100', 'Akerstraat 9', 'Akerstraat 20'])
  expect(within(header('Adres')).queryByRole('button')).not.toBeInTheDocument()
  const reason = screen.getByText('U kunt de lijst sorteren als alle rijen er staan.')
  expect(reason.compareDocumentPosition(header('Adres'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
