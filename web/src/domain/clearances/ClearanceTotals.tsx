import { type Clearance, ClearanceCategory, clearanceCategoryNames, euroText, WasteStream } from '@rd4-loket/contract'
import type { ReactNode } from 'react'
import { monthText, numberText } from '../../kit/browser/format.ts'
import { Table } from '../../kit/tables/Table.tsx'
import { StreamName } from '../waste-streams/StreamMark.tsx'
import { streamColours } from '../waste-streams/stream-colours.ts'
import styles from './ClearanceChart.module.css'

type Total = { count: number; litres: number; cents: number }

/** Returns the totals of clearances. A missing volume or amount counts as 0. */
const totalOf = (clearances: Clearance[]): Total => ({
  count: clearances.length,
  litres: clearances.reduce((sum, { volume_litres }) => sum + (volume_litres ?? 0), 0),
  cents: clearances.reduce((sum, { amount_cents }) => sum + (amount_cents ?? 0), 0),
})

/** Returns whether any clearance has an amount. The emptying of a shared container has no amount. */
export const isCharged = (clearances: Clearance[]) => clearances.some(({ amount_cents }) => amount_cents !== null)

function groupBy<Id>(ids: Id[], clearances: Clearance[], idOf: (clearance: Clearance) => Id | undefined) {
  const groups = Map.groupBy(clearances, idOf)
  return ids.map((id) => ({ id, clearances: groups.get(id) ?? [] })).filter((it) => it.clearances.length > 0)
}

/** Groups clearances by waste stream, in the fixed order of the streams. */
const byStream = (clearances: Clearance[]) => groupBy(WasteStream.options, clearances, (it) => it.waste_type)

/** Groups clearances by category, in the order of the categories on a bill. */
const byCategory = (clearances: Clearance[]) =>
  groupBy<ClearanceCategory>(ClearanceCategory.options, clearances, (it) => it.category)

/** Counts clearances per month. Timestamps are in Dutch time, so their digits contain the Dutch month. */
function byMonth(clearances: Clearance[]) {
  const months = Array<number>(12).fill(0)
  for (const { cleared_at } of clearances) {
    const month = Number(cleared_at.slice(5, 7)) - 1
    months[month] = (months[month] ?? 0) + 1
  }
  return months
}

const TotalCells = ({ of: clearances, charged }: { of: Clearance[]; charged: boolean }) => {
  const { count, litres, cents } = totalOf(clearances)
  return (
    <>
      <td data-number data-label="Aantal">
        {numberText(count)}
      </td>
      <td data-number data-label="Volume">
        {numberText(litres)} l
      </td>
      {charged && (
        <td data-number data-label="Bedrag">
          {euroText(cents)}
        </td>
      )}
    </>
  )
}

type Group = { id: string; name: ReactNode; clearances: Clearance[] }

/** The number and volume of each group, and their totals. Adds the amounts if any clearance is charged. */
function Totals({ of: clearances, per, groups }: { of: Clearance[]; per: string; groups: Group[] }) {
  const charged = isCharged(clearances)
  return (
    <Table
      caption={`Totaal per ${per.toLowerCase()}`}
      showsCaption
      columns={[per, ...['Aantal', 'Volume', ...(charged ? ['Bedrag'] : [])].map((name) => ({ name, number: true }))]}
      data-totals
      rows={groups.map(({ id, name, clearances: own }) => (
        <tr key={id}>
          <th scope="row">{name}</th>
          <TotalCells of={own} charged={charged} />
        </tr>
      ))}
    >
      <tfoot>
        <tr>
          <th scope="row">Samen</th>
          <TotalCells of={clearances} charged={charged} />
        </tr>
      </tfoot>
    </Table>
  )
}

/** Totals per waste stream. */
export function StreamTotals({ of: clearances }: { of: Clearance[] }) {
  const groups = byStream(clearances).map((it) => ({ ...it, name: <StreamName stream={it.id} /> }))
  return <Totals of={clearances} per="Afvalstroom" groups={groups} />
}

/** Totals per category of the bill, with the names on the bill. Renders nothing when no category is known. */
export function BillTotals({ of: clearances }: { of: Clearance[] }) {
  const groups = byCategory(clearances).map((it) => ({ ...it, name: clearanceCategoryNames[it.id] }))
  if (groups.length === 0) return null
  return <Totals of={clearances} per="Onderdeel van de aanslag" groups={groups} />
}

const months = Array.from({ length: 12 }, (_, month) => monthText(month))

/**
 * Bars per month of a year, one row for each waste stream. Position, name and icon distinguish the streams, besides
 * colour. The chart is a table, because screen readers can read the numbers of a table.
 */
export function ClearanceChart({ clearances }: { clearances: Clearance[] }) {
  const rows = byStream(clearances).map(({ id, clearances: own }) => ({ stream: id, counts: byMonth(own) }))
  const highest = Math.max(...rows.flatMap(({ counts }) => counts))
  return (
    <table className={styles.chart}>
      <caption>Aantal per maand</caption>
      <thead>
        <tr>
          <td />
          {months.map((month) => (
            <th key={month} scope="col" abbr={month}>
              <span aria-hidden="true">{month[0]?.toUpperCase()}</span>
              <span className="visually-hidden">{month}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ stream, counts }) => (
          <tr key={stream}>
            <th scope="row">
              <StreamName stream={stream} />
            </th>
            {counts.map((count, month) => (
              <td key={months[month]}>
                <span className={`dimmed ${styles.count}`}>{count}</span>
                <span
                  className={styles.bar}
                  aria-hidden="true"
                  style={{ '--part': count / highest, '--stream': streamColours[stream].background }}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
