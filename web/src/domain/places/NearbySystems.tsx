import { NativeSelect } from '@mantine/core'
import type {
  listAlternativeSystems,
  listNearbySystems,
  Municipality,
  NearbySystem,
  WasteStream,
} from '@rd4-loket/contract'
import { wasteStreamNames } from '@rd4-loket/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import fieldStyles from '../../kit/forms/Field.module.css'
import { Panel } from '../../kit/page/Panel.tsx'
import { Result } from '../../kit/page/Result.tsx'
import type { IconName } from '../../kit/theme/Icon.tsx'
import { query } from '../../session/api.ts'
import type { Place } from './map/mercator.ts'
import { type Mark, PlaceMap } from './map/PlaceMap.tsx'
import styles from './NearbySystems.module.css'
import { NearbyTable } from './NearbyTable.tsx'

/** What the panel is about: an address or a collection system, as far as it is known. */
type Middle = {
  alias: string
  /** How it is called on the map; undefined while it is on its way. */
  name: string | undefined
  /** Null where nobody knows where it lies. */
  location: Place | null | undefined
  municipality: Municipality | undefined
  icon: IconName
}

const asMark = ({ alias, location, waste_types, out_of_order }: NearbySystem, index: number): Mark => ({
  alias,
  location,
  number: index + 1,
  broken: out_of_order.length === waste_types.length,
})

/** What stands near, on a map and in a list that says the same: each with its distance as the crow flies. */
export function NearbySystems({
  title,
  of: middle,
  endpoint,
  streams,
  usable,
}: {
  title: string
  of: Middle
  endpoint: typeof listNearbySystems | typeof listAlternativeSystems
  /** The streams that can be asked for one by one. */
  streams: readonly WasteStream[]
  /** The systems that open for the pass of the address. */
  usable?: Set<string>
}) {
  const [stream, choose] = useState<WasteStream | ''>('')
  const [pointed, point] = useState<string>()
  const asked = { params: { alias: middle.alias }, query: stream ? { waste_type: stream } : {} }
  const nearby = useQuery({ ...query(endpoint, asked), placeholderData: keepPreviousData })
  const what = stream ? `voor ${wasteStreamNames[stream].toLowerCase()} ` : ''
  return (
    <Panel
      title={title}
      aside={
        <NativeSelect
          classNames={fieldStyles}
          className={styles.stream}
          aria-label="Afvalstroom"
          value={stream}
          onChange={({ currentTarget }) => choose(currentTarget.value as WasteStream | '')}
          data={[
            { value: '', label: 'Alle afvalstromen' },
            ...streams.map((value) => ({ value, label: wasteStreamNames[value] })),
          ]}
        />
      }
    >
      {middle.location === null ? (
        <p className={styles.dimmed}>Het is niet bekend waar dit op de kaart ligt.</p>
      ) : (
        <div className={styles.nearby}>
          {middle.location ? (
            <PlaceMap
              label={`Kaart rond ${middle.name}`}
              middle={middle.location}
              icon={middle.icon}
              marks={(nearby.data ?? []).map(asMark)}
              pointed={pointed}
              onPoint={point}
            />
          ) : (
            <div className={styles.ground} />
          )}
          <div className={styles.list}>
            <Result
              of={nearby}
              empty={<p className={styles.dimmed}>In de buurt staat geen verzamelsysteem {what}in gebruik.</p>}
            >
              {(found) => (
                <NearbyTable
                  systems={found}
                  usable={usable}
                  municipality={middle.municipality}
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
