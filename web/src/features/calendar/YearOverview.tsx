import type { Collection } from '@rd4-loket/contract'
import { Link } from '@tanstack/react-router'
import { collectionKey, collectionNote } from '../../domain/collections/collections.ts'
import { StreamMark } from '../../domain/waste-streams/StreamMark.tsx'
import { today } from '../../kit/browser/days.ts'
import { monthsIn, monthTitle, weeksIn } from './months.ts'
import { WeekdayHeads } from './WeekdayHeads.tsx'
import styles from './YearOverview.module.css'

const inWords = (event: Collection) => [event.title, collectionNote(event)].filter(Boolean).join('. ')

/** A whole year on one sheet, for paper too: under each day the icons of what is fetched. */
export function YearOverview({
  year,
  events,
  searchForMonth,
}: {
  year: string
  events: Collection[]
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
                      .map((event) => (
                        <span
                          key={collectionKey(event)}
                          className={styles.event}
                          data-changed={event.cancelled || event.moved_from !== null || undefined}
                          title={inWords(event)}
                        >
                          <StreamMark stream={event.category} size={18} />
                          <span className="visually-hidden">{inWords(event)}</span>
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
