import { type Clearance, type DeliveredClearances, type Equipment, listAddressClearances } from '@rd4-loket/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AddressPurpose } from '../../../domain/bill/address-purpose.ts'
import { isOwn, noLiftsText } from '../../../domain/clearances/ClearanceHistory.tsx'
import { Result, Skeleton } from '../../../kit/page/Page.tsx'
import { detailsQuery } from '../../../session/queries.ts'

/** Returns whether the URL selects the most recent clearances, instead of those of the bill's year. */
export function useIsRecent() {
  const { list } = useSearch({ strict: false }) as { list?: string }
  return list === 'recent'
}

/** The most recent clearances of an address, of several years. Makes no call until the employee chooses them. */
export const useNewestLifts = (alias: string, purpose: AddressPurpose['purpose']) =>
  useQuery({
    ...detailsQuery(listAddressClearances, { params: { alias }, query: {} }, { purpose }),
    enabled: useIsRecent(),
    placeholderData: keepPreviousData,
  })

type NewestLiftsQuery = ReturnType<typeof useNewestLifts>

const noRecentText = (delivered: DeliveredClearances | undefined, equipment: Equipment[]) =>
  noLiftsText(delivered, { year: undefined, equipment: equipment.filter(isOwn) }, (words) =>
    words
      ? `Van de huidige bewoner is nog geen ${words} geleegd.`
      : 'Van de huidige bewoner zijn nog geen ledigingen bekend.',
  )

type RecentLiftsProps = {
  of: NewestLiftsQuery
  equipment: Equipment[] | undefined
  lines: number
  children: (lifts: Clearance[]) => ReactNode
}

/** The states of the most recent clearances: waiting, failed, none with the reason, and found. */
export const RecentLifts = ({ of: newest, equipment = [], lines, children }: RecentLiftsProps) => (
  <Result
    of={newest}
    waiting={<Skeleton lines={lines} />}
    isEmpty={({ data }) => data.length === 0}
    empty={<p className="dimmed">{noRecentText(newest.data?.meta.delivered, equipment)}</p>}
  >
    {({ data }) => children(data)}
  </Result>
)
