import { listAddressEquipment, listMunicipalities, searchAddresses, showAddress } from '@rd4-loket/contract'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer } from '../test/fake-server.ts'
import { storeToken } from './api.ts'
import { backgroundQuery, cacheKey, invalidate, query } from './queries.ts'

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
