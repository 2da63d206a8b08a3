import type { CalendarEvent } from '@rd4-loket/contract'
import { queryOptions } from '@tanstack/react-query'
import { sampleEvents, sampleYear } from './sample-events.ts'

const delay = 1500

/** The sample source: answers after a second and a half, so that waiting can be seen too. */
const sample = queryOptions<CalendarEvent[]>({
  queryKey: ['calendar', 'sample'],
  queryFn: async ({ signal }) => {
    await new Promise((done) => setTimeout(done, delay))
    // Reading the signal makes the cache stop this, and the spinner with it, when the employee leaves the page.
    signal.throwIfAborted()
    return sampleEvents
  },
  staleTime: Number.POSITIVE_INFINITY,
  meta: { spinner: true },
})

/** Where the calendar's events come from: one query of the cache for each year, and whether they are only an example. */
export const calendarSource = {
  eventsOf: (_year: string) => sample,
  sample_year: sampleYear,
}
