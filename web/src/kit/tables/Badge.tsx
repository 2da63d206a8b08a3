import type { ReactNode } from 'react'
import styles from './Badge.module.css'

/** A short status in a frame, beside its subject. `error` marks a status that blocks the user. */
export const Badge = ({ tone, children }: { tone?: 'error'; children: ReactNode }) => (
  <span className={styles.badge} data-tone={tone}>
    {children}
  </span>
)
