import { searchAddresses } from '@rd4-loket/contract'
import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'

vi.mock('./LongTableBody.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('S8.4 a long list shows every row when the chunk for long lists is missing', async () => {
  // Test files share a process, so an earlier file may have loaded the real chunk, and a later file needs it.
  vi.resetModules()
  onTestFinished(() => void vi.resetModules())
  const { fakeServer } = await import('../../test/fake-server.ts')
  const { bsgw, makeAddress } = await import('../../test/make.ts')
  const { openPage } = await import('../../test/open-page.tsx')
  const server = fakeServer()
  const found = Array.from({ length: 201 }, (_, index) => makeAddress({ alias: `a${index}`, house_number: index + 1 }))
  server.answer(searchAddresses, () => ({ data: found, meta: { next: null, close: false, truncated: false } }))
  await openPage('/address?street=Akerstraat', { as: bsgw, server })
  await vi.dynamicImportSettled()
  expect(await screen.findByText('Akerstraat 201')).toBeVisible()
  expect(screen.getAllByRole('rowheader', { hidden: true })).toHaveLength(201)
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Zoek adres')
})
