import type { billPurposes } from '@rd4-loket/contract'
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'

type BillPurpose = (typeof billPurposes)[number]

// In the query cache: only in memory, cleared at logout, and dropped half an hour after the address left the screen.
const chosenPurpose = (alias: string) => queryOptions<BillPurpose>({ queryKey: ['purpose', alias], queryFn: skipToken })

/** Returns a function that sets the purpose for which the page of an address shows its data. */
export function useChoosePurpose(alias: string) {
  const client = useQueryClient()
  return (purpose: BillPurpose) => client.setQueryData(chosenPurpose(alias).queryKey, purpose)
}

/** Returns the purpose that the employee chose for an address, and its setter. Undefined: the default of each call. */
export function useAddressPurpose(alias: string) {
  const choosePurpose = useChoosePurpose(alias)
  return { purpose: useQuery(chosenPurpose(alias)).data, choosePurpose }
}

export type AddressPurpose = ReturnType<typeof useAddressPurpose>
