import type { Collection } from '@rd4-loket/contract'
import { changeText, collectionKey } from '../../domain/collections/collections.ts'
import styles from './ChangedDays.module.css'

/** What is moved or cancelled, for who knew the planned days; on paper too. */
export function ChangedDays({ events, withAreas }: { events: Collection[]; withAreas: boolean }) {
  const changed = events.filter(({ moved_from, cancelled }) => moved_from || cancelled)
  if (changed.length === 0) return null
  return (
    <section className={styles.changed} aria-label="Verplaatst of vervallen">
      <h3>Verplaatst of vervallen</h3>
      <ul>
        {changed.map((event) => (
          <li key={`${event.start} ${collectionKey(event)}`}>
            {changeText(event)}
            {withAreas && <span className={styles.areas}>{event.areas.join(', ')}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
