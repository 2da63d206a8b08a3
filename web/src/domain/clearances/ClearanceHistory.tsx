import type {
  Clearance,
  Equipment,
  exportAddressClearances,
  exportCollectionSystemClearances,
  listAddressClearances,
  listCollectionSystemClearances,
} from '@rd4-loket/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { countText, dayText } from '../../kit/browser/format.ts'
import { PillLinks } from '../../kit/buttons/Button.tsx'
import { Announcement, Empty, Panel, Result } from '../../kit/page/Page.tsx'
import { ExportButtons } from '../../session/ExportButtons.tsx'
import { query } from '../../session/queries.ts'
import styles from './ClearanceHistory.module.css'
import { ClearanceTable } from './ClearanceTable.tsx'
import { BillTotals, ClearanceChart, StreamTotals } from './ClearanceTotals.tsx'

/** Returns the year in the page's URL, or undefined for the most recent clearances. */
function useYear() {
  const { year } = useSearch({ strict: false }) as { year?: string }
  return year && /^(19|20)\d\d$/.test(year) ? year : undefined
}

function YearChooser({ year, years }: { year: string | undefined; years: number[] }) {
  // A year in the URL is shown even if it has no clearances.
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

const captionOf = (clearances: Clearance[], year: string | undefined) => {
  const count = countText(clearances.length, 'lediging', 'ledigingen')
  return year ? `${count} in ${year}` : `De ${clearances.length === 1 ? 'laatste lediging' : `laatste ${count}`}`
}

type HistoryProps = {
  /** The address or the collection system. */
  alias: string
  listedBy: typeof listAddressClearances | typeof listCollectionSystemClearances
  exportedBy: typeof exportAddressClearances | typeof exportCollectionSystemClearances
  equipment: Equipment[] | undefined
  /** Adds the totals of the bill, and names shared containers by their collection system. */
  ofAddress?: boolean
}

/** The most recent clearances, or those of a year with a chart of its months. */
export function ClearanceHistory({ alias, listedBy, exportedBy, equipment = [], ofAddress = false }: HistoryProps) {
  const year = useYear()
  const sent = { params: { alias }, query: { year } }
  const clearances = useQuery({ ...query(listedBy, sent), placeholderData: keepPreviousData })
  const { data: reply, isPlaceholderData } = clearances
  return (
    <Panel
      title="Ledigingen"
      aside={
        <>
          {reply?.meta.updated_until && (
            <span className="dimmed small">Bijgewerkt t/m {dayText(reply.meta.updated_until)}</span>
          )}
          {reply && reply.data.length > 0 && <ExportButtons key={year} of={exportedBy} sent={sent} />}
        </>
      }
    >
      {reply && <YearChooser year={year} years={reply.meta.years} />}
      <Announcement>{reply && !isPlaceholderData && captionOf(reply.data, year)}</Announcement>
      <Result
        of={clearances}
        isEmpty={({ data }) => data.length === 0}
        empty={
          <Empty drawing="nothing-yet">
            <p>{year ? `In ${year} is hier niets geleegd.` : 'Er zijn nog geen ledigingen bekend.'}</p>
            {year && <p>Kies hierboven een ander jaar.</p>}
          </Empty>
        }
      >
        {({ data }) => (
          <div className={`column ${styles.found}`}>
            <div className={`column ${styles.overview}`}>
              <StreamTotals of={data} />
              {year && <ClearanceChart clearances={data} />}
              {ofAddress && <BillTotals of={data} />}
            </div>
            <ClearanceTable
              clearances={data}
              equipment={equipment}
              withSite={ofAddress}
              caption={captionOf(data, year)}
            />
          </div>
        )}
      </Result>
    </Panel>
  )
}
