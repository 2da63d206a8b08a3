import type { CSSProperties } from 'react'
import { dayText, numberText } from '../../kit/browser/format.ts'
import styles from './RollsPerWeek.module.css'

/** Up to this many weeks the table is open from the start. */
const maxOpenWeeks = 6

/** The number of rolls issued per week, as bars and as a table. */
export function RollsPerWeek({ weeks }: { weeks: { week: string; rolls: number }[] }) {
  const highest = Math.max(...weeks.map(({ rolls }) => rolls), 1)
  const [first, last] = [weeks[0], weeks.at(-1)]
  return (
    <div className={styles.weeks}>
      <div className={styles.chart} style={{ '--weeks': weeks.length } as CSSProperties} aria-hidden="true">
        <div className={styles.bars}>
          {weeks.map(({ week, rolls }) => (
            <span key={week} style={{ height: `${(rolls / highest) * 100}%` }} />
          ))}
        </div>
        <p className={`row remark ${styles.ends}`}>
          <span>{first && dayText(first.week)}</span>
          <span>hoogste week: {numberText(highest)}</span>
          <span>{last && dayText(last.week)}</span>
        </p>
      </div>
      <details open={weeks.length <= maxOpenWeeks}>
        <summary>De cijfers per week</summary>
        <table>
          <caption className="visually-hidden">Uitgegeven rollen per week</caption>
          <thead>
            <tr>
              <th scope="col">Week vanaf</th>
              <th scope="col">Rollen</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ week, rolls }) => (
              <tr key={week}>
                <th scope="row">{dayText(week)}</th>
                <td>{numberText(rolls)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}
