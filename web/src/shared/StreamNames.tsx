import { type WasteStream, wasteStreamNames } from '@rd4-loket/contract'
import { StreamMark } from './StreamMark.tsx'
import styles from './StreamNames.module.css'

/** Waste streams, each with its icon and its name. */
export function StreamNames({ streams }: { streams: WasteStream[] }) {
  return (
    <ul className={styles.streams}>
      {streams.map((stream) => (
        <li key={stream}>
          <StreamMark stream={stream} size={24} />
          {wasteStreamNames[stream]}
        </li>
      ))}
    </ul>
  )
}
