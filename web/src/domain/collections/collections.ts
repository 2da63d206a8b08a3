import { CalendarCategory, type CalendarMeta, type Collection, shortCategoryNames } from '@rd4-loket/contract'
import { useQueryClient } from '@tanstack/react-query'
import { dayText, weekdayAndDayText } from '../../kit/browser/format.ts'
import { repliesBelow } from '../../session/queries.ts'

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
export function changeText({ category, start, cancelled, moved_from, reason }: Collection) {
  const planned = `${shortCategoryNames[category]} van ${weekdayAndDayText(moved_from ?? start)}`
  return cancelled
    ? `${planned}: vervalt${reasonText(reason)}`
    : `${planned}: verplaatst naar ${weekdayAndDayText(start)}${reasonText(reason)}`
}

/** The next two days of each stream, to read aloud on the phone: `GFT: dinsdag 24 november en dinsdag 8 december`. */
export function nextDays(collections: Collection[]) {
  return CalendarCategory.options.flatMap((category) => {
    const next = collections.filter((it) => it.category === category && !it.cancelled).slice(0, 2)
    const days = next.map((it) => {
      const note = collectionNote(it)
      return note
        ? `${weekdayAndDayText(it.start)} (${note[0]?.toLowerCase()}${note.slice(1)})`
        : weekdayAndDayText(it.start)
    })
    return days.length > 0 ? [{ category, name: shortCategoryNames[category], days: days.join(' en ') }] : []
  })
}

/** Returns the text for a year that is not published yet, with its publication day, if known. */
export const unpublishedText = ({ year, published_on }: CalendarMeta['unpublished'][number]) =>
  `De ophaaldagen van ${year} zijn nog niet gepubliceerd.${published_on ? ` Ze komen op ${dayText(published_on)}.` : ''}`

const collectionReplies = repliesBelow(
  '/counter/settings/municipalities/:municipality_id/collections',
  '/counter/calendar',
  '/counter/addresses/:alias/pickup-appointments',
)

/** Returns a function that reloads the collections on screen, and removes all other cached collections. */
export function useCollectionsChanged() {
  const client = useQueryClient()
  return async () => {
    client.removeQueries({ type: 'inactive', ...collectionReplies })
    await client.invalidateQueries(collectionReplies)
  }
}
