import styles from './Meter.module.css'

/** A percentage as a bar, as decoration beside a text with the same meaning. */
export const Meter = ({ percent }: { percent: number }) => (
  <span aria-hidden="true" className={styles.meter}>
    <span style={{ width: `${Math.min(Math.max(percent, 0), 100)}%` }} />
  </span>
)
