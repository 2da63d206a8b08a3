import type { Examples } from './example.ts'
import type * as nonClearances from './non-clearances.ts'

export const nonClearanceExamples = {
  listNonClearances: {
    request: ({ alias }) => ({ params: { alias }, query: {} }),
    reply: {
      data: [
        {
          id: 12,
          happened_at: '2026-11-25T08:19:20+01:00',
          waste_type: 'residual_waste',
          equipment_id: 31,
          reason: 'te_zwaar',
        },
      ],
      meta: {
        delivered: { municipality: 'Heerlen', streams: [{ waste_type: 'residual_waste', until: '2026-11-27' }] },
      },
    },
  },
} satisfies Examples<typeof nonClearances>
