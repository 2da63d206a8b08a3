import { searchAddresses } from '@rd4-loket/contract'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { bsgw, makeAddress } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

vi.mock('./LongTableBody.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('S8.4 a long list shows every row when the chunk for long lists is missing', async () => {
  const server = fakeServer()
  const found = Array.from({ length: 201 }, (_, index) => makeAddress({ alias: `a${index}`, house_number: index + 1 }))
  server.answer(searchAddresses, () => ({ data: found, meta: { next: null, close: false, truncated: false } }))
  await openPage('/address?street=Akerstraat', { as: bsgw, server })
  await vi.dynamicImportSettled()
  expect(await screen.findByText('Akerstraat 201')).toBeVisible()
  expect(screen.getAllByRole('rowheader', { hidden: true })).toHaveLength(201)
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Zoek adres')
})
