import { type CalendarMeta, type Collection, type Sent, showCalendar } from '@rd4-loket/contract'
import { queryOptions } from '@tanstack/react-query'
import { call, query } from '../../session/api.ts'
import { calendarSetting } from '../../session/page-settings.ts'
import { sampleEvents, sampleYear } from './sample-events.ts'

/** Whose calendar is asked for: an address, or a municipality or an area of it; nobody's while there is nothing in it. */
export type Subject = Pick<Sent<typeof showCalendar>['query'], 'address' | 'municipality_id' | 'area_id'>

/** The collections of a year, and whose they are; of the sample nobody's. */
export type CalendarYear = { data: Collection[]; meta: CalendarMeta | null }

const delay = 1500

/** The sample source: answers after a second and a half, so that waiting can be seen too. */
const sample = queryOptions<CalendarYear>({
  queryKey: ['calendar', 'sample'],
  queryFn: async ({ signal }) => {
    await new Promise((done) => setTimeout(done, delay))
    // Reading the signal makes the cache stop this, and the spinner with it, when the employee leaves the page.
    signal.throwIfAborted()
    const asPlanned = { moved_from: null, cancelled: false, reason: null, areas: [] }
    return { data: sampleEvents.map((event) => ({ ...event, ...asPlanned })), meta: null }
  },
  staleTime: Number.POSITIVE_INFINITY,
  meta: { spinner: true },
})

const fromServer = (year: string, subject: Subject) => {
  const sent = { query: { ...subject, from: `${year}-01-01`, to: `${year}-12-31` } }
  return queryOptions<CalendarYear>({
    queryKey: query(showCalendar, sent).queryKey,
    queryFn: ({ signal }) => call(showCalendar, sent, { signal }),
    enabled: Boolean(subject.address ?? subject.municipality_id),
    meta: { spinner: true },
  })
}

/** Where the calendar's collections come from: one query of the cache for each year, and of which year they are an example. */
export const calendarSource = () =>
  calendarSetting() === 'sample'
    ? { yearOf: () => sample, sample_year: sampleYear }
    : { yearOf: fromServer, sample_year: undefined }
