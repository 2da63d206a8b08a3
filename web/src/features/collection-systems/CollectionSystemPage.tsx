import {
  addressLine,
  exportCollectionSystemClearances,
  exportConnectedAddresses,
  listAlternativeSystems,
  listCollectionSystemClearances,
  listCollectionSystemEquipment,
  listConnectedAddresses,
  showCollectionSystem,
} from '@rd4-loket/contract'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ClearanceHistory } from '../../domain/clearances/ClearanceHistory.tsx'
import { AddressTable, addressColumns } from '../../domain/places/AddressTable.tsx'
import { DetailPage, LocationFacts } from '../../domain/places/DetailPage.tsx'
import { NearbySystems } from '../../domain/places/NearbySystems.tsx'
import { cachedCollectionSystem, useRememberSystem } from '../../domain/places/opened.ts'
import { StreamNames } from '../../domain/waste-streams/StreamMark.tsx'
import { countText } from '../../kit/browser/format.ts'
import { MoreButton, Panel, Result, Skeleton } from '../../kit/page/Page.tsx'
import { ExportButtons } from '../../session/ExportButtons.tsx'
import { detailsQuery, queryPages } from '../../session/queries.ts'
import styles from './CollectionSystemPage.module.css'
import { SystemContainers } from './SystemContainers.tsx'
import { WeekBars } from './WeekBars.tsx'

const unknown = {
  title: 'Dit verzamelsysteem bestaat niet',
  intro: 'Misschien is het weggehaald, of klopt de link niet helemaal.',
}

/** One collection system: its containers, nearby systems, connected addresses and clearances. */
export function CollectionSystemPage() {
  const { alias = '' } = useParams({ strict: false })
  const client = useQueryClient()
  const system = useQuery({
    ...detailsQuery(showCollectionSystem, { params: { alias } }),
    placeholderData: () => cachedCollectionSystem(client, alias),
  })
  const equipment = useQuery(detailsQuery(listCollectionSystemEquipment, { params: { alias } }))
  useRememberSystem(system.data)

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
          <div className={`whole-line ${styles.streams}`}>
            <StreamNames streams={found.waste_types} />
          </div>
        </>
      )}
    >
      <div className={`stack ${styles.panels}`}>
        <SystemContainers alias={alias} municipality={system.data?.municipality.id} />
        <NearbySystems
          title="Andere verzamelsystemen in de buurt"
          alias={alias}
          name={system.data?.name}
          icon="marker"
          of={system.data}
          endpoint={listAlternativeSystems}
          streams={system.data?.waste_types ?? []}
        />
      </div>
      <ConnectedAddresses alias={alias} count={system.data?.connected_addresses} />
      <ClearanceHistory
        alias={alias}
        listedBy={listCollectionSystemClearances}
        equipment={equipment.data}
        exportedBy={exportCollectionSystemClearances}
        picture={(year, clearances) => <WeekBars year={year} clearances={clearances} />}
      />
    </DetailPage>
  )
}

/** The addresses that may use a collection system, loaded page by page. */
function ConnectedAddresses({ alias, count }: { alias: string; count: number | undefined }) {
  const addresses = useInfiniteQuery(queryPages(listConnectedAddresses, { params: { alias }, query: {} }))
  const found = addresses.data?.pages.flatMap(({ data }) => data) ?? []
  if (!addresses.isEnabled) return null
  return (
    <Panel
      title="Aangesloten adressen"
      aside={
        <>
          {count !== undefined && <span className="dimmed small">{countText(count, 'adres', 'adressen')}</span>}
          {found.length > 0 && <ExportButtons of={exportConnectedAddresses} sent={{ params: { alias } }} />}
        </>
      }
    >
      <Result
        of={addresses}
        waiting={<Skeleton columns={addressColumns} />}
        isEmpty={() => found.length === 0}
        empty={<p className="dimmed small">Geen enkel adres is hierop aangesloten.</p>}
      >
        {() => (
          <>
            <AddressTable caption="Aangesloten adressen" addresses={found} pages={addresses} />
            <MoreButton of={addresses} />
          </>
        )}
      </Result>
    </Panel>
  )
}
