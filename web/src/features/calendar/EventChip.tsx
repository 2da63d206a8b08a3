import type { Collection } from '@rd4-loket/contract'
import { StreamMark } from '../../domain/waste-streams/StreamMark.tsx'
import { streamColours } from '../../domain/waste-streams/waste-streams.ts'
import styles from './EventChip.module.css'

/** A title that does not fit in the day of a grid breaks where one would break it by hand: `Ophaal-afspraak`. */
const breakable = (title: string) => title.replace(/(?<=[a-z])afspraak$/, '\u00adafspraak')

/** One collection: its icon and label on its colour, and in a word whether it is moved or cancelled. */
export function EventChip({ event: { category, title, cancelled, moved_from } }: { event: Collection }) {
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
