import type { Clearance } from '@rd4-loket/contract'
import { monthText } from '../../kit/browser/format.ts'
import { StreamName } from '../waste-streams/StreamMark.tsx'
import { streamColours } from '../waste-streams/waste-streams.ts'
import styles from './ClearanceChart.module.css'
import { byMonth, byStream } from './clearance-totals.ts'

const months = Array.from({ length: 12 }, (_, month) => monthText(month))

/**
 * Bars per month of a year, one row for each waste stream. Position, name and icon distinguish the streams, not only
 * colour. The chart is a table, so that screen readers can read its numbers.
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
                <span className={styles.count}>{count}</span>
                <span
                  className={styles.bar}
                  aria-hidden="true"
                  style={{ height: `${(count / highest) * 2.5}rem`, background: streamColours[stream].ground }}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
