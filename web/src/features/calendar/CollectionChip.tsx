import type { Collection } from '@rd4-loket/contract'
import { collectionNote } from '../../domain/collections/collections.ts'
import { StreamMark } from '../../domain/waste-streams/StreamMark.tsx'
import { streamColours } from '../../domain/waste-streams/waste-streams.ts'
import styles from './CollectionChip.module.css'

/** Adds a soft hyphen to a title that is too wide for a day of the grid: `Ophaal-afspraak`. */
const breakable = (title: string) => title.replace(/(?<=[a-z])afspraak$/, '\u00adafspraak')

/** A collection's icon and title on its colour, with a word for moved or cancelled. */
export function CollectionChip({ of: { category, title, cancelled, moved_from } }: { of: Collection }) {
  const { ground, text } = streamColours[category]
  return (
    <span className={styles.chip} style={{ background: ground, color: text }}>
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
