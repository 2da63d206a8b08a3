import { listBillYears, showBill } from '@rd4-loket/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AddressPurpose } from '../../../domain/bill/address-purpose.ts'
import { useYear } from '../../../domain/clearances/ClearanceHistory.tsx'
import { detailsQuery, query } from '../../../session/queries.ts'

/** The bill of an address for the year in the page's URL. Makes no call if the server offers no bills. */
export const useAddressBill = (alias: string, { purpose }: AddressPurpose) =>
  useQuery({
    ...detailsQuery(showBill, { params: { alias }, query: { year: useYear() } }, { purpose }),
    placeholderData: keepPreviousData,
  })

export type BillQuery = ReturnType<typeof useAddressBill>

/** The bills of the newest years beside each other. */
export const useBillYears = (alias: string, purpose: AddressPurpose['purpose']) =>
  useQuery(query(listBillYears, { params: { alias } }, { purpose }))
