import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './Drawing.tsx'
import styles from './Empty.module.css'

/** Shown instead of an empty list: a drawing, and a text with the next step. */
export const Empty = ({ drawing, children }: { drawing: DrawingName; children: ReactNode }) => (
  <div className={styles.empty}>
    <Drawing name={drawing} />
    <div className={styles.words}>{children}</div>
  </div>
)
