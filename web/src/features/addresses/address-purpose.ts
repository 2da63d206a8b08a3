import type { billPurposes } from '@rd4-loket/contract'
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'

type BillPurpose = (typeof billPurposes)[number]

// In the query cache: only in memory, cleared at logout, and dropped some minutes after the address has left the screen.
const chosenPurpose = (alias: string) => queryOptions<BillPurpose>({ queryKey: ['purpose', alias], queryFn: skipToken })

/** Returns the purpose that the employee chose for an address, and its setter. Undefined: the default of each call. */
export function useAddressPurpose(alias: string) {
  const client = useQueryClient()
  const { queryKey } = chosenPurpose(alias)
  return {
    purpose: useQuery(chosenPurpose(alias)).data,
    choosePurpose: (purpose: BillPurpose) => client.setQueryData(queryKey, purpose),
  }
}

export type AddressPurpose = ReturnType<typeof useAddressPurpose>
