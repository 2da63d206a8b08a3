import { type WasteStream, wasteStreamNames } from '@rd4-loket/contract'
import { PathIcon } from '../../kit/theme/Icon.tsx'
import styles from './StreamMark.module.css'
import { streamColours } from './stream-colours.ts'

/**
 * The icon of a waste stream on its colour, as decoration beside the stream's name. With `isByAppointment` the colour
 * is only a dashed edge: that day is not a fixed collection day.
 */
export function StreamMark({
  stream,
  size = 32,
  isByAppointment = false,
  withLetter = false,
}: {
  stream: WasteStream
  size?: number
  isByAppointment?: boolean
  /** Whether paper shows the letter of the stream beside the icon, because a print can be without colours. */
  withLetter?: boolean
}) {
  const { background, text } = streamColours[stream]
  return (
    <span
      className={styles.mark}
      data-by-appointment={isByAppointment || undefined}
      data-letter={withLetter ? streamLetters[stream] : undefined}
      style={{ '--stream': background, '--on-stream': text, '--side': `${size / 16}rem` }}
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

/** One letter for each stream of the calendar, for a print. */
const streamLetters: Record<WasteStream, string> = {
  residual_waste: 'R',
  gft: 'G',
  paper: 'P',
  pmd: 'M',
  best_bag: 'B',
  pruning_waste: 'S',
  christmas_trees: 'K',
  glass: 'L',
  diaper: 'D',
  textile: 'T',
}

export const StreamName = ({ stream }: { stream: WasteStream }) => (
  <span className={`inline ${styles.stream}`}>
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

/** The path of each stream's icon, for `PathIcon`. */
export const streamIcons: Record<WasteStream, string> = {
  residual_waste:
    'M8 3.5h8l-1.5 3h-5zM9.5 6.5c-3.4 2.4-5 5.9-5 9 0 3.2 2 5 5 5h5c3 0 5-1.8 5-5 0-3.1-1.6-6.6-5-9M9 12.5c-.6 1-.9 2-.9 3',
  gft: 'M12 8c-1.6-1.3-6.6-1.6-7.3 3-.7 4.6 2.3 9.5 4.8 9.5 1 0 1.6-.5 2.5-.5s1.5.5 2.5.5c2.5 0 5.5-4.9 4.8-9.5C18.6 6.4 13.6 6.7 12 8zM12 8c0-2.4 1-4 3.2-4.5',
  paper: 'M4 5h12v13.2a1.8 1.8 0 0 0 2 1.8H6a2 2 0 0 1-2-2zM16 9.5h4V18a2 2 0 0 1-2 2M7.5 9h5M7.5 12.5h5M7.5 16h5',
  pmd: 'M7.5 3.5h3M8 3.5v3L6 9.5V19a1.5 1.5 0 0 0 1.5 1.5h3A1.5 1.5 0 0 0 12 19V9.5l-2-3v-3M6 13.5h6M14.8 10.5h5.4M15.3 10.5l.4 8.6c0 .8.6 1.4 1.3 1.4h1c.7 0 1.3-.6 1.3-1.4l.4-8.6',
  best_bag: 'M5 8.5h14l1 10.3a1.5 1.5 0 0 1-1.5 1.7h-13A1.5 1.5 0 0 1 4 18.8zM8.5 11.5V7a3.5 3.5 0 0 1 7 0v4.5',
  pruning_waste:
    'M12 21V9.5M12 16.5c-4.2 0-6.5-2.2-6.5-6 4 0 6.5 2.2 6.5 6zM12 12.5c0-4.5 2.3-7.5 7-8.5.2 5.2-2.4 8.5-7 8.5zM8.5 21h7',
  christmas_trees: 'M12 3 7.5 9h2.3l-3.8 4.7h2.7l-3.7 4.6h14l-3.7-4.6h2.7L14.2 9h2.3zM12 18.3v3.2',
  glass:
    'M10 3.5h4M10.5 3.5v4.8c-2 1.4-3 3.2-3 5.5V19A1.5 1.5 0 0 0 9 20.5h6a1.5 1.5 0 0 0 1.5-1.5v-5.2c0-2.3-1-4.1-3-5.5V3.5M7.5 14.5h9',
  diaper: 'M3.5 6.5h17v5c-4 .2-6 2.6-6 7h-5c0-4.4-2-6.8-6-7zM3.5 9H7M17 9h3.5',
  textile: 'M8.5 4 4 6.5 5.5 11l2.5-.8V20h8v-9.8l2.5.8L20 6.5 15.5 4c-.6 1.6-1.9 2.5-3.5 2.5S9.1 5.6 8.5 4z',
}
