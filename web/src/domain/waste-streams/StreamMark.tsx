import type { WasteStream } from '@rd4-loket/contract'
import type { CSSProperties } from 'react'
import { Icon } from '../../kit/theme/Icon.tsx'
import styles from './StreamMark.module.css'
import { streamColours } from './waste-streams.ts'

/** A waste stream's icon on its colour; ornament beside the stream's name. */
export function StreamMark({ stream, size = 32 }: { stream: WasteStream; size?: number }) {
  const { ground, text } = streamColours[stream]
  return (
    <span
      className={styles.mark}
      style={{ background: ground, color: text, '--side': `${size / 16}rem` } as CSSProperties}
      // Its title is for the mouse: the name beside it is what a screen reader says.
      aria-hidden="true"
    >
      <Icon
        name={stream}
        // Pruning waste is only fetched by appointment.
        title={stream === 'pruning_waste' ? 'Ophaalafspraak' : undefined}
      />
    </span>
  )
}
