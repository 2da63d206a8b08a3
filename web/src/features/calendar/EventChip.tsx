import type { CalendarEvent } from '@rd4-loket/contract'
import { StreamMark } from '../../shared/StreamMark.tsx'
import { streamColours } from '../../shared/waste-streams.ts'
import styles from './EventChip.module.css'

/** One collection: its icon and label on its colour. */
export function EventChip({ event: { category, title } }: { event: CalendarEvent }) {
  const { ground, text } = streamColours[category]
  return (
    <span className={styles.chip} style={{ background: ground, color: text }}>
      <StreamMark stream={category} size={24} />
      <span className={styles.label}>{title}</span>
    </span>
  )
}
