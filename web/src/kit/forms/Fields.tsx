import type { CSSProperties, ReactNode } from 'react'
import { Button } from '../buttons/Button.tsx'
import styles from './Fields.module.css'

/** Shows fields in rows. Labels, hints, inputs, messages and the submit button are aligned. */
export function Fields({
  children,
  button,
  minWidth = '15rem',
}: {
  children: ReactNode
  /** The submit button, beside the last field. A text makes a plain button. */
  button?: ReactNode
  /** The minimum width of a field. */
  minWidth?: `${number}rem`
}) {
  return (
    <div className={styles.fields} style={{ '--min-width': minWidth } as CSSProperties}>
      {children}
      {button && (
        <div className={styles.button}>
          {typeof button === 'string' ? (
            <Button type="submit" size="md">
              {button}
            </Button>
          ) : (
            button
          )}
        </div>
      )}
    </div>
  )
}
