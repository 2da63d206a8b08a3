import { addressExamples, addressLines, akerstraat, clearanceLines } from './addresses.examples.ts'
import type * as collectionSystems from './collection-systems.ts'
import type { Examples } from './example.ts'
import { wasteTypes } from './waste-streams.ts'

/** The choices of a search for collection systems. */
export const systemChoices = {
  systems: [
    { id: 1, name: 'Ondergrondse container' },
    { id: 2, name: 'Wijkcontainer' },
  ],
  waste_types: wasteTypes,
}

const system: collectionSystems.CollectionSystem = {
  ...akerstraat,
  alias: 's3v8n2c6wd',
  object_code: '0917V000096',
  house_number: 100,
  name: 'Akerstraat bij 100',
  system: { id: 1, name: 'Ondergrondse container' },
  waste_types: ['gft', 'residual_waste'],
  location: { lon: 5.9826, lat: 50.8868 },
  connected_addresses: 32,
}

export const collectionSystemExamples = {
  searchCollectionSystems: {
    request: () => ({ body: { street: 'Akerstraat' } }),
    reply: { data: [system], meta: { next: null, close: false, truncated: false } },
  },
  exportCollectionSystems: {
    request: () => ({ body: { street: 'Akerstraat' } }),
    reply:
      '"Verzamelsysteem";"Soort";"Afvalstromen"\r\n"Akerstraat bij 100";"Ondergrondse container";"GFT, Restafval"\r\n',
  },
  showCollectionSystemMeta: { reply: systemChoices },
  showCollectionSystem: { request: ({ system_alias }) => ({ params: { alias: system_alias } }), reply: system },
  listCollectionSystemEquipment: {
    request: ({ system_alias }) => ({ params: { alias: system_alias } }),
    reply: [
      {
        id: 47,
        number: '70000113',
        waste_type: 'residual_waste',
        kind: 'ondergronds',
        volume_litres: 5000,
        chip_number: null,
        placed_on: '2022-05-10',
        removed_on: null,
        last_cleared_at: '2026-11-17T06:12:00+01:00',
        collection_system: { alias: system.alias, name: system.name },
        state: {
          fill_percent: 94,
          measured_at: '2026-11-18T08:00:00+01:00',
          malfunction: null,
          malfunction_since: null,
        },
        recorded_malfunction: null,
      },
    ],
  },
  listCollectionSystemClearances: {
    request: ({ system_alias }) => ({ params: { alias: system_alias }, query: {} }),
    reply: {
      ...addressExamples.listAddressClearances.reply,
      data: [
        {
          id: 1077,
          cleared_at: '2026-11-17T06:12:00+01:00',
          waste_type: 'residual_waste',
          category: 'locations',
          equipment_id: 47,
          volume_litres: 60,
          weight_kg: null,
          amount_cents: 125,
        },
      ],
    },
  },
  listConnectedAddresses: {
    request: ({ system_alias }) => ({ params: { alias: system_alias }, query: {} }),
    reply: { data: [akerstraat], meta: { next: null } },
  },
  exportCollectionSystemClearances: {
    request: ({ system_alias }) => ({ params: { alias: system_alias }, query: {} }),
    reply: clearanceLines,
  },
  exportConnectedAddresses: {
    request: ({ system_alias }) => ({ params: { alias: system_alias } }),
    reply: addressLines,
  },
} satisfies Examples<typeof collectionSystems>
