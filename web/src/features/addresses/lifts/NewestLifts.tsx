import {
  type Clearance,
  clearanceCategoryNames,
  type DeliveredClearances,
  type Equipment,
  listAddressClearances,
  showBill,
} from '@rd4-loket/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AddressPurpose } from '../../../domain/bill/address-purpose.ts'
import { isOwn, noLiftsText } from '../../../domain/clearances/ClearanceHistory.tsx'
import { StreamName } from '../../../domain/waste-streams/StreamMark.tsx'
import { dayText, shortMomentText } from '../../../kit/browser/format.ts'
import { Panel, Result, Skeleton } from '../../../kit/page/Page.tsx'
import { isOffered } from '../../../session/offered.tsx'
import { detailsQuery } from '../../../session/queries.ts'
import styles from './NewestLifts.module.css'

/** The most recent clearances of an address, of several years. Makes no call if the server offers no bills. */
export const useNewestLifts = (alias: string, { purpose }: AddressPurpose) =>
  useQuery({
    ...detailsQuery(listAddressClearances, { params: { alias }, query: {} }, { purpose }),
    enabled: isOffered(showBill),
    placeholderData: keepPreviousData,
  })

export type NewestLiftsQuery = ReturnType<typeof useNewestLifts>

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

/** The number of lifts beside the bill. All other lifts are in the list of a year and in 'Meest recent'. */
const maxShown = 5

/** The newest lifts beside the bill, one line each: an employee sees when the last one was, without scrolling. */
export function NewestLifts({ of: newest, equipment }: Pick<RecentLiftsProps, 'of' | 'equipment'>) {
  const updated_until = newest.data?.meta.updated_until
  const siteOf = (lift: Clearance) => equipment?.find(({ id }) => id === lift.equipment_id)?.collection_system?.name
  return (
    <Panel
      title="Laatste ledigingen"
      aside={updated_until && <span className="dimmed small">Bijgewerkt t/m {dayText(updated_until)}</span>}
    >
      <RecentLifts of={newest} equipment={equipment} lines={maxShown}>
        {(lifts) => (
          <ul className={styles.lifts}>
            {lifts.slice(0, maxShown).map((lift) => (
              <li key={lift.id}>
                <StreamName stream={lift.waste_type} />
                <time dateTime={lift.cleared_at} className="small">
                  {shortMomentText(lift.cleared_at)}
                </time>
                {isElsewhere(lift) && (
                  <span className={`remark ${styles.place}`}>
                    {siteOf(lift) ?? clearanceCategoryNames[lift.category]}
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
      </RecentLifts>
    </Panel>
  )
}

/** Returns whether the household brought its waste to a shared container or to the waste depot. */
const isElsewhere = (lift: Clearance): lift is Clearance & { category: 'locations' | 'waste_depot' } =>
  lift.category === 'locations' || lift.category === 'waste_depot'
