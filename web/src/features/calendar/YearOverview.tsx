import type { Collection } from '@rd4-loket/contract'
import { Link } from '@tanstack/react-router'
import { collectionKey, collectionNote } from '../../domain/collections/collections.ts'
import { StreamMark } from '../../domain/waste-streams/StreamMark.tsx'
import { today } from '../../kit/browser/days.ts'
import { monthsIn, monthTitle, weeksIn } from './months.ts'
import { WeekdayHeads } from './WeekdayHeads.tsx'
import styles from './YearOverview.module.css'

const textOf = (collection: Collection) => [collection.title, collectionNote(collection)].filter(Boolean).join('. ')

/** A whole year on one page, with the icons of the collections under each day. */
export function YearOverview({
  year,
  collections,
  searchForMonth,
}: {
  year: string
  collections: Collection[]
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
                    {collections
                      .filter(({ start }) => start === day)
                      .map((collection) => (
                        <span
                          key={collectionKey(collection)}
                          className={styles.collection}
                          data-changed={collection.cancelled || collection.moved_from !== null || undefined}
                          title={textOf(collection)}
                        >
                          <StreamMark stream={collection.category} size={18} />
                          <span className="visually-hidden">{textOf(collection)}</span>
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
