import type { Collection } from '@rd4-loket/contract'
import { collectionKey, collectionNote } from '../../domain/collections/collections.ts'
import { StreamMark, streamColours } from '../../domain/waste-streams/StreamMark.tsx'
import { today } from '../../kit/browser/days.ts'
import { longDayText } from '../../kit/browser/format.ts'
import styles from './CollectionList.module.css'

/** Adds a soft hyphen to a title that is too wide for a day of the grid: `Ophaal-afspraak`. */
const breakable = (title: string) => title.replace(/(?<=[a-z])afspraak$/, '\u00adafspraak')

/** A collection's icon and title on its colour, with a word for moved or cancelled. */
export function CollectionChip({ of: { category, title, cancelled, moved_from } }: { of: Collection }) {
  const { background, text } = streamColours[category]
  return (
    <span className={styles.chip} style={{ background, color: text }}>
      <StreamMark stream={category} size={24} />
      <span className={styles.label}>
        {cancelled ? <s>{breakable(title)}</s> : breakable(title)}
        {cancelled && ' (vervalt)'}
        {moved_from && ' (verplaatst)'}
      </span>
    </span>
  )
}

/** A collection with the note of a change and, in the calendar of a municipality, its areas. */
export function CollectionLine({ of: collection, withAreas }: { of: Collection; withAreas: boolean }) {
  const note = collectionNote(collection)
  return (
    <span className={styles.line}>
      <CollectionChip of={collection} />
      {note && <span className="small">{note}</span>}
      {withAreas && <span className="remark">{collection.areas.join(', ')}</span>}
    </span>
  )
}

/** The days with collections, below each other. */
export function CollectionList({ of: collections, withAreas }: { of: Collection[]; withAreas: boolean }) {
  const now = today()
  return (
    <ol className={styles.list}>
      {[...new Set(collections.map(({ start }) => start))].map((day) => (
        <li key={day} className="column gap-2" aria-current={day === now ? 'date' : undefined}>
          <h3 className="capitalised">
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
