import type { ReactNode } from 'react'
import styles from './Buttons.module.css'

/** Buttons that belong together, beside each other: what is meant first, the way out last. */
export const Buttons = ({ children }: { children: ReactNode }) => <div className={styles.buttons}>{children}</div>
