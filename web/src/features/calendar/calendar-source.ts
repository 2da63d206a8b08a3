import {
  type BillDay,
  type CalendarMeta,
  type Collection,
  dayOutcomeNames,
  daysWithReasons,
  listCollectionOutcomes,
  type listNonClearances,
  notEmptiedText,
  type Reply,
  type RequestInput,
  showCalendar,
} from '@rd4-loket/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNonClearances } from '../../domain/clearances/non-clearances.ts'
import { nextCollections } from '../../domain/collections/NextCollections.tsx'
import { today } from '../../kit/browser/days.ts'
import { monthOf } from '../../kit/browser/months.ts'
import { call } from '../../session/api.ts'
import { calendarSetting } from '../../session/page-settings.ts'
import { cacheKey, query } from '../../session/queries.ts'
import { useSession } from '../../session/session.ts'
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

/** Returns the month of the next collection of an address or area, and this month until it is known. */
export function useNextMonth(subject: CalendarSubject) {
  const { data } = useQuery({
    ...nextCollections(subject),
    enabled: Boolean(subject.address ?? subject.area) && calendarSetting() === 'api',
    select: ({ data: collections }) => collections.find(({ cancelled }) => !cancelled)?.start,
  })
  return monthOf(data ?? today())
}

/**
 * What is known about each past collection day of an address in a year. Calls only when the shown period has begun, and
 * only for provider employees: whether a container was emptied reveals when people are home.
 */
export function useOutcomes(subject: CalendarSubject, { year, period }: { year: string; period: string }) {
  const isProvider = useSession()?.user.roles.includes('bsgw_employee') ?? false
  const { address: alias = '' } = subject
  const enabled = isProvider && alias !== '' && period <= today() && calendarSetting() === 'api'
  const outcomes = useQuery({ ...query(listCollectionOutcomes, { params: { alias }, query: { year } }), enabled })
  const reasons = useNonClearances(alias, undefined, Number(year), enabled)
  return { outcomes, reasons: reasons.data }
}

/** A collection, with what is known about it when its day has passed: `geleegd`, `niet geleegd: te zwaar` and others. */
export type ShownCollection = Collection & { outcome?: string | undefined }

/** Adds to each collection what is known about it. The calendar itself states whether a collection was moved. */
export function withOutcomes(
  collections: Collection[],
  { days, reasons }: { days?: BillDay[] | undefined; reasons?: Reply<typeof listNonClearances> | undefined },
): ShownCollection[] {
  const known = new Map(
    daysWithReasons(days ?? [], reasons).map(({ day, waste_type, outcome, non_clearances }) => {
      const emptied = outcome === 'not_emptied' ? [] : [dayOutcomeNames[outcome === 'moved' ? 'emptied' : outcome]]
      return [`${day} ${waste_type}`, [...emptied, ...non_clearances.map(notEmptiedText)].join(', ')]
    }),
  )
  return collections.map((collection) => ({
    ...collection,
    outcome: collection.cancelled ? undefined : known.get(`${collection.start} ${collection.category}`),
  }))
}
