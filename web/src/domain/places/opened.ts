import {
  type Address,
  addOpenedPlace,
  type CollectionSystem,
  listConnectedAddresses,
  listOpenedPlaces,
  type OpenedPlace,
  type ShownAddress,
  searchAddresses,
  searchCollectionSystems,
} from '@rd4-loket/contract'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../session/api.ts'
import { isOffered } from '../../session/offered.tsx'
import { cachedPages, cacheKey } from '../../session/queries.ts'

const maxOpened = 12

// The server stores the list in the session. The browser has it only in memory, and a logout clears it. A server that
// implements only the specification stores no list: then the list is empty after a reload.
const openedQuery = queryOptions<OpenedPlace[]>({
  queryKey: cacheKey(listOpenedPlaces),
  queryFn: () => (isOffered(listOpenedPlaces) ? call(listOpenedPlaces, {}, { withoutLogin: true }) : []),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Returns the addresses and collection systems opened since the login, latest first. */
export const useOpened = () => useQuery(openedQuery).data ?? []

/** Returns the alias of the address or collection system that was opened last. */
export const useLastOpened = (kind: OpenedPlace['kind']) => useOpened().find((place) => place.kind === kind)?.alias

const systemPlace = ({ alias, name, system, city, object_code }: CollectionSystem): OpenedPlace => ({
  kind: 'collection_system',
  alias,
  name,
  system: system.name,
  city,
  object_code,
})

/** Adds a loaded place to the list. A failure is ignored: the list is only a shortcut. */
async function remember(client: QueryClient, place: OpenedPlace) {
  await client.ensureQueryData(openedQuery).catch(() => {})
  client.setQueryData(openedQuery.queryKey, (before = []) =>
    [place, ...before.filter(({ alias }) => alias !== place.alias)].slice(0, maxOpened),
  )
  const { kind, alias } = place
  if (isOffered(addOpenedPlace))
    await call(addOpenedPlace, { body: { kind, alias } }, { withoutLogin: true }).catch(() => {})
}

/** Adds the shown address to the list of opened places. */
export function useRememberAddress(address: Address | undefined) {
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reload of the same address does not open it again.
  useEffect(() => {
    if (address) void remember(client, { kind: 'address', ...address })
  }, [client, address?.alias])
}

/** Adds the shown collection system to the list of opened places. */
export function useRememberSystem(system: CollectionSystem | undefined) {
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reload of the same system does not open it again.
  useEffect(() => {
    if (system) void remember(client, systemPlace(system))
  }, [client, system?.alias])
}

const suggestedKey = ['suggested address']

/** Only a suggestion for a former number can be a retired address. */
type CachedAddress = Address & { retired_on?: string | undefined }

/** Stores the address of a chosen suggestion, to show until its page has loaded. */
export const rememberSuggested = (client: QueryClient, address: CachedAddress) =>
  client.setQueryData(suggestedKey, address)

/**
 * Returns an address from a cached list or from the chosen suggestion, to show until its page has loaded.
 */
export function cachedAddress(client: QueryClient, alias: string): ShownAddress | undefined {
  const pages = [...cachedPages(client, searchAddresses), ...cachedPages(client, listConnectedAddresses)]
  const opened = (client.getQueryData(openedQuery.queryKey) ?? []).flatMap((place) =>
    place.kind === 'address' ? place : [],
  )
  const suggested = client.getQueryData<CachedAddress>(suggestedKey) ?? []
  const address = [...pages.flatMap(({ data }) => data), ...opened].concat(suggested).find((row) => row.alias === alias)
  return address && { retired_on: null, ...address }
}

/** Returns a collection system from a cached list, to show until its page has loaded. */
export const cachedCollectionSystem = (client: QueryClient, alias: string) =>
  cachedPages(client, searchCollectionSystems)
    .flatMap(({ data }) => data)
    .find((row) => row.alias === alias)
