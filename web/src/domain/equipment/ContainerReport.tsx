import { type ContainerState, malfunctionNames } from '@rd4-loket/contract'
import { momentText, numberText } from '../../kit/browser/format.ts'
import { Meter } from '../../kit/tables/Meter.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import styles from './ContainerReport.module.css'

/** The last report of a shared container: its malfunction, if any, and its fill level. */
export function ContainerReport({ state }: { state: ContainerState }) {
  const { malfunction, malfunction_since, fill_percent, measured_at } = state
  return (
    <>
      {malfunction && malfunction_since && (
        <p className={`beside ${styles.malfunction}`}>
          <Icon name="alert" size={20} />
          <span>
            <strong>Storing: {malfunctionNames[malfunction].toLowerCase()}.</strong> Gemeld op{' '}
            {momentText(malfunction_since)} uur.
          </span>
        </p>
      )}
      {fill_percent !== null && measured_at && (
        <div className={`row small ${styles.fill}`}>
          <Meter percent={fill_percent} />
          <p>
            <strong>{numberText(fill_percent)}% vol</strong>, gemeten op {momentText(measured_at)} uur
          </p>
        </div>
      )}
    </>
  )
}
