import { type CalendarMeta, type Collection, type RequestInput, showCalendar } from '@rd4-loket/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../session/api.ts'
import { calendarSetting } from '../../session/page-settings.ts'
import { cacheKey, query } from '../../session/queries.ts'
import { sampleEvents, sampleYear } from './sample-events.ts'

/** The address, or the municipality and area, of a calendar. Empty until a municipality or address is chosen. */
export type CalendarSubject = Pick<RequestInput<typeof showCalendar>['query'], 'address' | 'municipality' | 'area'>

/** The collections of a year. `meta` describes their subject, and is null for the sample. */
type CalendarYear = { data: Collection[]; meta: CalendarMeta | null }

const sampleDelay = 1500

/** The sample source. Its reply takes 1.5 s (S4.9), which makes the waiting state visible. */
const sample = queryOptions<CalendarYear>({
  queryKey: cacheKey(showCalendar, 'sample'),
  queryFn: async ({ signal }) => {
    await new Promise((done) => setTimeout(done, sampleDelay))
    // The library cancels only queries that read their signal: the spinner stops when the employee leaves the page.
    signal.throwIfAborted()
    const asPlanned = { moved_from: null, cancelled: false, reason: null, areas: [] }
    return { data: sampleEvents.map((event) => ({ ...event, ...asPlanned })), meta: null }
  },
  staleTime: Number.POSITIVE_INFINITY,
  meta: { spinner: true },
})

const fromServer = (year: string, subject: CalendarSubject) => {
  const sent = { query: { ...subject, from: `${year}-01-01`, to: `${year}-12-31` } }
  return queryOptions<CalendarYear>({
    queryKey: query(showCalendar, sent).queryKey,
    queryFn: ({ signal }) => call(showCalendar, sent, { signal }),
    enabled: Boolean(subject.address ?? subject.municipality),
    meta: { spinner: true },
  })
}

/** Returns the query for the collections of a year, and the year of the sample if the sample is the source. */
export const calendarSource = () =>
  calendarSetting() === 'sample'
    ? { yearOf: () => sample, sample_year: sampleYear }
    : { yearOf: fromServer, sample_year: undefined }
