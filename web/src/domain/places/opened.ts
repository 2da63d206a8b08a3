import {
  type Address,
  type CollectionSystem,
  listConnectedAddresses,
  type ShownAddress,
  searchAddresses,
  searchCollectionSystems,
} from '@rd4-loket/contract'
import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { cachedPages } from '../../session/queries.ts'

const maxOpened = 8

// Stored in the query cache, so that it stays in memory and is cleared at logout.
const opened = <T extends { alias: string }>(kind: string) =>
  queryOptions<T[]>({
    queryKey: ['opened', kind],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
const openedAddresses = opened<Address>('addresses')
const openedCollectionSystems = opened<CollectionSystem>('collection systems')

const remember = <T extends { alias: string }>(
  client: QueryClient,
  { queryKey }: { queryKey: readonly unknown[] },
  item: T,
) =>
  client.setQueryData<T[]>(queryKey, (before = []) =>
    [item, ...before.filter(({ alias }) => alias !== item.alias)].slice(0, maxOpened),
  )

/** The addresses opened since the login, latest first. */
export const useOpenedAddresses = () => useQuery(openedAddresses).data ?? []

export const rememberAddress = (client: QueryClient, address: Address) => remember(client, openedAddresses, address)

/** The collection systems opened since the login, latest first. */
export const useOpenedCollectionSystems = () => useQuery(openedCollectionSystems).data ?? []

export const rememberCollectionSystem = (client: QueryClient, system: CollectionSystem) =>
  remember(client, openedCollectionSystems, system)

/** Returns an address from a cached list, to show until its page has loaded. Lists contain no retired addresses. */
export function cachedAddress(client: QueryClient, alias: string): ShownAddress | undefined {
  const pages = [...cachedPages(client, searchAddresses), ...cachedPages(client, listConnectedAddresses)]
  const address = pages.flatMap(({ data }) => data).find((row) => row.alias === alias)
  return address && { ...address, retired_on: null }
}

/** Returns a collection system from a cached list, to show until its page has loaded. */
export const cachedCollectionSystem = (client: QueryClient, alias: string) =>
  cachedPages(client, searchCollectionSystems)
    .flatMap(({ data }) => data)
    .find((row) => row.alias === alias)
