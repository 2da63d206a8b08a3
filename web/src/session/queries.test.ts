import {
  listAddressEquipment,
  listConnectedAddresses,
  listMunicipalities,
  listPickupAppointments,
  searchAddresses,
  showAddress,
} from '@rd4-loket/contract'
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer } from '../test/fake-server.ts'
import { storeToken } from './api.ts'
import { hasExtraCalls } from './offered.tsx'
import { backgroundQuery, cacheKey, invalidate, prefetch, query, queryPages } from './queries.ts'

afterEach(() => vi.useRealTimers())

/** Returns the number of ms until a query has its data, when the server replies after `delay` ms. */
async function loadTime(delay: number, options = query(listMunicipalities, {})) {
  vi.useFakeTimers()
  storeToken({ access_token: 'token', token_type: 'bearer', expires_in: 3600 })
  const server = fakeServer()
  server.answer(listMunicipalities, () => new Promise((resolve) => setTimeout(() => resolve([]), delay)))
  const start = performance.now()
  const loaded = new QueryClient().fetchQuery(options).then(() => performance.now() - start)
  await vi.advanceTimersByTimeAsync(2000)
  return loaded
}

test.each([
  ['before the loading state appears is not delayed', 199, 199],
  ['just after the loading state has appeared is delayed until 400 ms', 201, 400],
  ['after the loading state was shown for 200 ms is not delayed', 401, 401],
])('S9.3 a reply %s', async (_, delay, time) => {
  expect(await loadTime(delay)).toBe(time)
})

test('S9.3 a call without a loading state is never delayed', async () => {
  expect(await loadTime(201, backgroundQuery(listMunicipalities, {}))).toBe(201)
})

test('S7.15 a query and a preload run only when the server offers the call', async () => {
  const server = fakeServer()
  server.answer(showAddress, () => new Promise(() => {}))
  const client = new QueryClient()
  const run = (endpoint: typeof showAddress | typeof listPickupAppointments) => {
    new QueryObserver(client, query(endpoint, { params: { alias: 'a1' } })).subscribe(() => {})
    new InfiniteQueryObserver(
      client,
      queryPages(listConnectedAddresses, { params: { alias: 'a1' }, query: {} }),
    ).subscribe(() => {})
    void prefetch(client, endpoint, { params: { alias: 'a2' } })
  }
  hasExtraCalls.write(false)
  storeToken({ access_token: 'token', token_type: 'bearer', expires_in: 3600 })
  run(listPickupAppointments)
  run(showAddress)
  await vi.waitFor(() => expect(server.arrived(showAddress)).toHaveLength(2))
  expect(server.arrived(listPickupAppointments)).toEqual([])
  expect(server.arrived(listConnectedAddresses)).toEqual([])
  hasExtraCalls.write(true)
  run(listPickupAppointments)
  await vi.waitFor(() => expect(server.arrived(listPickupAppointments)).toHaveLength(2))
  expect(server.arrived(listConnectedAddresses)).toHaveLength(1)
})

test('a reload after a change ignores a call that started before the change', async () => {
  const client = new QueryClient()
  const early = Promise.withResolvers<string>()
  const queryFn = vi.fn<() => Promise<string>>().mockReturnValueOnce(early.promise).mockResolvedValueOnce('new')
  const queryKey = cacheKey(listMunicipalities, {})
  new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {})
  const reloaded = invalidate(client, listMunicipalities)
  early.resolve('old')
  await reloaded
  expect(client.getQueryData(queryKey)).toBe('new')
})

test('a change reloads the replies of the endpoints that it names, whatever their input, and no others', async () => {
  const client = new QueryClient()
  const first = cacheKey(showAddress, { params: { alias: 'first' } })
  const second = cacheKey(showAddress, { params: { alias: 'second' } }, 'aanslag_bezwaar')
  const below = cacheKey(listAddressEquipment, { params: { alias: 'first' } })
  const other = cacheKey(searchAddresses, {})
  const keys = [first, second, below, other]
  for (const key of keys) client.setQueryData(key, 'something')
  await invalidate(client, showAddress, searchAddresses)
  expect(keys.filter((key) => client.getQueryState(key)?.isInvalidated)).toEqual([first, second, other])
})
