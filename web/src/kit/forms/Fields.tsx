import type { CSSProperties, ReactNode } from 'react'
import styles from './Fields.module.css'

/** Fields in a row, as many as fit. Their labels, hints, boxes and messages are aligned, and so is the button. */
export function Fields({
  children,
  button,
  minWidth = '15rem',
}: {
  children: ReactNode
  /** The submit button, beside the last field. */
  button?: ReactNode
  /** The minimum width of a field. */
  minWidth?: `${number}rem`
}) {
  return (
    <div className={styles.fields} style={{ '--min-width': minWidth } as CSSProperties}>
      {children}
      {button && <div className={styles.button}>{button}</div>}
    </div>
  )
}
