import type { Collection } from '@rd4-loket/contract'
import { collectionKey } from '../../domain/collections/collections.ts'
import { today } from '../../kit/browser/days.ts'
import { longDayText } from '../../kit/browser/format.ts'
import { CollectionLine } from './CollectionLine.tsx'
import styles from './EventList.module.css'

/** The days on which something is fetched, one below the other. */
export function EventList({ events, withAreas }: { events: Collection[]; withAreas: boolean }) {
  const now = today()
  return (
    <ol className={styles.list}>
      {[...new Set(events.map(({ start }) => start))].map((day) => (
        <li key={day} aria-current={day === now ? 'date' : undefined}>
          <h3>
            {longDayText(day)}
            {day === now && <span className={styles.today}>Vandaag</span>}
          </h3>
          <ul className={styles.events} data-in-full={withAreas || undefined}>
            {events
              .filter(({ start }) => start === day)
              .map((event) => (
                <li key={collectionKey(event)}>
                  <CollectionLine event={event} withAreas={withAreas} />
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
