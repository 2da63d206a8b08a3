import { type Equipment, type NonClearance, nonClearanceReasonNames, wasteStreamNames } from '@rd4-loket/contract'
import { Link } from '@tanstack/react-router'
import { isPresent, kindName, lastEmptiedText } from '../../domain/equipment/EquipmentList.tsx'
import { malfunctionText } from '../../domain/equipment/RecordedMalfunctionText.tsx'
import { StreamMark } from '../../domain/waste-streams/StreamMark.tsx'
import { countText, dayText, groupedCode, numberText } from '../../kit/browser/format.ts'
import { type RowColumn, useSortedRows } from '../../kit/tables/sorted-rows.ts'
import { Table } from '../../kit/tables/Table.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import styles from './EquipmentTable.module.css'

type EquipmentTableProps = {
  caption: string
  equipment: Equipment[]
  /** What was not emptied, newest first. */
  missed?: NonClearance[] | undefined
}

/** The present containers and, in a collapsed section below, the removed containers. */
export function EquipmentTable({ caption, equipment, missed = [] }: EquipmentTableProps) {
  const present = equipment.filter(isPresent)
  const removed = equipment.filter((container) => !isPresent(container))
  return (
    <div className={styles.containers}>
      {present.length > 0 && <Rows caption={caption} equipment={present} missed={missed} />}
      {removed.length > 0 && (
        <details className={styles.removed}>
          <summary>Weggehaald ({removed.length})</summary>
          <Rows caption={`Weggehaald: ${caption.toLowerCase()}`} equipment={removed} />
        </details>
      )}
    </div>
  )
}

const allColumns: RowColumn<Equipment>[] = [
  { name: 'Afvalstroom', by: ({ waste_type }) => wasteStreamNames[waste_type] },
  { name: 'Volume', number: true, by: ({ volume_litres }) => volume_litres },
  { name: 'Chip', by: ({ chip_number }) => chip_number },
  { name: 'Geplaatst', by: ({ placed_on }) => placed_on },
  { name: 'Laatst geleegd', by: ({ last_cleared_at }) => last_cleared_at && Date.parse(last_cleared_at) },
]

function Rows({ caption, equipment, missed = [] }: EquipmentTableProps) {
  const { sorted, columns } = useSortedRows(equipment, allColumns)
  return (
    <Table
      caption={caption}
      className={styles.table}
      columns={columns}
      rows={sorted.map((container) => (
        <ContainerRow
          key={container.id}
          container={container}
          missed={missed.find(({ equipment_id }) => equipment_id === container.id)}
        />
      ))}
    />
  )
}

function ContainerRow({ container, missed }: { container: Equipment; missed: NonClearance | undefined }) {
  const { waste_type, number, volume_litres, chip_number, placed_on, removed_on, last_cleared_at } = container
  const { collection_system, state, lifts_until, used, recorded_malfunction } = container
  const malfunction = recorded_malfunction?.malfunction ?? state?.malfunction
  const end = recorded_malfunction?.expected_end
  return (
    <tr>
      <th scope="row" className={styles.stream}>
        <span className="line">
          <StreamMark stream={waste_type} size={28} />
          <span>
            {wasteStreamNames[waste_type]}
            <span className="below remark">
              {kindName(container)} {number && <span className="code">{number}</span>}
            </span>
          </span>
        </span>
        {collection_system && (
          <Link to="/collection-system/$alias" params={{ alias: collection_system.alias }} className="below">
            {collection_system.name}
          </Link>
        )}
        {malfunction && (
          <span className={`line failed remark ${styles.malfunction}`}>
            <Icon name="alert" size={16} />
            Storing: {malfunctionText(malfunction)}
            {end && `, naar verwachting tot ${dayText(end)}`}
          </span>
        )}
      </th>
      <td data-number>{volume_litres !== undefined && `${numberText(volume_litres)} l`}</td>
      <td data-label="Chip">{chip_number ? <span className="code">{groupedCode(chip_number)}</span> : 'geen'}</td>
      <td data-label="Geplaatst" data-none={!placed_on || undefined}>
        {placed_on && dayText(placed_on)}
        {removed_on && <span className="below">Weggehaald {dayText(removed_on)}</span>}
      </td>
      <td data-label="Laatst geleegd" data-none={last_cleared_at === undefined || undefined}>
        {last_cleared_at !== undefined && lastEmptiedText(container, neverText(container))}
        {missed && isAfterLift(missed, last_cleared_at) && (
          <span className="below">
            Niet geleegd {dayText(missed.happened_at)}: {nonClearanceReasonNames[missed.reason]}
          </span>
        )}
        {used && lifts_until !== null && <span className="below">{usedText(used)}</span>}
      </td>
    </tr>
  )
}

/** Returns whether a container was not emptied on the day of its last lift or later. */
const isAfterLift = ({ happened_at }: NonClearance, last_cleared_at: Equipment['last_cleared_at']) =>
  happened_at.slice(0, 10) >= (last_cleared_at ?? '').slice(0, 10)

/**
 * Returns the text for a container without lifts. For a household's own container, the text names the current occupant,
 * because the lifts of a former occupant may be hidden.
 */
const neverText = ({ collection_system }: Equipment) =>
  collection_system ? 'nog niet' : 'nog niet voor de huidige bewoner'

/** Returns how often the household used a shared container this year, and the day of the last use. */
function usedText({ times_this_year, last_used_at }: NonNullable<Equipment['used']>) {
  const times = times_this_year === 0 ? 'dit jaar nog niet' : `${countText(times_this_year, 'keer', 'keer')} dit jaar`
  return `Dit huishouden: ${times}${last_used_at ? `, laatst op ${dayText(last_used_at)}` : ''}`
}
