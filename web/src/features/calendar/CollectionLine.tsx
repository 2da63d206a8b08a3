import type { Collection } from '@rd4-loket/contract'
import { collectionNote } from '../../domain/collections/collections.ts'
import styles from './CollectionLine.module.css'
import { EventChip } from './EventChip.tsx'

/** One collection in full: what, what is out of the ordinary, and in a whole municipality also where. */
export function CollectionLine({ event, withAreas }: { event: Collection; withAreas: boolean }) {
  const note = collectionNote(event)
  return (
    <span className={styles.line}>
      <EventChip event={event} />
      {note && <span className={styles.note}>{note}</span>}
      {withAreas && <span className={styles.areas}>{event.areas.join(', ')}</span>}
    </span>
  )
}
