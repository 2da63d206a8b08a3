import type { DeliveredClearances } from './clearances.ts'
import { longDayWords } from './day-words.ts'
import { type WasteStream, wasteStreamWords } from './waste-streams.ts'

const dayFormat = new Intl.DateTimeFormat('nl-NL', { day: 'numeric', month: 'long', timeZone: 'UTC' })
const both = new Intl.ListFormat('nl-NL', { type: 'conjunction' })
const either = new Intl.ListFormat('nl-NL', { type: 'disjunction' })

/** A sentence names at most this number of streams, so that it has at most eighteen words. */
const maxNamed = 5

const dayBefore = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

/** What is known about a stream on a day: nothing was ever delivered for that time, not yet, or everything. */
export const knowledgeOn = (
  delivered: DeliveredClearances['streams'],
  waste_type: WasteStream,
  day: string,
): 'never' | 'not_yet' | 'known' => {
  const found = delivered.find((stream) => stream.waste_type === waste_type)
  if (!found || day < (found.since ?? '')) return 'never'
  return found.until < day ? 'not_yet' : 'known'
}

/**
 * Returns whether all reasons why a stream was not emptied on a day are known. `until`: the last delivery is of an
 * earlier day. `never`: nothing was ever delivered for that time.
 */
export const reasonsLoaded = (
  delivered: DeliveredClearances['streams'],
  waste_type: WasteStream,
  day: string,
): 'never' | 'until' | 'complete' =>
  (({ never: 'never', not_yet: 'until', known: 'complete' }) as const)[knowledgeOn(delivered, waste_type, day)]

/** Returns whether a stream has clearances of the year of a day, or of an earlier year. */
export const hasSinceYear = ({ since }: Pick<DeliveredClearances['streams'][number], 'since'>, day: string) =>
  (since ?? '').slice(0, 4) <= day.slice(0, 4)

/** The period without clearances, both days included. `streams`: those of the place; empty when they are unknown. */
type EmptyPeriod = { from: string; to: string; today: string; streams: Iterable<WasteStream> }

/**
 * Returns the Dutch sentences for a period without clearances. They distinguish streams that were never delivered,
 * streams that were delivered from a later year or up to an earlier day, and streams of which nothing was emptied.
 * `nothing` returns the sentence for the last case. It receives the streams in words when that sentence is not about
 * all streams.
 */
export function noClearancesText(
  delivered: DeliveredClearances | undefined,
  { from, to, today, streams }: EmptyPeriod,
  nothing: (words: string | undefined) => string,
): string {
  if (!delivered) return nothing(undefined)
  const untilOf = new Map(delivered.streams.map(({ waste_type, until }) => [waste_type, until]))
  const given = [...new Set(streams)]
  const all = given.length > 0 ? given : [...untilOf.keys()]
  const yesterday = dayBefore(today)
  const lastDay = to < yesterday ? to : yesterday
  const never = all.filter((stream) => !untilOf.has(stream))
  const sinceOf = new Map(
    delivered.streams.flatMap((stream) => (hasSinceYear(stream, to) ? [] : [[stream.waste_type, stream.since ?? '']])),
  )
  const later = all.filter((stream) => sinceOf.has(stream))
  const since = later.map((stream) => sinceOf.get(stream) ?? '').sort()[0]
  const known = all.filter((stream) => (untilOf.get(stream) ?? '') >= from && !sinceOf.has(stream))
  const behind = all.filter((stream) => (untilOf.get(stream) ?? lastDay) < lastDay)
  const until = behind.map((stream) => untilOf.get(stream) ?? '').sort()[0]
  // This is also true for a municipality without any clearances, when the streams of the place are unknown.
  const isNever = never.length === all.length
  const of = (some: WasteStream[]) => (isNamed(some, given) ? ` van ${both.format(some.map(wordsOf))}` : '')
  const words = (day: string) =>
    day.slice(0, 4) === today.slice(0, 4) ? dayFormat.format(Date.parse(day)) : longDayWords(day)
  const part = known.length < all.length && isNamed(known, given)
  return [
    ...(known.length > 0 ? [nothing(part ? either.format(known.map(nameOf)) : undefined)] : []),
    ...(since ? [`Ledigingen${of(later)} zijn bekend vanaf ${words(since)}.`] : []),
    ...(until ? [`Ledigingen${of(behind)} zijn bekend tot en met ${words(until)}.`] : []),
    ...(never.length > 0 || isNever ? [neverText(never, delivered.municipality, given)] : []),
  ].join(' ')
}

const isNamed = (some: WasteStream[], given: WasteStream[]) =>
  some.length <= maxNamed && (some.length === 1 || some.length < given.length)

const wordsOf = (stream: WasteStream) => wasteStreamWords[stream]

/** Returns the name of a stream without its article: `geen BEST-tas`. */
const nameOf = (stream: WasteStream) => wordsOf(stream).replace(/^de /, '')

function neverText(never: WasteStream[], municipality: string, given: WasteStream[]) {
  if (isNamed(never, given) && never.length > 0)
    return `Van ${both.format(never.map(wordsOf))} in ${municipality} zijn nog nooit ledigingen ingelezen.`
  const place = never.length < given.length ? `Van andere afvalstromen in ${municipality}` : `In ${municipality}`
  return `${place} zijn nog nooit ledigingen ingelezen.`
}
