import type { CalendarEvent } from '@rd4-loket/contract'
import { today } from '../../shared/days.ts'
import { longDayText } from '../../shared/format.ts'
import { EventChip } from './EventChip.tsx'
import styles from './EventList.module.css'

/** The days on which something is fetched, one below the other. */
export function EventList({ events }: { events: CalendarEvent[] }) {
  const now = today()
  return (
    <ol className={styles.list}>
      {[...new Set(events.map(({ start }) => start))].map((day) => (
        <li key={day} aria-current={day === now ? 'date' : undefined}>
          <h3>
            {longDayText(day)}
            {day === now && <span className={styles.today}>Vandaag</span>}
          </h3>
          <ul className={styles.events}>
            {events
              .filter(({ start }) => start === day)
              .map((event) => (
                <li key={event.category}>
                  <EventChip event={event} />
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
