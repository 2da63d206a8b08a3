import { listAddressEquipment, showAddress } from '@rd4-loket/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeServer } from '../test/fake-server.ts'
import { bsgw, makeAddress } from '../test/make.ts'
import { openPage } from '../test/open-page.tsx'
import { everyClient } from './contact-frames.ts'

const numbers: Record<string, number> = { a1: 118, a2: 14 }

function serverWithTwo() {
  const server = fakeServer()
  server.answer(showAddress, ({ params: { alias = '' } }) => ({
    retired_on: null,
    ...makeAddress({ alias, house_number: numbers[alias] ?? 0 }),
  }))
  return server
}

test('shows nothing of the previous customer after a switch, and has the first one at once after the way back', async () => {
  const server = serverWithTwo()
  const { router, client } = await openPage('/address/a1', { as: bsgw, server })
  expect(await screen.findByRole('heading', { name: 'Akerstraat 118' })).toBeVisible()
  await waitFor(() => expect(server.arrived(listAddressEquipment)).toHaveLength(1))
  await act(() => router.navigate({ to: '/address/$alias', params: { alias: 'a2' } }))
  expect(await screen.findByRole('heading', { name: 'Akerstraat 14' })).toBeVisible()
  expect(document.body.textContent).not.toContain('Akerstraat 118')
  const [, first, second] = everyClient(client)
  const aliasesIn = (of = client) =>
    new Set(
      of
        .getQueryCache()
        .getAll()
        .flatMap(({ queryKey }) => /"alias":"(a\d)"/.exec(JSON.stringify(queryKey))?.[1] ?? []),
    )
  expect([aliasesIn(first), aliasesIn(second)]).toEqual([new Set(['a1']), new Set(['a2'])])
  await act(() => router.navigate({ to: '/address/$alias', params: { alias: 'a1' } }))
  expect(screen.getByRole('heading', { name: 'Akerstraat 118' })).toBeVisible()
  expect(server.arrived(showAddress).map(({ params }) => params['alias'])).toEqual(['a1', 'a2'])
})

test('removes the data of a customer five minutes after a switch, and at a logout', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    const { router, client } = await openPage('/address/a1', { as: bsgw, server: serverWithTwo() })
    expect(await screen.findByRole('heading', { name: 'Akerstraat 118' })).toBeVisible()
    await act(() => router.navigate({ to: '/dashboard' }))
    const [, frame] = everyClient(client)
    await act(() => vi.advanceTimersByTimeAsync(5 * 60_000 - 10_000))
    expect(everyClient(client)).toHaveLength(2)
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(everyClient(client)).toHaveLength(1)
    expect(frame?.getQueryCache().getAll()).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})
