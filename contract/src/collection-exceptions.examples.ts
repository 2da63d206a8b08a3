import { areas } from './calendar.examples.ts'
import type * as collectionExceptions from './collection-exceptions.ts'
import type { Examples } from './example.ts'

export const collectionExceptionExamples = {
  listPlannedCollections: {
    request: ({ municipality_id, planned_day }) => ({
      params: { municipality_id },
      query: { from: planned_day, to: planned_day },
    }),
    reply: {
      areas: areas.map((area) => ({ ...area, addresses: 4120 })),
      collections: [
        {
          area_id: 1,
          category: 'gft',
          day: '2026-12-25',
          start: '2026-12-28',
          cancelled: false,
          changed: true,
          reason: 'wegens Kerstmis',
          revision: 1,
        },
      ],
      unpublished: [2027],
    },
  },
  changeCollections: {
    request: ({ municipality_id, area_id, planned_day }) => ({
      body: {
        municipality_id: Number(municipality_id),
        action: 'cancel',
        collections: [{ area_id: Number(area_id), category: 'gft', day: planned_day, revision: 0 }],
        reason: 'wegens gladheid',
      },
    }),
    reply: { change_id: 8, collections: 1, addresses: 4120 },
  },
  listCollectionChanges: {
    request: ({ municipality_id }) => ({ params: { municipality_id }, query: {} }),
    reply: [
      {
        id: 8,
        by: 'Sem Balie',
        at: '2026-11-16T15:20:00+01:00',
        kind: 'planner',
        collections: 1,
        areas: ['Heerlen 6411'],
        first: {
          category: 'gft',
          day: '2026-12-25',
          before: { state: 'planned', moved_to: null, reason: null },
          after: { state: 'moved', moved_to: '2026-12-28', reason: 'wegens Kerstmis' },
        },
        is_latest: true,
      },
    ],
  },
  undoCollectionChange: {
    request: ({ collection_change_id }) => ({ params: { change_id: collection_change_id } }),
    reply: { change_id: 9, collections: 1, addresses: 4120 },
  },
  listCollectionYears: {
    request: ({ municipality_id }) => ({ params: { municipality_id } }),
    reply: [
      { year: 2026, published_on: '2025-12-01', changed: null },
      { year: 2027, published_on: null, changed: null },
    ],
  },
  publishCollectionYear: {
    request: ({ municipality_id, today }) => ({
      params: { municipality_id, year: today.slice(0, 4) },
      body: { published_on: `${today.slice(0, 4)}-01-01` },
    }),
    reply: { year: 2026, published_on: '2026-01-01' },
  },
} satisfies Examples<typeof collectionExceptions>
