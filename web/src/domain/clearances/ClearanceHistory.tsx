import type {
  Clearance,
  Equipment,
  exportAddressClearances,
  exportCollectionSystemClearances,
  listAddressClearances,
  Reply,
} from '@rd4-loket/contract'
import { useSearch } from '@tanstack/react-router'
import { countText, dayText } from '../../kit/browser/format.ts'
import { PillLinks } from '../../kit/buttons/PillLinks.tsx'
import { Empty } from '../../kit/page/Empty.tsx'
import { Panel } from '../../kit/page/Panel.tsx'
import { Result } from '../../kit/page/Result.tsx'
import { ExportButtons } from '../../session/ExportButtons.tsx'
import { ClearanceChart } from './ClearanceChart.tsx'
import styles from './ClearanceHistory.module.css'
import { ClearanceTable } from './ClearanceTable.tsx'
import { BillTotals, StreamTotals } from './ClearanceTotals.tsx'

/** The year in the page's address; anything else there means the most recent clearances. */
export function useYear() {
  const { year } = useSearch({ strict: false }) as { year?: string }
  return year && /^(19|20)\d\d$/.test(year) ? year : undefined
}

type Clearances = Reply<typeof listAddressClearances>
type Props = {
  /** The address or the collection system. */
  alias: string
  year: string | undefined
  clearances: Parameters<typeof Result<Clearances>>[0]['of']
  equipment: Equipment[]
  /** How they are taken out as a file. */
  exportedBy: typeof exportAddressClearances | typeof exportCollectionSystemClearances
  /** An address has a bill, and opens containers on sites that are to be named. */
  ofAddress?: boolean
}

function YearChooser({ year, years }: { year: string | undefined; years: number[] }) {
  // A year that somebody typed stays visible, also when nothing happened in it.
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

/** What was collected: the most recent clearances, or those of a year with a picture of its months. */
export function ClearanceHistory({ alias, year, clearances, equipment, exportedBy, ofAddress = false }: Props) {
  const { data: reply, isPlaceholderData } = clearances
  return (
    <Panel
      title="Ledigingen"
      aside={
        <>
          {reply?.meta.updated_until && (
            <span className={styles.until}>Bijgewerkt t/m {dayText(reply.meta.updated_until)}</span>
          )}
          {reply && reply.data.length > 0 && (
            <ExportButtons key={year} of={exportedBy} sent={{ params: { alias }, query: { year } }} />
          )}
        </>
      }
    >
      {reply && <YearChooser year={year} years={reply.meta.years} />}
      <p role="status" className="visually-hidden">
        {reply && !isPlaceholderData && captionOf(reply.data, year)}
      </p>
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
          <div className={styles.found}>
            <div className={styles.overview}>
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
