import { listRollIssues, searchAddresses, searchCollectionSystems, showCalendar } from '@rd4-loket/contract'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { messages, showMessage } from '../kit/page/Messages.tsx'
import { bsgw } from '../test/make.ts'
import { mayHaveSession, storeToken } from './api.ts'
import { type ClientArea, resetArea } from './client-areas.ts'
import { menuQuery } from './menu.ts'
import { readStoredMeta, storeMeta } from './meta-store.ts'
import { type Session, sessionQuery } from './session.ts'

const meta = { municipalities: [{ id: 917, name: 'Heerlen' }], systems: [], waste_types: [] }

// Fills each area, and returns functions that check whether the content of an area still exists.
function fillEveryArea() {
  const client = new QueryClient()
  const isCached = (...queryKey: unknown[]) => {
    client.setQueryData(queryKey, ['something'])
    return () => client.getQueryData(queryKey) !== undefined
  }
  client.setQueryData(menuQuery.queryKey, { collapsed: true, open: false, enabled: false })
  client.setQueryData(sessionQuery.queryKey, { user: bsgw, ...meta } as Session)
  storeToken({ access_token: 'x', token_type: 'bearer', expires_in: 3600 })
  storeMeta(meta)
  showMessage('Opgeslagen')
  const seen: Partial<Record<ClientArea, () => boolean>> = {
    addresses: isCached('POST', searchAddresses.path, {}),
    'collection-systems': isCached('POST', searchCollectionSystems.path, {}),
    menu: () => client.getQueryData(menuQuery.queryKey) !== undefined,
    messages: () => messages.read().length > 0,
    meta: () => readStoredMeta().municipalities.length > 0,
    resident: isCached('GET', listRollIssues.path, {}),
    user: () => client.getQueryData(sessionQuery.queryKey) !== null && mayHaveSession(),
    'waste-calendar': isCached('GET', showCalendar.path, 'sample'),
  }
  return { client, seen }
}

const areas = Object.keys(fillEveryArea().seen) as ClientArea[]

test.each(areas)('S3.13 resets the area %s, and no other area', (area) => {
  const { client, seen } = fillEveryArea()
  resetArea[area](client)
  const left = areas.filter((other) => seen[other]?.())
  expect(left).toEqual(areas.filter((other) => other !== area))
})

test('S3.13 resets the area app: queries in flight are cancelled', async () => {
  const client = new QueryClient()
  const stopped = new Promise<void>((resolve) => {
    client
      .fetchQuery({
        queryKey: ['slow'],
        queryFn: ({ signal }) =>
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
        retry: false,
      })
      .catch(() => resolve())
  })
  expect(client.isFetching()).toBe(1)
  resetArea.app(client)
  await stopped
  expect(client.isFetching()).toBe(0)
})

test('S3.7 stores municipalities, systems and waste types in local storage, without the employee', () => {
  storeMeta({ ...meta, user: bsgw } as never)
  expect(JSON.parse(localStorage.getItem('loket.meta') ?? '')).toEqual(meta)
  localStorage.setItem('loket.meta', 'not ours')
  expect(readStoredMeta()).toEqual({ municipalities: [], systems: [], waste_types: [] })
})
