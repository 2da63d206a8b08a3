import { type WasteStream, wasteStreamNames } from '@rd4-loket/contract'
import { StreamMark } from './StreamMark.tsx'
import styles from './StreamName.module.css'

export const StreamName = ({ stream }: { stream: WasteStream }) => (
  <span className={styles.stream}>
    <StreamMark stream={stream} size={24} />
    <span>{wasteStreamNames[stream]}</span>
  </span>
)
