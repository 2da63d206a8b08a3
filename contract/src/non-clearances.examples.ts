import type { Examples } from './example.ts'
import type * as nonClearances from './non-clearances.ts'

export const nonClearanceExamples = {
  listNonClearances: {
    request: ({ alias }) => ({ params: { alias }, query: {} }),
    reply: {
      data: [],
      meta: { delivered: { municipality: 'Heerlen', streams: [] }, start: { container: 7, bag: 8 } },
    },
  },
} satisfies Examples<typeof nonClearances>
