import {
  CalendarCategory,
  type CalendarMeta,
  type Collection,
  countAreaAddresses,
  listAreaRules,
  listCollectionChanges,
  listCollectionYears,
  listMunicipalCollections,
  listPickupAppointments,
  listPlannedCollections,
  pickupTitle,
  showCalendar,
  showWork,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { useQueryClient } from '@tanstack/react-query'
import { today } from '../../kit/browser/days.ts'
import { dayText, weekdayAndDayText, weekdayText } from '../../kit/browser/format.ts'
import { invalidate, repliesOf } from '../../session/queries.ts'

/** Returns a day for a narrow place: `wo 2 december`. */
export const briefDayText = (day: string) => weekdayAndDayText(day).replace(/^\S+/, weekdayText(day))

/** The names of the streams in a view. The calendar uses the names of its categories. */
export type CategoryNames = Record<CalendarCategory, string>

/**
 * Returns whether a collection takes place only at addresses with an appointment. An appointment itself is a collection
 * on a fixed day.
 */
export const isByAppointment = ({ category, title }: Pick<Collection, 'category' | 'title'>) =>
  category === 'pruning_waste' && title !== pickupTitle

/**
 * Returns the areas of a collection for a narrow column. Omits the name of the municipality. Returns only the number of
 * areas when there are more than three, and `alle gebieden` when the collection is in every area.
 */
export function shortAreasText(
  areas: string[],
  { municipality, areas: all }: Pick<CalendarMeta, 'municipality' | 'areas'>,
) {
  if (areas.length >= all.length) return 'alle gebieden'
  if (areas.length > 3) return `${areas.length} van ${all.length} gebieden`
  const prefix = `${municipality.name} `
  const short = areas.map((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : name))
  return short.map((name) => name.replaceAll(' ', '\u00a0')).join(', ')
}

/** A key that is unique among the collections of one day. */
export const collectionKey = ({ title, category, moved_from, cancelled }: Collection) =>
  [title, category, moved_from, cancelled].join(' ')

const reasonText = (reason: string | null) => (reason ? ` ${reason}` : '')

/** Returns the note for a moved or cancelled collection; undefined for a collection on its planned day. */
export function collectionNote({ cancelled, moved_from, reason }: Collection) {
  if (cancelled) return `Vervalt${reasonText(reason)}`
  return moved_from ? `Verplaatst van ${weekdayAndDayText(moved_from)}${reasonText(reason)}` : undefined
}

/** Describes a changed collection by its planned day: `GFT van vrijdag 25 december: verplaatst naar …`. */
export function changeText(
  { category, start, cancelled, moved_from, reason }: Collection,
  names: CategoryNames = wasteStreamNames,
) {
  const planned = `${names[category]} van ${weekdayAndDayText(moved_from ?? start)}`
  return cancelled
    ? `${planned}: vervalt${reasonText(reason)}`
    : `${planned}: verplaatst naar ${weekdayAndDayText(start)}${reasonText(reason)}`
}

/**
 * The next two days of each stream, to read aloud on the phone: `GFT: dinsdag 24 november en dinsdag 8 december`.
 * The appointments of an address have a line of their own.
 */
export function nextDays(
  collections: Collection[],
  names: CategoryNames = wasteStreamNames,
  dayName: (day: string) => string = weekdayAndDayText,
) {
  const streams = CalendarCategory.options.map((category) => ({ category, name: names[category] }))
  return [...streams, { category: 'pruning_waste' as const, name: pickupTitle }].flatMap(({ category, name }) => {
    const isOfLine = (it: Collection) =>
      it.category === category && (it.title === pickupTitle) === (name === pickupTitle)
    const next = collections.filter((it) => isOfLine(it) && !it.cancelled).slice(0, 2)
    const days = next.map((it) => {
      const note = collectionNote(it)
      return note ? `${dayName(it.start)} (${note[0]?.toLowerCase()}${note.slice(1)})` : dayName(it.start)
    })
    return days.length > 0 ? [{ category, name, days: days.join(' en ') }] : []
  })
}

/** Returns the text for a year that is not published, with its publication day, if known. */
export const unpublishedText = ({ year, published_on }: CalendarMeta['unpublished'][number]) =>
  year < Number(today().slice(0, 4))
    ? `Van ${year} zijn geen ophaaldagen bekend.`
    : `De ophaaldagen van ${year} zijn nog niet gepubliceerd.${published_on ? ` Ze komen op ${dayText(published_on)}.` : ''}`

const collectionReplies = [
  showCalendar,
  listMunicipalCollections,
  listPlannedCollections,
  listCollectionChanges,
  listCollectionYears,
  listAreaRules,
  countAreaAddresses,
  listPickupAppointments,
  showWork,
]

/**
 * Returns a function that reloads the collections and the work of today on screen, and removes all other cached ones.
 */
export function useCollectionsChanged() {
  const client = useQueryClient()
  return async () => {
    client.removeQueries({ type: 'inactive', ...repliesOf(...collectionReplies) })
    await invalidate(client, ...collectionReplies)
  }
}
