import {
  type AddressNote,
  addressLine,
  clearanceCategoryNames,
  type Equipment,
  exportAddressClearances,
  listAddressClearances,
  listAddressEquipment,
  listNearbySystems,
  type NonClearance,
  showAddress,
  WasteStream,
  wholeAddressLine,
} from '@rd4-loket/contract'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Fragment, Suspense, useState } from 'react'
import { type AddressPurpose, useAddressPurpose } from '../../domain/bill/address-purpose.ts'
import { ClearanceHistory, isOwn, useYear } from '../../domain/clearances/ClearanceHistory.tsx'
import { useNonClearances } from '../../domain/clearances/non-clearances.ts'
import { NextCollections } from '../../domain/collections/NextCollections.tsx'
import { MissedCollectionPanel } from '../../domain/missed-collections/MissedCollectionPanel.tsx'
import { PickupAppointments } from '../../domain/pickups/PickupAppointments.tsx'
import { DetailPage, LocationFacts } from '../../domain/places/DetailPage.tsx'
import { NearbySystems } from '../../domain/places/NearbySystems.tsx'
import { cachedAddress, useRememberAddress } from '../../domain/places/opened.ts'
import { dayText } from '../../kit/browser/format.ts'
import { Panel, Result } from '../../kit/page/Page.tsx'
import { lazyPage } from '../../session/lazy-page.ts'
import { useNeverLoadedText } from '../../session/never-loaded.ts'
import { calendarSetting } from '../../session/page-settings.ts'
import { detailsQuery } from '../../session/queries.ts'
import styles from './AddressPage.module.css'
import { type BillQuery, useAddressBill, useBillYears } from './bill/address-bill.ts'
import { BillBar } from './bill/BillBar.tsx'
import { BillPanel } from './bill/BillPanel.tsx'
import { BillTerms } from './bill/BillTerms.tsx'
import { HandoversPanel } from './bill/HandoversPanel.tsx'
import { EquipmentTable } from './EquipmentTable.tsx'
import { LiftsPanel } from './lifts/LiftsPanel.tsx'
import { allLifts, type LiftFilter, ofPart } from './lifts/lift-filter.ts'

const YearBars = lazyPage(async () => (await import('./lifts/YearBars.tsx')).YearBars)

const unknown = {
  title: 'Dit adres bestaat niet',
  intro: 'Misschien is het adres vervallen, of klopt de link niet helemaal.',
}

/**
 * One address: its bill and lifts, and beside them its containers, collection days, appointments and nearby systems.
 */
export function AddressPage() {
  const { alias = '' } = useParams({ strict: false })
  const client = useQueryClient()
  const purpose = useAddressPurpose(alias)
  const address = useQuery({
    ...detailsQuery(showAddress, { params: { alias } }),
    placeholderData: () => cachedAddress(client, alias),
  })
  const equipment = useQuery(detailsQuery(listAddressEquipment, { params: { alias } }, { purpose: purpose.purpose }))
  const bill = useAddressBill(alias, purpose)
  const missed = useNonClearances(alias, purpose.purpose)
  useRememberAddress(address.data)

  return (
    <DetailPage
      of={address}
      list="/address"
      another="Zoek een ander adres"
      unknown={unknown}
      title={addressLine}
      bar={bill.isEnabled ? <BillBar alias={alias} of={bill.data} purpose={purpose.purpose} /> : undefined}
      facts={(found) => (
        <>
          <LocationFacts of={found} />
          {found.retired_on && <strong>Vervallen op {dayText(found.retired_on)}</strong>}
          {found.notes?.map((note) => (
            <NoteWithLinks key={note.text} note={note} />
          ))}
        </>
      )}
    >
      <div className={styles.columns} data-bill={bill.data !== undefined || undefined}>
        <div className={`stack ${styles.main}`}>
          {bill.isEnabled ? (
            <BillPanels alias={alias} bill={bill} purpose={purpose} equipment={equipment.data} />
          ) : (
            <ClearanceHistory
              alias={alias}
              listedBy={listAddressClearances}
              equipment={equipment.data}
              exportedBy={exportAddressClearances}
              ofAddress
            />
          )}
        </div>
        <div className={`stack ${styles.rail}`}>
          {bill.data && (
            <BillTerms
              key={bill.data.year}
              alias={alias}
              year={bill.data.year}
              purpose={purpose.purpose}
              questions={
                bill.data.objections.filter(({ state, handover_id }) => state === 'open' && handover_id === null).length
              }
            />
          )}
          <EquipmentPanels
            equipment={equipment}
            missed={missed.data?.data}
            municipality={address.data?.municipality.id}
          />
          <MissedCollectionPanel alias={alias} purpose={purpose.purpose} hasLetterKeys />
          {calendarSetting() === 'api' && (
            <NextCollections
              of={{ address: alias }}
              purpose={purpose.purpose}
              municipality={address.data?.municipality.id}
              aside={
                <Link to="/calendar" search={{ address: alias }}>
                  Ophaalkalender
                </Link>
              }
            />
          )}
          <PickupAppointments
            alias={alias}
            purpose={purpose.purpose}
            municipality={address.data?.municipality.id}
            place={address.data && wholeAddressLine(address.data)}
          />
          <NearbySystems
            title="Verzamelsystemen in de buurt"
            alias={alias}
            name={address.data && addressLine(address.data)}
            icon="marker-home"
            of={address.data}
            endpoint={listNearbySystems}
            streams={WasteStream.options}
            usable={usableSystems(equipment.data)}
            isMapHidden
          />
        </div>
      </div>
    </DetailPage>
  )
}

/** A note of an address, with links to the pages of the addresses that it names. */
function NoteWithLinks({ note: { text, addresses } }: { note: AddressNote }) {
  return (
    <span>
      {text}
      {addresses.map(({ alias, line }, index) => (
        <Fragment key={`${alias} ${line}`}>
          {index === 0 ? ' ' : index === addresses.length - 1 ? ' en ' : ', '}
          {alias === null ? (
            line
          ) : (
            <Link to="/address/$alias" params={{ alias }}>
              {line}
            </Link>
          )}
        </Fragment>
      ))}
    </span>
  )
}

type BillPanelsProps = {
  alias: string
  bill: BillQuery
  purpose: AddressPurpose
  equipment: Equipment[] | undefined
}

/**
 * The bill of a year, and below it its lifts. The facts to check on the bill, and its pictures, narrow the list of lifts.
 */
function BillPanels({ alias, bill, purpose, equipment }: BillPanelsProps) {
  const navigate = useNavigate()
  const year = useYear()
  // The filter applies only to the year for which the employee chose it.
  const [chosen, choose] = useState({ year: 0, filter: allLifts })
  const shownYear = bill.data?.year ?? 0
  const setFilter = (filter: LiftFilter) => choose({ year: shownYear, filter })
  const showLifts = async (ids: number[]) => {
    await navigate({ to: '.', search: year ? { year } : {}, resetScroll: false })
    setFilter({ ...allLifts, ids })
  }
  const years = useBillYears(alias, purpose.purpose)
  const showYear = (other: number) => navigate({ to: '.', search: { year: `${other}` }, resetScroll: false })
  return (
    <>
      <BillPanel
        key={shownYear}
        alias={alias}
        of={bill}
        purpose={purpose}
        onShowLifts={showLifts}
        picture={
          years.data?.years.length !== 0 && (
            <div className={styles.picture}>
              <Suspense>
                {years.data && (
                  <YearBars
                    years={years.data.years}
                    year={shownYear}
                    onYear={showYear}
                    onPart={async (other, part) => {
                      if (other !== shownYear) await showYear(other)
                      choose({ year: other, filter: ofPart(part) })
                    }}
                  />
                )}
              </Suspense>
            </div>
          )
        }
      />
      <HandoversPanel alias={alias} purpose={purpose.purpose} />
      <LiftsPanel
        key={`lifts ${shownYear}`}
        alias={alias}
        bill={bill}
        purpose={purpose}
        equipment={equipment}
        filter={chosen.year === shownYear ? chosen.filter : allLifts}
        onFilter={setFilter}
      />
    </>
  )
}

/** Returns the aliases of the collection systems that the pass of the address opens. */
const usableSystems = (equipment: Equipment[] = []) =>
  new Set(equipment.flatMap(({ collection_system }) => collection_system?.alias ?? []))

type EquipmentPanelsProps = {
  equipment: UseQueryResult<Equipment[], Error>
  missed: NonClearance[] | undefined
  municipality: number | undefined
}

/** A panel of the address's own containers, and a panel of the shared containers that its pass opens, if any. */
function EquipmentPanels({ equipment, missed, municipality }: EquipmentPanelsProps) {
  const neverLoaded = useNeverLoadedText('containers', municipality)
  const own = equipment.data?.filter(isOwn) ?? []
  const shared = equipment.data?.filter((container) => !isOwn(container)) ?? []
  return (
    <>
      {(own.length > 0 || shared.length === 0) && (
        <Panel title={clearanceCategoryNames.containers}>
          <Result of={equipment} isEmpty={() => false}>
            {() =>
              own.length > 0 ? (
                <EquipmentTable caption="Eigen containers" equipment={own} missed={missed} />
              ) : (
                <p className="dimmed">{neverLoaded ?? 'Dit adres heeft geen containers.'}</p>
              )
            }
          </Result>
        </Panel>
      )}
      {shared.length > 0 && (
        <Panel title={clearanceCategoryNames.locations}>
          <EquipmentTable caption={clearanceCategoryNames.locations} equipment={shared} />
        </Panel>
      )}
    </>
  )
}
