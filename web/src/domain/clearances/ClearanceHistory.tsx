import {
  type Clearance,
  clearanceCategoryNames,
  type DeliveredClearances,
  type Equipment,
  euroText,
  type exportAddressClearances,
  type exportCollectionSystemClearances,
  type listAddressClearances,
  type listCollectionSystemClearances,
  type NonClearance,
  noClearancesText,
  nonClearanceText,
  notEmptiedText,
  type Purpose,
  type Reply,
  type StartHours,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { today } from '../../kit/browser/days.ts'
import { countText, dayText, momentText, numberText, weekdayText } from '../../kit/browser/format.ts'
import { PillLinks } from '../../kit/buttons/Button.tsx'
import { Announcement, Empty, Panel, Result } from '../../kit/page/Page.tsx'
import { type RowColumn, useSortedRows } from '../../kit/tables/sorted-rows.ts'
import { Table } from '../../kit/tables/Table.tsx'
import { ExportButtons } from '../../session/ExportButtons.tsx'
import { detailsQuery } from '../../session/queries.ts'
import { kindName } from '../equipment/EquipmentList.tsx'
import { StreamName } from '../waste-streams/StreamMark.tsx'
import styles from './ClearanceHistory.module.css'
import { BillTotals, ClearanceChart, isCharged, StreamTotals } from './ClearanceTotals.tsx'
import { missedSince, missedText, useNonClearances } from './non-clearances.ts'

/** Returns the year in the page's URL, or undefined. */
export function useYear() {
  const { year } = useSearch({ strict: false }) as { year?: string }
  return year && /^(19|20)\d\d$/.test(year) ? year : undefined
}

function YearChooser({ year, years }: { year: string | undefined; years: number[] }) {
  // The links include the year in the URL even if that year has no clearances.
  const all = [...new Set([...years.map(String), ...(year ? [year] : [])])].sort().reverse()
  return (
    <PillLinks
      label="Ledigingen per jaar"
      links={[
        { name: 'Meest recent', search: {}, current: !year },
        ...all.map((it) => ({ name: it, search: { year: it }, current: it === year })),
      ]}
    />
  )
}

/**
 * The number of clearances in words: `12 ledigingen in 2025`, or `De laatste 50 ledigingen` without a year. Counts apart
 * what was not emptied: `12 ledigingen in 2025, 2 keer niet geleegd`.
 */
export const captionOf = (clearances: Clearance[], year: string | undefined, missed: NonClearance[] = []) => {
  const count = countText(clearances.length, 'lediging', 'ledigingen')
  const caption = year
    ? `${count} in ${year}`
    : `De ${clearances.length === 1 ? 'laatste lediging' : `laatste ${count}`}`
  return `${caption}${missedText(missed)}`
}

/** Returns whether a container belongs to the household, and is not shared. */
export const isOwn = ({ collection_system }: Equipment) => collection_system === null

type EmptyYear = { year: string | number | undefined; equipment: Pick<Equipment, 'waste_type'>[] }

/** The Dutch sentences for a year without lifts of these containers; without a year: for all years. */
export function noLiftsText(
  delivered: DeliveredClearances | undefined,
  { year, equipment }: EmptyYear,
  nothing: (words: string | undefined) => string,
) {
  // Without a year, the panel states the day of the last delivery.
  const period = year ? { from: `${year}-01-01`, to: `${year}-12-31` } : { from: '0001-01-01', to: '0001-01-01' }
  const streams = equipment.map(({ waste_type }) => waste_type)
  const streamsOfYear = delivered?.streams.map(({ since, ...stream }) => (year ? { since, ...stream } : stream))
  const known = delivered && { ...delivered, streams: streamsOfYear ?? [] }
  return noClearancesText(known, { ...period, today: today(), streams }, nothing)
}

const nothingText = (year: string | undefined) => (words: string | undefined) => {
  if (words) return year ? `In ${year} is hier geen ${words} geleegd.` : `Hier is nog geen ${words} geleegd.`
  return year ? `In ${year} is hier niets geleegd.` : 'Er zijn nog geen ledigingen bekend.'
}

type HistoryProps = {
  /** The alias of the address or collection system. */
  alias: string
  listedBy: typeof listAddressClearances | typeof listCollectionSystemClearances
  exportedBy: typeof exportAddressClearances | typeof exportCollectionSystemClearances
  equipment: Equipment[] | undefined
  purpose?: Purpose | undefined
  /** True for an address. A year then shows the totals of the bill, and a shared container shows its site. */
  ofAddress?: boolean
  /** A picture of the clearances of a year, below their totals. */
  picture?: (year: number, clearances: Clearance[]) => ReactNode
}

/** The most recent clearances, or the clearances of a year with a chart of its months. */
export function ClearanceHistory({
  alias,
  listedBy,
  exportedBy,
  equipment = [],
  purpose,
  ofAddress = false,
  picture,
}: HistoryProps) {
  const year = useYear()
  const sent = { params: { alias }, query: { year } }
  const clearances = useQuery({ ...detailsQuery(listedBy, sent, { purpose }), placeholderData: keepPreviousData })
  const { data: reply, isPlaceholderData } = clearances
  const ofOwn = useNonClearances(alias, purpose, year ? Number(year) : undefined, ofAddress)
  const missed = missedOf(reply, ofOwn.data?.data)
  const start = ofOwn.data?.meta.start ?? (reply && 'start' in reply.meta ? reply.meta.start : undefined)
  const own = ofAddress ? equipment.filter(isOwn) : equipment
  return (
    <Panel
      title="Ledigingen"
      aside={
        <>
          {reply?.meta.updated_until && (
            <span className="dimmed small">Bijgewerkt t/m {dayText(reply.meta.updated_until)}</span>
          )}
          {reply && reply.data.length > 0 && <ExportButtons key={year} of={exportedBy} sent={sent} purpose={purpose} />}
        </>
      }
    >
      {reply && <YearChooser year={year} years={reply.meta.years} />}
      <Announcement>{reply && !isPlaceholderData && captionOf(reply.data, year, missed)}</Announcement>
      <Result
        of={clearances}
        isEmpty={({ data }) => data.length === 0 && missed.length === 0}
        empty={
          <Empty drawing="nothing-yet">
            <p>{noLiftsText(reply?.meta.delivered, { year, equipment: own }, nothingText(year))}</p>
            {year && <p>Kies hierboven een ander jaar.</p>}
          </Empty>
        }
      >
        {({ data }) => (
          <div className={`column ${styles.found}`}>
            {year && data.length > 0 && (
              <div className={`column ${styles.overview}`}>
                <StreamTotals of={data} />
                <ClearanceChart clearances={data} />
                {picture?.(Number(year), data)}
                {ofAddress && <BillTotals of={data} />}
              </div>
            )}
            <ClearanceTable
              clearances={data}
              equipment={equipment}
              withSite={ofAddress}
              missed={missed}
              start={start}
              caption={captionOf(data, year, missed)}
            />
          </div>
        )}
      </Result>
    </Panel>
  )
}

/** Returns what was not emptied in the period of a list: of an address, or of the collection system that states it. */
function missedOf(reply: Reply<HistoryProps['listedBy']> | undefined, ofOwn: NonClearance[] | undefined) {
  const ofSystem = reply && 'non_clearances' in reply.meta ? reply.meta.non_clearances : undefined
  return missedSince(reply?.data ?? [], ofOwn ?? ofSystem ?? [])
}

/** A number, or a dash. The dash is hidden on a narrow screen, where each row of the table is a block. */
const NumberCell = ({ children }: { children: string | false }) => (
  <td data-number data-none={!children || undefined}>
    {children || '–'}
  </td>
)

/** A row of a list: a clearance, or what was not emptied. */
type ListedEvent = Clearance | NonClearance

const momentOf = (event: ListedEvent) => ('reason' in event ? event.happened_at : event.cleared_at)

const numberOf = (column: 'volume_litres' | 'weight_kg' | 'amount_cents') => (event: ListedEvent) =>
  'reason' in event ? null : event[column]

type ClearanceTableProps = {
  clearances: Clearance[]
  /** What was not emptied, which stands between the clearances. */
  missed?: NonClearance[]
  /** The hours of the municipality, which the reasons name. */
  start: StartHours | null | undefined
  equipment: Equipment[]
  /** Shows the name of the collection system for a shared container, instead of its kind. */
  withSite: boolean
  caption: string
}

/**
 * Clearances with their moment and container. Omits the column of weights or amounts if that column would be empty.
 * Each column header sorts the rows.
 */
export function ClearanceTable({ clearances, missed = [], start, equipment, withSite, caption }: ClearanceTableProps) {
  const weighed = clearances.some(({ weight_kg }) => weight_kg !== null)
  const charged = isCharged(clearances)
  const containers = new Map(equipment.map((container) => [container.id, container]))
  const all: RowColumn<ListedEvent>[] = [
    { name: 'Moment', by: (event) => Date.parse(momentOf(event)) },
    { name: 'Afvalstroom', by: ({ waste_type }) => wasteStreamNames[waste_type] },
    { name: 'Container', by: ({ equipment_id }) => containers.get(equipment_id ?? -1)?.number },
    { name: 'Volume', number: true, by: numberOf('volume_litres') },
    ...(weighed ? [{ name: 'Gewicht', number: true, by: numberOf('weight_kg') }] : []),
    ...(charged ? [{ name: 'Bedrag', number: true, by: numberOf('amount_cents') }] : []),
  ]
  const listed = [...clearances, ...missed].sort(
    (one, other) => Date.parse(momentOf(other)) - Date.parse(momentOf(one)),
  )
  const { sorted, columns } = useSortedRows(listed, all, { isInUrl: true })
  const nameOf = (event: ListedEvent) => {
    const container = containers.get(event.equipment_id ?? -1)
    if (!container) return 'category' in event && event.category ? clearanceCategoryNames[event.category] : '–'
    return (
      <>
        {(withSite && container.collection_system?.name) || kindName(container)}{' '}
        <span className="code">{container.number}</span>
      </>
    )
  }
  return (
    <div className={styles.list}>
      <Table
        caption={caption}
        showsCaption
        columns={columns}
        data-long
        rows={sorted.map((clearance) => {
          if ('reason' in clearance)
            return (
              <tr key={`missed ${clearance.id}`}>
                <th scope="row">
                  <time dateTime={clearance.happened_at}>
                    {weekdayText(clearance.happened_at)} {momentText(clearance.happened_at)}
                  </time>
                </th>
                <td>
                  <StreamName stream={clearance.waste_type} />
                </td>
                <td data-line colSpan={columns.length - 2}>
                  {clearance.equipment_id !== null && <>{nameOf(clearance)} · </>}
                  {notEmptiedText(clearance)}
                  <span className="below remark">{nonClearanceText(clearance, start)}</span>
                </td>
              </tr>
            )
          const { id, cleared_at, waste_type, volume_litres, weight_kg, amount_cents } = clearance
          return (
            <tr key={id}>
              <th scope="row">
                <time dateTime={cleared_at}>
                  {weekdayText(cleared_at)} {momentText(cleared_at)}
                </time>
              </th>
              <td>
                <StreamName stream={waste_type} />
              </td>
              <td data-line>{nameOf(clearance)}</td>
              <NumberCell>{volume_litres !== null && `${numberText(volume_litres)} l`}</NumberCell>
              {weighed && <NumberCell>{weight_kg !== null && `${numberText(weight_kg)} kg`}</NumberCell>}
              {charged && <NumberCell>{amount_cents !== null && euroText(amount_cents)}</NumberCell>}
            </tr>
          )
        })}
      />
    </div>
  )
}
