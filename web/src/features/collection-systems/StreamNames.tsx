import type { WasteStream } from '@rd4-loket/contract'
import { StreamName } from '../../domain/waste-streams/StreamMark.tsx'
import styles from './StreamNames.module.css'

export function StreamNames({ streams }: { streams: WasteStream[] }) {
  return (
    <ul className={styles.streams}>
      {streams.map((stream) => (
        <li key={stream}>
          <StreamName stream={stream} />
        </li>
      ))}
    </ul>
  )
}
