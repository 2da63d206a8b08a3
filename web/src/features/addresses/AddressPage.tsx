import {
  addressLine,
  clearanceCategoryNames,
  type Equipment,
  exportAddressClearances,
  listAddressClearances,
  listAddressEquipment,
  listNearbySystems,
  showAddress,
  WasteStream,
} from '@rd4-loket/contract'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ClearanceHistory } from '../../domain/clearances/ClearanceHistory.tsx'
import { NextCollections } from '../../domain/collections/NextCollections.tsx'
import { EquipmentList, isPresent } from '../../domain/equipment/EquipmentList.tsx'
import { PickupAppointments } from '../../domain/pickups/PickupAppointments.tsx'
import { Columns, DetailPage, LocationFacts } from '../../domain/places/DetailPage.tsx'
import { NearbySystems } from '../../domain/places/NearbySystems.tsx'
import { cachedAddress, useRemember } from '../../domain/places/opened.ts'
import { countText, dayText } from '../../kit/browser/format.ts'
import { Panel, Result } from '../../kit/page/Page.tsx'
import { Extra } from '../../session/extra-calls.tsx'
import { calendarSetting } from '../../session/page-settings.ts'
import { query } from '../../session/queries.ts'
import styles from './AddressEquipment.module.css'

const unknown = {
  title: 'Dit adres bestaat niet',
  intro: 'Misschien is het adres vervallen, of klopt de link niet helemaal.',
}

/** One address: its containers, nearby systems, collection days, appointments and clearances. */
export function AddressPage() {
  const { alias = '' } = useParams({ strict: false })
  const client = useQueryClient()
  const address = useQuery({
    ...query(showAddress, { params: { alias } }),
    placeholderData: () => cachedAddress(client, alias),
  })
  const equipment = useQuery(query(listAddressEquipment, { params: { alias } }))
  useRemember('addresses', address.data)

  return (
    <DetailPage
      of={address}
      list="/address"
      another="Zoek een ander adres"
      unknown={unknown}
      title={addressLine}
      facts={(found) => (
        <>
          {found.retired_on && <strong>Vervallen op {dayText(found.retired_on)}</strong>}
          <LocationFacts of={found} />
          <EquipmentSummary of={equipment} />
        </>
      )}
    >
      <EquipmentPanels equipment={equipment} />
      <Extra>
        <NearbySystems
          title="Verzamelsystemen in de buurt"
          alias={alias}
          name={address.data && addressLine(address.data)}
          icon="marker-home"
          of={address.data}
          endpoint={listNearbySystems}
          streams={WasteStream.options}
          usable={usableSystems(equipment.data)}
        />
        <Columns>
          {calendarSetting() === 'api' && (
            <NextCollections
              of={{ address: alias }}
              aside={
                <Link to="/calendar" search={{ address: alias }}>
                  Ophaalkalender
                </Link>
              }
            />
          )}
          <PickupAppointments alias={alias} />
        </Columns>
      </Extra>
      <ClearanceHistory
        alias={alias}
        listedBy={listAddressClearances}
        equipment={equipment.data}
        exportedBy={exportAddressClearances}
        ofAddress
      />
    </DetailPage>
  )
}

/** Returns whether a container belongs to the household, and is not shared. */
const isOwn = ({ collection_system }: Equipment) => collection_system === null

/** Summarises the containers of an address in one line. */
export function equipmentSummary(equipment: Equipment[]) {
  const present = equipment.filter(isPresent)
  const own = present.filter(isOwn).length
  const shared = present.length - own
  const parts = [
    own > 0 && countText(own, 'eigen container', 'eigen containers'),
    shared > 0 && `toegang tot ${countText(shared, 'gedeelde container', 'gedeelde containers')}`,
  ].filter(Boolean)
  const last = equipment
    .map(({ last_cleared_at }) => last_cleared_at ?? '')
    .sort()
    .at(-1)
  const isUnknown = equipment.some(({ last_cleared_at }) => last_cleared_at === undefined)
  return [
    parts.length > 0 ? `Dit adres heeft ${parts.join(' en ')}.` : 'Dit adres heeft nu geen containers.',
    last ? `De laatste lediging was op ${dayText(last)}.` : !isUnknown && 'Er is nog niets geleegd.',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Returns the aliases of the collection systems that the pass of the address opens. */
const usableSystems = (equipment: Equipment[] = []) =>
  new Set(equipment.flatMap(({ collection_system }) => collection_system?.alias ?? []))

// Invisible text, as long as most summaries. It reserves space, so that the page does not move when the summary loads.
const typicalSummary = 'Dit adres heeft 2 eigen containers. De laatste lediging was op 22 november 2026.'

/** The containers of an address in one line. While they load, an invisible text reserves the space. */
function EquipmentSummary({ of: equipment }: { of: { data: Equipment[] | undefined; isPending: boolean } }) {
  if (equipment.isPending)
    return (
      <span className={`dimmed whole-line ${styles.summary}`} data-waiting aria-hidden="true">
        {typicalSummary}
      </span>
    )
  return <span className="dimmed whole-line">{equipment.data && equipmentSummary(equipment.data)}</span>
}

/** The address's own containers, and the shared containers that its pass opens. */
function EquipmentPanels({ equipment }: { equipment: UseQueryResult<Equipment[], Error> }) {
  return (
    <Columns>
      <Panel title={clearanceCategoryNames.containers}>
        <Result of={equipment} isEmpty={() => false}>
          {(found) => <EquipmentList equipment={found.filter(isOwn)} empty="Dit adres heeft geen eigen containers." />}
        </Result>
      </Panel>
      <Panel title={clearanceCategoryNames.locations}>
        <Result of={equipment} isEmpty={() => false}>
          {(found) => (
            <EquipmentList
              equipment={found.filter((container) => !isOwn(container))}
              empty="Dit adres heeft geen toegang tot een ondergrondse container."
              withSite
            />
          )}
        </Result>
      </Panel>
    </Columns>
  )
}
