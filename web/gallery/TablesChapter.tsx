import { exportAddressClearances } from '@rd4-loket/contract'
import { ClearanceChart } from '../src/domain/clearances/ClearanceChart.tsx'
import { ClearanceHistory } from '../src/domain/clearances/ClearanceHistory.tsx'
import { ClearanceTable } from '../src/domain/clearances/ClearanceTable.tsx'
import { BillTotals, StreamTotals } from '../src/domain/clearances/ClearanceTotals.tsx'
import { AddressTable } from '../src/domain/places/AddressTable.tsx'
import { NearbyTable } from '../src/domain/places/NearbyTable.tsx'
import { LinkRow, LinkTable } from '../src/kit/tables/LinkTable.tsx'
import { Table } from '../src/kit/tables/Table.tsx'
import { makeAddress, makeClearance, makeEquipment, makeNearbySystem } from '../src/test/make.ts'
import { Specimen } from './Specimen.tsx'
import { found, longStreet, nothing, waiting } from './states.ts'

const addresses = [
  makeAddress(),
  makeAddress({ alias: 'a2', object_code: '0917010000000121' }),
  makeAddress({
    alias: 'a3',
    street: longStreet,
    house_number: 1234,
    house_number_extension: 'B-12',
    city: 'Sint Geertruid',
    municipality: { id: 1903, name: 'Eijsden-Margraten' },
    object_code: null,
  }),
]

const clearances = [
  makeClearance(),
  makeClearance({
    id: 2,
    cleared_at: '2026-05-06T07:31:00+02:00',
    waste_type: 'gft',
    category: 'gft',
    weight_kg: 12.5,
  }),
  makeClearance({ id: 3, cleared_at: '2026-11-04T07:31:00+01:00', equipment_id: null, amount_cents: null }),
]
const equipment = [makeEquipment()]

const list = (rows: string[]) => (
  <LinkTable caption="Lijst" columns={['Naam', { name: 'Aantal', number: true }]} rows={rows} opened={rows[1]}>
    {(row, placed) => (
      <LinkRow key={row} to="/address/$alias" alias={row} name={row} opened={row === rows[1]} placed={placed}>
        <td data-number>1.234</td>
      </LinkRow>
    )}
  </LinkTable>
)

const history = { alias: 'a1', equipment, exportedBy: exportAddressClearances, ofAddress: true }

/** What stands in rows. */
export const TablesChapter = () => (
  <>
    <Specimen name="Table: without rows">
      <Table caption="Zonder rijen" captionShown columns={['Naam', { name: 'Aantal', number: true }]}>
        <tbody />
      </Table>
    </Specimen>
    <Specimen name="LinkTable: one row">{list(['Akerstraat 118'])}</Specimen>
    <Specimen name="LinkTable: many rows, one opened last">
      {list(Array.from({ length: 12 }, (_, row) => `Akerstraat ${row + 1}`))}
    </Specimen>
    <Specimen name="AddressTable: twins, and long names" wide>
      <AddressTable caption="Adressen" addresses={addresses} />
    </Specimen>
    <Specimen name="NearbyTable" wide>
      <NearbyTable
        systems={[
          makeNearbySystem(),
          makeNearbySystem({ alias: 's3', name: `${longStreet} bij 12`, out_of_order: ['glass'] }),
        ]}
        usable={new Set(['s2'])}
        municipality={{ id: 1903, name: 'Eijsden-Margraten' }}
        pointed="s3"
        onPoint={nothing}
      />
    </Specimen>
    <Specimen name="ClearanceTable" wide>
      <ClearanceTable clearances={clearances} equipment={equipment} withSite={false} caption="3 ledigingen" />
    </Specimen>
    <Specimen name="StreamTotals">
      <StreamTotals of={clearances} />
    </Specimen>
    <Specimen name="BillTotals">
      <BillTotals of={clearances} />
    </Specimen>
    <Specimen name="ClearanceChart" wide>
      <ClearanceChart clearances={clearances} />
    </Specimen>
    <Specimen name="ClearanceHistory: of a year" wide>
      <ClearanceHistory
        {...history}
        year="2026"
        clearances={found({ data: clearances, meta: { updated_until: '2026-11-21', years: [2026, 2025] } })}
      />
    </Specimen>
    <Specimen name="ClearanceHistory: waiting">
      <ClearanceHistory {...history} year={undefined} clearances={waiting} />
    </Specimen>
    <Specimen name="ClearanceHistory: an empty year">
      <ClearanceHistory
        {...history}
        year="2019"
        clearances={found({ data: [], meta: { updated_until: '2026-11-21', years: [2026, 2025] } })}
      />
    </Specimen>
  </>
)
