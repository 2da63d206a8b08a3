import {
  addressLine,
  exportCollectionSystemClearances,
  listAlternativeSystems,
  listCollectionSystemClearances,
  listCollectionSystemEquipment,
  showCollectionSystem,
} from '@rd4-loket/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ClearanceHistory, useYear } from '../../domain/clearances/ClearanceHistory.tsx'
import { EquipmentList } from '../../domain/equipment/EquipmentList.tsx'
import { DetailPage, LocationFacts } from '../../domain/places/DetailPage.tsx'
import { NearbySystems } from '../../domain/places/NearbySystems.tsx'
import { cachedCollectionSystem, useRemember } from '../../domain/places/opened.ts'
import { StreamNames } from '../../domain/waste-streams/StreamMark.tsx'
import { Panel, Result } from '../../kit/page/Panel.tsx'
import { query } from '../../session/queries.ts'
import styles from './CollectionSystemPage.module.css'
import { ConnectedAddresses } from './ConnectedAddresses.tsx'

const unknown = {
  title: 'Dit verzamelsysteem bestaat niet',
  intro: 'Misschien is het weggehaald, of klopt de link niet helemaal.',
}

/** One collection system: its containers, nearby systems, connected addresses and clearances. */
export function CollectionSystemPage() {
  const { alias = '' } = useParams({ strict: false })
  const year = useYear()
  const client = useQueryClient()
  const system = useQuery({
    ...query(showCollectionSystem, { params: { alias } }),
    placeholderData: () => cachedCollectionSystem(client, alias),
  })
  const equipment = useQuery(query(listCollectionSystemEquipment, { params: { alias } }))
  const clearances = useQuery({
    ...query(listCollectionSystemClearances, { params: { alias }, query: { year } }),
    placeholderData: keepPreviousData,
  })
  useRemember('collection systems', system.data)

  return (
    <DetailPage
      of={system}
      list="/collection-system"
      another="Zoek een ander verzamelsysteem"
      unknown={unknown}
      title={({ name }) => name}
      facts={(found) => (
        <>
          <span>{found.system.name}</span>
          <span>Bij {addressLine(found)}</span>
          <LocationFacts of={found} />
          <div className={styles.streams}>
            <StreamNames streams={found.waste_types} />
          </div>
        </>
      )}
    >
      <div className={`stack ${styles.panels}`}>
        <Panel title="Containers">
          <Result of={equipment} isEmpty={() => false}>
            {(found) => <EquipmentList equipment={found} empty="Hier staan nu geen containers." />}
          </Result>
        </Panel>
        <NearbySystems
          title="Andere verzamelsystemen in de buurt"
          of={{
            alias,
            name: system.data?.name,
            location: system.data?.location,
            municipality: system.data?.municipality,
            icon: 'marker',
          }}
          endpoint={listAlternativeSystems}
          streams={system.data?.waste_types ?? []}
        />
      </div>
      <ConnectedAddresses alias={alias} count={system.data?.connected_addresses} />
      <ClearanceHistory
        alias={alias}
        year={year}
        clearances={clearances}
        equipment={equipment.data ?? []}
        exportedBy={exportCollectionSystemClearances}
      />
    </DetailPage>
  )
}
