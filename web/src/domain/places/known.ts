import {
  type Address,
  type CollectionSystem,
  type Endpoint,
  listConnectedAddresses,
  type ShownAddress,
  searchAddresses,
  searchCollectionSystems,
} from '@rd4-loket/contract'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'

const lists = <T>(client: QueryClient, { method, path }: Endpoint) =>
  client
    .getQueriesData<InfiniteData<{ data: T[] }>>({ queryKey: [method, path] })
    .flatMap(([, list]) => list?.pages.flatMap(({ data }) => data) ?? [])

/** What a list that was shown told of an address, to show before its page has come. A list names none that retired. */
export function knownAddress(client: QueryClient, alias: string): ShownAddress | undefined {
  const known = [...lists<Address>(client, searchAddresses), ...lists<Address>(client, listConnectedAddresses)]
  const address = known.find((it) => it.alias === alias)
  return address && { ...address, retired_on: null }
}

/** What a list that was shown told of a collection system, to show before its page has come. */
export const knownCollectionSystem = (client: QueryClient, alias: string) =>
  lists<CollectionSystem>(client, searchCollectionSystems).find((it) => it.alias === alias)
