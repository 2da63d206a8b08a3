import type { Clearance } from '@rd4-loket/contract'
import { countText, dayText, numberText } from '../../kit/browser/format.ts'
import { Table } from '../../kit/tables/Table.tsx'
import styles from './WeekBars.module.css'

const day_ms = 86_400_000
const height = 40

/** The weeks of a year by their Mondays, from the week of 1 January, each with its number of clearances. */
function weeksOf(year: number, clearances: Clearance[]) {
  const newYear = Date.UTC(year, 0, 1)
  const first = newYear - ((new Date(newYear).getUTCDay() + 6) % 7) * day_ms
  const counts = new Map<number, number>()
  for (const { cleared_at } of clearances) {
    // Timestamps are in Dutch time, so their digits contain the Dutch day.
    const week = Math.floor((Date.parse(cleared_at.slice(0, 10)) - first) / (7 * day_ms))
    counts.set(week, (counts.get(week) ?? 0) + 1)
  }
  const last = Math.floor((Date.UTC(year, 11, 31) - first) / (7 * day_ms))
  return Array.from({ length: last + 1 }, (_, week) => ({
    monday: new Date(first + week * 7 * day_ms).toISOString().slice(0, 10),
    count: counts.get(week) ?? 0,
  }))
}

/** How often a collection system was emptied in each week of a year: a bar per week, and a table with the numbers. */
export function WeekBars({ year, clearances }: { year: number; clearances: Clearance[] }) {
  const weeks = weeksOf(year, clearances)
  const highest = Math.max(1, ...weeks.map(({ count }) => count))
  return (
    <div className={styles.weeks}>
      <h3>Aantal per week</h3>
      <svg
        viewBox={`0 0 ${weeks.length * 10} ${height}`}
        preserveAspectRatio="none"
        height={height}
        aria-hidden="true"
        focusable="false"
      >
        {weeks.map(({ monday, count }, week) => {
          const top = height - (count / highest) * (height - 2)
          return (
            count > 0 && (
              <rect key={monday} x={week * 10 + 1} y={top} width="8" height={height - top}>
                <title>{`Week van ${dayText(monday)}: ${countText(count, 'lediging', 'ledigingen')}`}</title>
              </rect>
            )
          )
        })}
        <path d={`M0 ${height}h${weeks.length * 10}`} />
      </svg>
      <p className="remark">
        Januari tot en met december {year}, ten hoogste {numberText(highest)} keer per week.
      </p>
      <details className="screen-only">
        <summary>Als tabel</summary>
        <Table
          caption="Aantal ledigingen per week"
          columns={['Week vanaf', { name: 'Aantal', number: true }]}
          rows={weeks
            .filter(({ count }) => count > 0)
            .map(({ monday, count }) => (
              <tr key={monday}>
                <th scope="row">{dayText(monday)}</th>
                <td data-number>{numberText(count)}</td>
              </tr>
            ))}
        />
      </details>
    </div>
  )
}
