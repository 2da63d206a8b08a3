import type { CalendarEvent } from '@rd4-loket/contract'
import { Link } from '@tanstack/react-router'
import { today } from '../../shared/days.ts'
import { StreamMark } from '../../shared/StreamMark.tsx'
import { monthsIn, monthTitle, weeksIn } from './months.ts'
import { WeekdayHeads } from './WeekdayHeads.tsx'
import styles from './YearOverview.module.css'

/** A whole year on one sheet, for paper too: under each day the icons of what is fetched. */
export function YearOverview({
  year,
  events,
  searchForMonth,
}: {
  year: string
  events: CalendarEvent[]
  searchForMonth: (month: string) => Record<string, string>
}) {
  const now = today()
  return (
    <div className={styles.year}>
      {monthsIn(year).map((month) => (
        <table key={month} className={styles.month}>
          <caption>
            <Link to="." search={searchForMonth(month)}>
              {monthTitle(month)}
            </Link>
          </caption>
          <WeekdayHeads />
          <tbody>
            {weeksIn(month).map((week) => (
              <tr key={week.find(Boolean)}>
                {week.map((day, weekday) => (
                  <td key={day ?? weekday} aria-current={day === now ? 'date' : undefined}>
                    {day && <span className={styles.number}>{Number(day.slice(8))}</span>}
                    {events
                      .filter(({ start }) => start === day)
                      .map(({ category, title }) => (
                        <span key={category} className={styles.event} title={title}>
                          <StreamMark stream={category} size={18} />
                          <span className="visually-hidden">{title}</span>
                        </span>
                      ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  )
}
