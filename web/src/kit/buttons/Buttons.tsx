import type { ReactNode } from 'react'
import styles from './Buttons.module.css'

/** A row of buttons: the main action first, cancelling last. */
export const Buttons = ({ children }: { children: ReactNode }) => <div className={styles.buttons}>{children}</div>
