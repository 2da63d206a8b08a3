import { type Municipality, type NearbySystem, wasteStreamNames } from '@rd4-loket/contract'
import { Link } from '@tanstack/react-router'
import { distanceText } from '../../kit/browser/format.ts'
import { Badge, Table } from '../../kit/tables/Table.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { StreamMark } from '../waste-streams/StreamMark.tsx'
import styles from './NearbyTable.module.css'

const streamNames = ({ waste_types }: NearbySystem) => waste_types.map((stream) => wasteStreamNames[stream]).join(', ')

/** The nearby collection systems, with their numbers on the map. */
export function NearbyTable({
  systems,
  usable = new Set(),
  municipality,
  pointed,
  onPoint,
}: {
  systems: NearbySystem[]
  usable?: Set<string>
  /** The municipality of the map's subject. Systems elsewhere show their own. */
  municipality: Municipality | undefined
  pointed: string | undefined
  onPoint: (alias: string | undefined) => void
}) {
  return (
    <Table
      caption="Dichtstbijzijnde verzamelsystemen, met de afstand hemelsbreed"
      columns={[{ name: 'Nummer op de kaart', short: 'Nr.' }, 'Verzamelsysteem', { name: 'Hemelsbreed', number: true }]}
      className={styles.nearby}
    >
      <tbody>
        {systems.map((system, index) => (
          <tr
            key={system.alias}
            data-pointed={system.alias === pointed || undefined}
            onMouseEnter={() => onPoint(system.alias)}
            onMouseLeave={() => onPoint(undefined)}
            onFocus={() => onPoint(system.alias)}
            onBlur={() => onPoint(undefined)}
          >
            <td className={styles.number}>{index + 1}</td>
            <th scope="row">
              <Link to="/collection-system/$alias" params={{ alias: system.alias }} preload="intent">
                {system.name}
              </Link>
              {usable.has(system.alias) && (
                <span className={styles.usable}>
                  <Badge>Heeft toegang</Badge>
                </span>
              )}
              <span className={`below remark ${styles.line}`}>
                {system.waste_types.map((stream) => (
                  <StreamMark key={stream} stream={stream} size={20} />
                ))}
                {streamNames(system)}
                {municipality && system.municipality.id !== municipality.id && ` · ${system.municipality.name}`}
              </span>
              {system.out_of_order.length > 0 && (
                <span className={`failed remark ${styles.line}`}>
                  <Icon name="alert" size={16} />
                  Storing: {system.out_of_order.map((stream) => wasteStreamNames[stream]).join(', ')}
                </span>
              )}
            </th>
            <td data-number>{distanceText(system.distance_metres)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
