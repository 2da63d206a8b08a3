import type * as addresses from './addresses.ts'
import type { Clearance } from './clearances.ts'
import type { Examples } from './example.ts'

export const heerlen = { id: 917, name: 'Heerlen' }

/** The address of the examples. */
export const akerstraat: addresses.Address = {
  alias: 'k7m2px9q4t',
  object_code: '0917010000000120',
  street: 'Akerstraat',
  house_number: 118,
  house_number_extension: null,
  postal_code: '6411CD',
  city: 'Heerlen',
  municipality: heerlen,
  location: { lon: 5.9824, lat: 50.8866 },
}

/** A clearance of the container of the address. */
export const clearance: Clearance = {
  id: 1042,
  cleared_at: '2026-11-10T07:31:00+01:00',
  waste_type: 'residual_waste',
  category: 'containers',
  equipment_id: 31,
  volume_litres: 240,
  weight_kg: null,
  amount_cents: 990,
}

/** The heading and the line of the address in an exported list. */
export const addressLines = `"Straat";"Huisnummer";"Toevoeging";"Postcode";"Plaats";"Gemeente";"Objectcode"\r
"Akerstraat";118;;"6411 CD";"Heerlen";"Heerlen";"=""0917010000000120"""\r
`

/** The heading of exported clearances, and one clearance of the address. */
export const clearanceLines = `"Moment";"Afvalstroom";"Onderdeel";"Inhoud (l)";"Gewicht (kg)";"Bedrag (€)"\r
10-11-2026 07:31;"Restafval";"Containers";140;;6,45\r
`

export const addressExamples = {
  searchAddresses: {
    request: () => ({ body: { street: 'Akerstraat', house_number: '118' } }),
    reply: { data: [akerstraat], meta: { next: null, close: false, truncated: false } },
  },
  exportAddresses: { request: () => ({ body: { street: 'Akerstraat' } }), reply: addressLines },
  listMunicipalities: { reply: [heerlen, { id: 928, name: 'Kerkrade' }] },
  showAddress: { request: ({ alias }) => ({ params: { alias } }), reply: { ...akerstraat, retired_on: null } },
  listAddressEquipment: {
    request: ({ alias }) => ({ params: { alias } }),
    reply: [
      {
        id: 31,
        number: '30000269',
        waste_type: 'residual_waste',
        kind: 'minicontainer',
        volume_litres: 240,
        chip_number: 'C5718D9B06A0E300',
        placed_on: '2024-03-01',
        removed_on: null,
        last_cleared_at: '2026-11-10T07:31:00+01:00',
        lifts_until: '2026-11-16',
        collection_system: null,
        state: null,
      },
    ],
  },
  listAddressClearances: {
    request: ({ alias }) => ({ params: { alias }, query: {} }),
    reply: {
      data: [clearance],
      meta: {
        years: [2026, 2025],
        updated_until: '2026-11-16',
        delivered: { municipality: 'Heerlen', streams: [{ waste_type: 'residual_waste', until: '2026-11-16' }] },
      },
    },
  },
  exportAddressClearances: {
    request: ({ alias, today }) => ({ params: { alias }, query: { year: today.slice(0, 4) } }),
    reply: clearanceLines,
  },
} satisfies Examples<typeof addresses>
