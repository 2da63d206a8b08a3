import {
  listConnectedAddresses,
  type ShownAddress,
  searchAddresses,
  searchCollectionSystems,
} from '@rd4-loket/contract'
import type { QueryClient } from '@tanstack/react-query'
import { cachedPages } from '../../session/queries.ts'

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
