import type { Collection } from '@rd4-loket/contract'
import { collectionKey } from '../../domain/collections/collections.ts'
import { today } from '../../kit/browser/days.ts'
import { longDayText } from '../../kit/browser/format.ts'
import { CollectionLine } from './CollectionChip.tsx'
import styles from './CollectionList.module.css'

/** The days with collections, below each other. */
export function CollectionList({ of: collections, withAreas }: { of: Collection[]; withAreas: boolean }) {
  const now = today()
  return (
    <ol className={styles.list}>
      {[...new Set(collections.map(({ start }) => start))].map((day) => (
        <li key={day} className="column gap-2" aria-current={day === now ? 'date' : undefined}>
          <h3>
            {longDayText(day)}
            {day === now && <span className={styles.today}>Vandaag</span>}
          </h3>
          <ul className={styles.collections} data-in-full={withAreas || undefined}>
            {collections
              .filter(({ start }) => start === day)
              .map((collection) => (
                <li key={collectionKey(collection)}>
                  <CollectionLine of={collection} withAreas={withAreas} />
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
