import type { Address } from '@rd4-loket/contract'
import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query'

const atMost = 8

// In the cache, so that it stays in memory only and a logout forgets it with everything else.
const openedAddresses = queryOptions<Address[]>({
  queryKey: ['opened addresses'],
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** The addresses opened since the login, the last one first. */
export const useOpenedAddresses = () => useQuery(openedAddresses).data ?? []

/** Remembers that an address was opened. */
export const rememberAddress = (client: QueryClient, address: Address) =>
  client.setQueryData(openedAddresses.queryKey, (before = []) =>
    [address, ...before.filter(({ alias }) => alias !== address.alias)].slice(0, atMost),
  )
