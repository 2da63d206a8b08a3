import { clearanceCategoryNames, type Equipment, wasteStreamNames } from '@rd4-loket/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { equipmentKindNames, groupedCode } from '../../shared/equipment.ts'
import { dayText, numberText, timeText } from '../../shared/format.ts'
import { Panel } from '../../shared/Panel.tsx'
import { Result } from '../../shared/Result.tsx'
import { StreamMark } from '../../shared/StreamMark.tsx'
import styles from './EquipmentPanels.module.css'
import { isOwn, isPresent } from './equipment-status.ts'

function Container({ container }: { container: Equipment }) {
  const { waste_type, kind, volume_litres, number, chip_number, placed_on, removed_on, last_cleared_at } = container
  const facts = [
    [
      'Nummer',
      <span key="number" className="code">
        {number}
      </span>,
    ],
    [
      'Chip',
      chip_number ? (
        <span key="chip" className="code">
          {groupedCode(chip_number)}
        </span>
      ) : (
        'geen'
      ),
    ],
    ['Geplaatst op', dayText(placed_on)],
    ...(removed_on ? [['Weggehaald op', dayText(removed_on)]] : []),
    ['Laatst geleegd', last_cleared_at ? `${dayText(last_cleared_at)}, ${timeText(last_cleared_at)} uur` : 'nog niet'],
  ] as const
  return (
    <li className={styles.container}>
      <div className={styles.name}>
        <StreamMark stream={waste_type} size={40} />
        <div>
          <h3>{wasteStreamNames[waste_type]}</h3>
          <p>
            {equipmentKindNames[kind]}, {numberText(volume_litres)} liter
          </p>
          {container.collection_system && <p>{container.collection_system.name}</p>}
        </div>
      </div>
      <dl>
        {facts.map(([name, value]) => (
          <div key={String(name)}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

function Containers({ containers }: { containers: Equipment[] }) {
  return (
    <ul className={styles.containers}>
      {containers.map((container) => (
        <Container key={container.id} container={container} />
      ))}
    </ul>
  )
}

function Listing({ equipment, empty }: { equipment: Equipment[]; empty: string }) {
  const present = equipment.filter(isPresent)
  const removed = equipment.filter((container) => !isPresent(container))
  return (
    <>
      {present.length > 0 ? <Containers containers={present} /> : <p className={styles.empty}>{empty}</p>}
      {removed.length > 0 && (
        <details className={styles.removed}>
          <summary>Weggehaald ({removed.length})</summary>
          <Containers containers={removed} />
        </details>
      )}
    </>
  )
}

/** What collects an address's waste: its own containers, and the shared ones it has access to. */
export function EquipmentPanels({ equipment }: { equipment: UseQueryResult<Equipment[], Error> }) {
  return (
    <div className={styles.panels}>
      <Panel title={clearanceCategoryNames.containers}>
        <Result of={equipment} isEmpty={() => false}>
          {(found) => <Listing equipment={found.filter(isOwn)} empty="Dit adres heeft geen eigen containers." />}
        </Result>
      </Panel>
      <Panel title={clearanceCategoryNames.locations}>
        <Result of={equipment} isEmpty={() => false}>
          {(found) => (
            <Listing
              equipment={found.filter((container) => !isOwn(container))}
              empty="Dit adres heeft geen toegang tot een ondergrondse container."
            />
          )}
        </Result>
      </Panel>
    </div>
  )
}
