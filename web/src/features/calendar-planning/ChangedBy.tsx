import type { LastChange } from '@rd4-loket/contract'
import { dayText, timeText } from '../../kit/browser/format.ts'
import styles from './CollectionsPage.module.css'

/** Who changed something last, and when; nothing where nobody did. */
export function ChangedBy({ of: change }: { of: LastChange | null }) {
  if (!change) return null
  const who = change.by ? ` door ${change.by}` : ''
  return (
    <span className={styles.areas}>
      Laatst gewijzigd{who} op {dayText(change.at)} om {timeText(change.at)}
    </span>
  )
}
