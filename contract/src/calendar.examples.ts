import { akerstraat, heerlen } from './addresses.examples.ts'
import type * as calendar from './calendar.ts'
import type { Examples } from './example.ts'

/** The collection areas of the municipality of the examples. */
export const areas = [
  { id: 1, name: 'Heerlen 6411' },
  { id: 2, name: 'Heerlen 6417' },
]
const collection: calendar.Collection = {
  title: 'GFT en etensresten',
  start: '2026-11-24',
  category: 'gft',
  moved_from: null,
  cancelled: false,
  reason: null,
  areas: ['Heerlen 6411'],
}

export const calendarExamples = {
  showCalendar: {
    request: ({ alias, today, planned_day }) => ({ query: { address: alias, from: today, to: planned_day } }),
    reply: {
      data: [collection],
      meta: { municipality: heerlen, areas, area: areas[0] ?? null, address: akerstraat, brought: [], unpublished: [] },
    },
  },
  listMunicipalCollections: {
    request: ({ planned_day }) => ({ query: { from: planned_day, to: planned_day } }),
    reply: [{ municipality: heerlen, collections: [collection], unpublished: [] }],
  },
} satisfies Examples<typeof calendar>
