import type { ReactNode } from 'react'
import styles from './Gallery.module.css'

/** One part in one state, under its name. */
export const Specimen = ({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) => (
  <figure className={styles.specimen} data-wide={wide || undefined}>
    <figcaption>{name}</figcaption>
    {children}
  </figure>
)
