import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './Drawing.tsx'
import styles from './Empty.module.css'

/** In the place of a list: a drawing, that there is nothing, and what one can do about it. */
export const Empty = ({ drawing, children }: { drawing: DrawingName; children: ReactNode }) => (
  <div className={styles.empty}>
    <Drawing name={drawing} />
    <div className={styles.words}>{children}</div>
  </div>
)
