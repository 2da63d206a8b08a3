import {
  addressLine,
  exportAddressClearances,
  listAddressClearances,
  listAddressEquipment,
  listNearbySystems,
  showAddress,
  WasteStream,
} from '@rd4-loket/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ClearanceHistory, useYear } from '../../domain/clearances/ClearanceHistory.tsx'
import { NextCollections } from '../../domain/collections/NextCollections.tsx'
import { PickupAppointments } from '../../domain/pickups/PickupAppointments.tsx'
import { Columns, DetailPage, LocationFacts } from '../../domain/places/DetailPage.tsx'
import { NearbySystems } from '../../domain/places/NearbySystems.tsx'
import { cachedAddress, useRemember } from '../../domain/places/opened.ts'
import { dayText } from '../../kit/browser/format.ts'
import { calendarSetting } from '../../session/page-settings.ts'
import { query } from '../../session/queries.ts'
import { EquipmentPanels, EquipmentSummary, usableSystems } from './AddressEquipment.tsx'

const unknown = {
  title: 'Dit adres bestaat niet',
  intro: 'Misschien is het adres vervallen, of klopt de link niet helemaal.',
}

/** One address: its containers, nearby systems, collection days, appointments and clearances. */
export function AddressPage() {
  const { alias = '' } = useParams({ strict: false })
  const year = useYear()
  const client = useQueryClient()
  const address = useQuery({
    ...query(showAddress, { params: { alias } }),
    placeholderData: () => cachedAddress(client, alias),
  })
  const equipment = useQuery(query(listAddressEquipment, { params: { alias } }))
  const clearances = useQuery({
    ...query(listAddressClearances, { params: { alias }, query: { year } }),
    placeholderData: keepPreviousData,
  })
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
      <NearbySystems
        title="Verzamelsystemen in de buurt"
        of={{
          alias,
          name: address.data && addressLine(address.data),
          location: address.data?.location,
          municipality: address.data?.municipality,
          icon: 'marker-home',
        }}
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
      <ClearanceHistory
        alias={alias}
        year={year}
        clearances={clearances}
        equipment={equipment.data ?? []}
        exportedBy={exportAddressClearances}
        ofAddress
      />
    </DetailPage>
  )
}
