import type * as collectionAreas from './collection-areas.ts'
import type { Examples, SampleKeys } from './example.ts'

const division = ({ municipality_id, area_id }: SampleKeys) => ({
  body: {
    municipality_id: Number(municipality_id),
    name: 'Beersdal',
    postal_codes: ['6411 XA tot en met 6411 XZ'],
    addresses: [],
    days_of: Number(area_id),
  },
})
const change = { moves: [{ from: 'Heerlen 6411', to: 'Beersdal', addresses: 412 }], without_days: false }

export const collectionAreaExamples = {
  listAreaRules: {
    request: ({ municipality_id }) => ({ params: { municipality_id } }),
    reply: [
      {
        id: 1,
        name: 'Heerlen 6411',
        postal_codes: [{ first: '6411AA', last: '6411ZZ', house_numbers: 'all' }],
        addresses: ['6417 AT 32 a'],
        rules: [{ category: 'gft', every_weeks: 2, days: null, valid_from: '2025-01-07', valid_to: null }],
        changed: { by: 'Sem Balie', at: '2026-10-02T11:05:00+02:00' },
      },
    ],
  },
  previewArea: { request: division, reply: change },
  saveArea: { request: division, reply: change },
  deleteArea: {
    request: ({ municipality_id, empty_area_id }) => ({ params: { municipality_id, area_id: empty_area_id } }),
    reply: null,
  },
  countAreaAddresses: {
    request: ({ municipality_id }) => ({ params: { municipality_id } }),
    reply: { areas: [{ id: 1, addresses: 4120, has_pickups: true }], without: 3 },
  },
} satisfies Examples<typeof collectionAreas>
