import styles from './Meter.module.css'

/** How full something is, as a bar; ornament beside a text that says the same. */
export const Meter = ({ percent }: { percent: number }) => (
  <span aria-hidden="true" className={styles.meter}>
    <span style={{ width: `${Math.min(Math.max(percent, 0), 100)}%` }} />
  </span>
)
