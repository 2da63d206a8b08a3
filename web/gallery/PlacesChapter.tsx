import { listNearbySystems, WasteStream } from '@rd4-loket/contract'
import { NextCollections } from '../src/domain/collections/NextCollections.tsx'
import { ContainerReport } from '../src/domain/equipment/ContainerReport.tsx'
import { EquipmentList } from '../src/domain/equipment/EquipmentList.tsx'
import { PickupAppointments } from '../src/domain/pickups/PickupAppointments.tsx'
import { Columns, DetailPage } from '../src/domain/places/DetailPage.tsx'
import { LocationFacts } from '../src/domain/places/LocationFacts.tsx'
import { PlaceMap } from '../src/domain/places/map/PlaceMap.tsx'
import { NearbySystems } from '../src/domain/places/NearbySystems.tsx'
import { Panel } from '../src/kit/page/Panel.tsx'
import { makeAddress, makeEquipment } from '../src/test/make.ts'
import { Specimen } from './Specimen.tsx'
import { found, nothing } from './states.ts'

const middle = { lon: 5.9826, lat: 50.8868 }
const state = {
  fill_percent: 47,
  measured_at: '2026-11-22T05:06:00+01:00',
  malfunction: 'drum_stuck',
  malfunction_since: '2026-11-20T08:00:00+01:00',
} as const
const address = makeAddress()

/** Where things are, what stands there, and when it is fetched. */
export const PlacesChapter = () => (
  <>
    <Specimen name="DetailPage with Columns" wide>
      <DetailPage
        of={found(address) as unknown as Parameters<typeof DetailPage<typeof address>>[0]['of']}
        list="/address"
        another="Zoek een ander adres"
        unknown={{ title: '', intro: '' }}
        title={() => 'Akerstraat 118'}
        facts={(it) => <LocationFacts of={it} />}
      >
        <Columns>
          <Panel title="Links">
            <p>Wat ernaast staat, is even hoog.</p>
            <p>Ook met een regel minder.</p>
          </Panel>
          <Panel title="Rechts">
            <p>Kort.</p>
          </Panel>
        </Columns>
      </DetailPage>
    </Specimen>
    <Specimen name="EquipmentList">
      <EquipmentList
        equipment={[
          makeEquipment(),
          makeEquipment({ id: 2, waste_type: 'gft', chip_number: null, last_cleared_at: null }),
          makeEquipment({ id: 3, removed_on: '2025-01-01' }),
        ]}
        empty="Dit adres heeft geen containers."
      />
    </Specimen>
    <Specimen name="EquipmentList: empty">
      <EquipmentList equipment={[]} empty="Dit adres heeft geen containers." />
    </Specimen>
    <Specimen name="ContainerReport: out of order">
      <ContainerReport state={state} />
    </Specimen>
    <Specimen name="PlaceMap" wide>
      <PlaceMap
        label="Kaart"
        middle={middle}
        icon="marker-home"
        marks={[
          { alias: 's2', location: { lon: 5.984, lat: 50.8871 }, number: 1, broken: false },
          { alias: 's3', location: { lon: 5.9795, lat: 50.8861 }, number: 2, broken: true },
        ]}
        pointed="s2"
        onPoint={nothing}
      />
    </Specimen>
    <Specimen name="NearbySystems" wide>
      <NearbySystems
        title="Verzamelsystemen in de buurt"
        of={{
          alias: 'a1',
          name: 'Akerstraat 118',
          location: middle,
          municipality: address.municipality,
          icon: 'marker-home',
        }}
        endpoint={listNearbySystems}
        streams={WasteStream.options}
      />
    </Specimen>
    <Specimen name="NextCollections">
      <NextCollections of={{ address: 'a1' }} />
    </Specimen>
    <Specimen name="PickupAppointments">
      <PickupAppointments alias="a1" />
    </Specimen>
  </>
)
