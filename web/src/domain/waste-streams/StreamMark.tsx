import { type WasteStream, wasteStreamNames } from '@rd4-loket/contract'
import type { CSSProperties } from 'react'
import { PathIcon } from '../../kit/theme/Icon.tsx'
import styles from './StreamMark.module.css'
import { streamIcons } from './stream-icons.ts'
import { streamColours } from './waste-streams.ts'

/** The icon of a waste stream on its colour, as decoration beside the stream's name. */
export function StreamMark({ stream, size = 32 }: { stream: WasteStream; size?: number }) {
  const { ground, text } = streamColours[stream]
  return (
    <span
      className={styles.mark}
      style={{ background: ground, color: text, '--side': `${size / 16}rem` } as CSSProperties}
      // The title is for mouse users. Screen readers read the name beside the icon.
      aria-hidden="true"
    >
      <PathIcon
        path={streamIcons[stream]}
        // Pruning waste is collected by appointment only.
        title={stream === 'pruning_waste' ? 'Ophaalafspraak' : undefined}
      />
    </span>
  )
}

export const StreamName = ({ stream }: { stream: WasteStream }) => (
  <span className={styles.stream}>
    <StreamMark stream={stream} size={24} />
    <span>{wasteStreamNames[stream]}</span>
  </span>
)

export function StreamNames({ streams }: { streams: WasteStream[] }) {
  return (
    <ul className="row">
      {streams.map((stream) => (
        <li key={stream}>
          <StreamName stream={stream} />
        </li>
      ))}
    </ul>
  )
}
