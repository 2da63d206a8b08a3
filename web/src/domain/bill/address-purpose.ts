import { type billPurposes, showAddress } from '@rd4-loket/contract'
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { cacheKey } from '../../session/queries.ts'

type BillPurpose = (typeof billPurposes)[number]

// The query cache holds the choice in memory, until logout or 30 minutes after the page of the address closes.
const chosenPurpose = (alias: string) =>
  queryOptions<BillPurpose>({ queryKey: cacheKey(showAddress, 'purpose', alias), queryFn: skipToken })

/** Returns a function that sets the purpose for which the page of an address shows its data. */
export function useChoosePurpose(alias: string) {
  const client = useQueryClient()
  return (purpose: BillPurpose) => client.setQueryData(chosenPurpose(alias).queryKey, purpose)
}

/** Returns the purpose that the employee chose for an address, and its setter. Undefined means each call's default. */
export function useAddressPurpose(alias: string) {
  const choosePurpose = useChoosePurpose(alias)
  return { purpose: useQuery(chosenPurpose(alias)).data, choosePurpose }
}

export type AddressPurpose = ReturnType<typeof useAddressPurpose>
