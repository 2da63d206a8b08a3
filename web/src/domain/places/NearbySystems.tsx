import {
  type listAlternativeSystems,
  type listNearbySystems,
  type Municipality,
  type NearbySystem,
  type WasteStream,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { distanceText } from '../../kit/browser/format.ts'
import { Button } from '../../kit/buttons/Button.tsx'
import { SelectInput } from '../../kit/forms/Inputs.tsx'
import { Panel, Result } from '../../kit/page/Page.tsx'
import { type RowColumn, useSortedRows } from '../../kit/tables/sorted-rows.ts'
import { Badge, Table } from '../../kit/tables/Table.tsx'
import { Icon, type IconName } from '../../kit/theme/Icon.tsx'
import { query } from '../../session/queries.ts'
import { StreamMark } from '../waste-streams/StreamMark.tsx'
import { LocationMap, type MapMarker } from './map/LocationMap.tsx'
import type { GeoPoint } from './map/mercator.ts'
import styles from './NearbySystems.module.css'
import nearbyTableStyles from './NearbyTable.module.css'

const asMarker = ({ alias, location, waste_types, out_of_order }: NearbySystem, index: number): MapMarker => ({
  alias,
  location,
  number: index + 1,
  streams: waste_types,
  broken: out_of_order.length === waste_types.length,
})

type NearbyProps = {
  title: string
  alias: string
  name: string | undefined
  icon: IconName
  /** The address or collection system in the middle of the map, once it has loaded. Its location may be unknown. */
  of: (Pick<NearbySystem, 'municipality'> & { location: GeoPoint | null }) | undefined
  endpoint: typeof listNearbySystems | typeof listAlternativeSystems
  /** The waste streams to choose from. */
  streams: readonly WasteStream[]
  /** The aliases of the systems that the pass of the address opens. */
  usable?: Set<string>
  /** Hides the map until the user shows it, for a narrow panel. The list is then below the map. */
  isMapHidden?: boolean
}

/** The nearby collection systems, on a map and in a list with the distances in a straight line. */
export function NearbySystems({
  title,
  alias,
  name,
  icon,
  of: subject,
  endpoint,
  streams,
  usable,
  isMapHidden = false,
}: NearbyProps) {
  const [isMapShown, showMap] = useState(!isMapHidden)
  const [stream, choose] = useState<WasteStream | ''>('')
  const [pointed, point] = useState<string>()
  const sent = { params: { alias }, query: stream ? { stream } : {} }
  const nearby = useQuery({ ...query(endpoint, sent), placeholderData: keepPreviousData })
  if (!nearby.isEnabled) return null
  const forStream = stream ? `voor ${wasteStreamNames[stream].toLowerCase()} ` : ''
  return (
    <Panel
      title={title}
      aside={
        <SelectInput
          className={`screen-only ${styles.stream}`}
          aria-label="Afvalstroom"
          value={stream}
          onChange={({ currentTarget }) => choose(currentTarget.value as WasteStream | '')}
          none="Alle afvalstromen"
          options={streams.map((id) => ({ id, name: wasteStreamNames[id] }))}
        />
      }
    >
      {subject?.location === null ? (
        <p className="dimmed">Het is niet bekend waar dit op de kaart ligt.</p>
      ) : (
        <div className={`column ${styles.nearby}`} data-narrow={isMapHidden || undefined}>
          {isMapHidden && (
            <div className={styles.toggle}>
              <Button variant="default" aria-expanded={isMapShown} onClick={() => showMap(!isMapShown)}>
                {isMapShown ? 'Verberg de kaart' : 'Toon de kaart'}
              </Button>
            </div>
          )}
          {isMapShown &&
            (subject?.location ? (
              <LocationMap
                label={`Kaart rond ${name}`}
                middle={subject.location}
                icon={icon}
                markers={(nearby.data ?? []).map(asMarker)}
                pointed={pointed}
                onPoint={point}
              />
            ) : (
              <div className={styles.ground} />
            ))}
          <div className={styles.list}>
            <Result
              of={nearby}
              empty={<p className="dimmed">In de buurt staat geen verzamelsysteem {forStream}in gebruik.</p>}
            >
              {(found) => (
                <NearbyTable
                  systems={found}
                  usable={usable}
                  municipality={subject?.municipality}
                  pointed={pointed}
                  onPoint={point}
                />
              )}
            </Result>
          </div>
        </div>
      )}
    </Panel>
  )
}

const streamNames = ({ waste_types }: NearbySystem) => waste_types.map((stream) => wasteStreamNames[stream]).join(', ')

type NumberedSystem = { system: NearbySystem; number: number }

const nearbyColumns: RowColumn<NumberedSystem>[] = [
  { name: 'Nummer op de kaart', short: 'Nr.', by: ({ number }) => number },
  { name: 'Verzamelsysteem', by: ({ system }) => system.name },
  { name: 'Hemelsbreed', number: true, by: ({ system }) => system.distance_metres },
]

type NearbyTableProps = {
  systems: NearbySystem[]
  usable?: Set<string>
  /** The municipality of the map's subject. A system in another municipality shows the name of that municipality. */
  municipality: Municipality | undefined
  pointed: string | undefined
  onPoint: (alias: string | undefined) => void
}

/** The nearby collection systems, with their numbers on the map. */
function NearbyTable({ systems, usable = new Set(), municipality, pointed, onPoint }: NearbyTableProps) {
  const numbered = systems.map((system, index) => ({ system, number: index + 1 }))
  const { sorted, columns } = useSortedRows(numbered, nearbyColumns)
  return (
    <Table
      caption="Dichtstbijzijnde verzamelsystemen, met de afstand hemelsbreed"
      columns={columns}
      className={nearbyTableStyles.nearby}
      rows={sorted.map(({ system, number }) => (
        <tr
          key={system.alias}
          data-pointed={system.alias === pointed || undefined}
          onMouseEnter={() => onPoint(system.alias)}
          onMouseLeave={() => onPoint(undefined)}
          onFocus={() => onPoint(system.alias)}
          onBlur={() => onPoint(undefined)}
        >
          <td className={nearbyTableStyles.number}>{number}</td>
          <th scope="row">
            <Link to="/collection-system/$alias" params={{ alias: system.alias }} preload="intent">
              {system.name}
            </Link>
            {usable.has(system.alias) && (
              <span className={nearbyTableStyles.usable}>
                <Badge>Heeft toegang</Badge>
              </span>
            )}
            <span className={`below line remark ${nearbyTableStyles.line}`}>
              {system.waste_types.map((stream) => (
                <StreamMark key={stream} stream={stream} size={20} />
              ))}
              {streamNames(system)}
              {municipality && system.municipality.id !== municipality.id && ` · ${system.municipality.name}`}
            </span>
            {system.out_of_order.length > 0 && (
              <span className={`line failed remark ${nearbyTableStyles.line}`}>
                <Icon name="alert" size={16} />
                Storing: {system.out_of_order.map((stream) => wasteStreamNames[stream]).join(', ')}
              </span>
            )}
          </th>
          <td data-number>{distanceText(system.distance_metres)}</td>
        </tr>
      ))}
    />
  )
}
