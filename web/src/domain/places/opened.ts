import type { Address, CollectionSystem } from '@rd4-loket/contract'
import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query'

const atMost = 8

// In the cache, so that it stays in memory only and a logout forgets it with everything else.
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
  it: T,
) =>
  client.setQueryData<T[]>(queryKey, (before = []) =>
    [it, ...before.filter(({ alias }) => alias !== it.alias)].slice(0, atMost),
  )

/** The addresses opened since the login, the last one first. */
export const useOpenedAddresses = () => useQuery(openedAddresses).data ?? []

/** Remembers that an address was opened. */
export const rememberAddress = (client: QueryClient, address: Address) => remember(client, openedAddresses, address)

/** The collection systems opened since the login, the last one first. */
export const useOpenedCollectionSystems = () => useQuery(openedCollectionSystems).data ?? []

/** Remembers that a collection system was opened. */
export const rememberCollectionSystem = (client: QueryClient, system: CollectionSystem) =>
  remember(client, openedCollectionSystems, system)
