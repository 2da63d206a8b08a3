import {
  type ContainerState,
  type Equipment,
  type EquipmentKind,
  type RecordedMalfunction,
  wasteStreamNames,
} from '@rd4-loket/contract'
import type { ReactNode } from 'react'
import { addDays, today } from '../../kit/browser/days.ts'
import { dayText, groupedCode, momentText, numberText } from '../../kit/browser/format.ts'
import { Fact } from '../../kit/page/Page.tsx'
import { Meter } from '../../kit/tables/Table.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { StreamMark } from '../waste-streams/StreamMark.tsx'
import styles from './EquipmentList.module.css'
import { malfunctionText, RecordedMalfunctionText } from './RecordedMalfunctionText.tsx'

/** The last report of a shared container: its malfunction, if any, and its fill level. */
function ContainerReport({ state }: { state: ContainerState }) {
  const { malfunction, malfunction_since, fill_percent, measured_at } = state
  return (
    <>
      {malfunction && malfunction_since && (
        <p className={`box beside ${styles.malfunction}`} data-tone="error">
          <Icon name="alert" size={20} />
          <span>
            <strong>Storing: {malfunctionText(malfunction)}.</strong> Gemeld op {momentText(malfunction_since)} uur.
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

/** A malfunction that an employee recorded, with the button that closes it. */
const Recorded = ({ of, children }: { of: RecordedMalfunction; children: ReactNode }) => (
  <div className={`box beside ${styles.malfunction}`} data-tone="error">
    <Icon name="alert" size={20} />
    <div className="column gap-2">
      <div>
        <strong>Storing: {malfunctionText(of.malfunction)}.</strong>
        <RecordedMalfunctionText of={of} />
      </div>
      <div>{children}</div>
    </div>
  </div>
)

/**
 * Returns when a container was last emptied. Without a lift, returns that no lifts of its stream were ever delivered,
 * or `never`, with the last known day when that is before yesterday.
 */
export function lastEmptiedText({ last_cleared_at, lifts_until }: Equipment, never: string) {
  if (last_cleared_at) return momentText(last_cleared_at)
  if (lifts_until === null) return 'geen gegevens'
  const isBehind = lifts_until !== undefined && lifts_until < addDays(today(), -1)
  return isBehind ? `${never}, bekend tot en met ${dayText(lifts_until)}` : never
}

/** Returns the button that closes the recorded malfunction of a container. */
type CloseButtonOf = (container: Equipment, malfunction: RecordedMalfunction) => ReactNode

function Container({ container, closeButton }: { container: Equipment; closeButton: CloseButtonOf }) {
  const { waste_type, volume_litres, number, chip_number, placed_on, removed_on, last_cleared_at } = container
  const { state, recorded_malfunction } = container
  return (
    <li className={`column gap-3 ${styles.container}`}>
      <div className="beside">
        <StreamMark stream={waste_type} size={40} />
        <div>
          <h3>{wasteStreamNames[waste_type]}</h3>
          <p className="dimmed small">
            {kindName(container)}
            {volume_litres !== undefined && `, ${numberText(volume_litres)} liter`}
          </p>
        </div>
      </div>
      {recorded_malfunction && (
        <Recorded of={recorded_malfunction}>{closeButton(container, recorded_malfunction)}</Recorded>
      )}
      {state && <ContainerReport state={state} />}
      <dl className="column">
        {number && (
          <Fact name="Nummer">
            <span className="code">{number}</span>
          </Fact>
        )}
        <Fact name="Chip">{chip_number ? <span className="code">{groupedCode(chip_number)}</span> : 'geen'}</Fact>
        {placed_on && <Fact name="Geplaatst op">{dayText(placed_on)}</Fact>}
        {removed_on && <Fact name="Weggehaald op">{dayText(removed_on)}</Fact>}
        {last_cleared_at !== undefined && <Fact name="Laatst geleegd">{lastEmptiedText(container, 'nog niet')}</Fact>}
      </dl>
    </li>
  )
}

function Containers({ containers, closeButton }: { containers: Equipment[]; closeButton: CloseButtonOf }) {
  return (
    <ul className={`column ruled ${styles.containers}`}>
      {containers.map((container) => (
        <Container key={container.id} container={container} closeButton={closeButton} />
      ))}
    </ul>
  )
}

type EquipmentListProps = {
  equipment: Equipment[]
  empty: string
  closeButton: CloseButtonOf
}

/** The containers that are present and, in a collapsed section below, the removed containers. */
export function EquipmentList({ equipment, empty, closeButton }: EquipmentListProps) {
  const present = equipment.filter(isPresent)
  const removed = equipment.filter((container) => !isPresent(container))
  return (
    <>
      {present.length > 0 ? (
        <Containers containers={present} closeButton={closeButton} />
      ) : (
        <p className="dimmed">{empty}</p>
      )}
      {removed.length > 0 && (
        <details className={styles.removed}>
          <summary>Weggehaald ({removed.length})</summary>
          <Containers containers={removed} closeButton={closeButton} />
        </details>
      )}
    </>
  )
}

/** The screen text of each kind of container. */
export const equipmentKindNames: Record<EquipmentKind, string> = {
  minicontainer: 'Minicontainer',
  citybin: 'Citybin',
  zak: 'Zak',
  ondergronds: 'Ondergrondse container',
  wijkcontainer: 'Wijkcontainer',
}

/** The name of a container's kind. Some servers do not send the kind. */
export const kindName = ({ kind }: Equipment) => (kind ? equipmentKindNames[kind] : 'Container')

/** Returns whether the container has not been removed. */
export const isPresent = ({ removed_on }: Equipment) => removed_on === null
