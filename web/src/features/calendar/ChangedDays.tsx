import type { Collection } from '@rd4-loket/contract'
import { changeText, collectionKey } from '../../domain/collections/collections.ts'
import styles from './ChangedDays.module.css'

/** The moved and cancelled collections, by their planned days. */
export function ChangedDays({ of: collections, withAreas }: { of: Collection[]; withAreas: boolean }) {
  const changed = collections.filter(({ moved_from, cancelled }) => moved_from || cancelled)
  if (changed.length === 0) return null
  return (
    <section className={`column gap-2 ${styles.changed}`} aria-label="Verplaatst of vervallen">
      <h3>Verplaatst of vervallen</h3>
      <ul>
        {changed.map((collection) => (
          <li key={`${collection.start} ${collectionKey(collection)}`}>
            {changeText(collection)}
            {withAreas && <span className={styles.areas}>{collection.areas.join(', ')}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
