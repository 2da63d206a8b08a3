import { akerstraat, heerlen } from './addresses.examples.ts'
import type { Examples } from './example.ts'
import type * as search from './search.ts'

const address = { kind: 'address' as const, ...akerstraat }
const street = { street: 'Akerstraat', city: 'Heerlen', municipality: heerlen }
const match = { more: false, match: 'exact' as const, first_only: false, missing: null, unused: [] }

export const searchExamples = {
  suggestStreets: { request: () => ({ body: { street: 'aker' } }), reply: [street] },
  search: {
    request: () => ({ body: { text: 'akerstraat 118' } }),
    reply: { data: [address], meta: { criteria: { street: 'Akerstraat', house_number: '118' }, ...match } },
  },
  searchCalendarAddresses: {
    request: () => ({ body: { text: 'akerstraat 118' } }),
    reply: { data: [address], meta: match },
  },
  listOpenedPlaces: { reply: [address] },
  addOpenedPlace: { request: ({ alias }) => ({ body: { kind: 'address', alias } }), reply: null },
} satisfies Examples<typeof search>
