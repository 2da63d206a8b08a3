import type { ReactNode } from 'react'
import styles from './Badge.module.css'

/** A word or two about the thing beside it, in a small frame; `error` for what keeps somebody from something. */
export const Badge = ({ tone, children }: { tone?: 'error'; children: ReactNode }) => (
  <span className={styles.badge} data-tone={tone}>
    {children}
  </span>
)
