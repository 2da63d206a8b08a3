import type { CSSProperties, ReactNode } from 'react'
import styles from './Fields.module.css'

/** Fields beside each other, as many as fit: their names, hints, boxes and messages each on one line, and the button too. */
export function Fields({
  children,
  button,
  least = '15rem',
}: {
  children: ReactNode
  /** What sends them, beside the last. */
  button?: ReactNode
  /** How narrow a field may get. */
  least?: `${number}rem`
}) {
  return (
    <div className={styles.fields} style={{ '--least': least } as CSSProperties}>
      {children}
      {button && <div className={styles.button}>{button}</div>}
    </div>
  )
}
