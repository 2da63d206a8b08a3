import {
  type Address,
  type CollectionSystem,
  listConnectedAddresses,
  type ShownAddress,
  searchAddresses,
  searchCollectionSystems,
} from '@rd4-loket/contract'
import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { cachedPages } from '../../session/queries.ts'

type OpenedPlace = { addresses: Address; 'collection systems': CollectionSystem }
type Kind = keyof OpenedPlace

const maxOpened = 8

// This list is stored in the query cache: only in memory, and cleared at logout.
const opened = <K extends Kind>(kind: K) =>
  queryOptions<OpenedPlace[K][]>({
    queryKey: ['opened', kind],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** Returns the addresses or collection systems opened since the login, latest first. */
export const useOpened = <K extends Kind>(kind: K) => useQuery(opened(kind)).data ?? []

/** Adds a loaded address or collection system to the list of opened ones. */
export function useRemember<K extends Kind>(kind: K, place: OpenedPlace[K] | undefined) {
  const client = useQueryClient()
  useEffect(() => {
    if (!place) return
    client.setQueryData<OpenedPlace[K][]>(['opened', kind], (before = []) =>
      [place, ...before.filter(({ alias }) => alias !== place.alias)].slice(0, maxOpened),
    )
  }, [client, kind, place])
}

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
