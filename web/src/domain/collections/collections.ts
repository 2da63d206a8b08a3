import { CalendarCategory, type CalendarMeta, type Collection, shortCategoryNames } from '@rd4-loket/contract'
import { dayText, spokenDayText } from '../../kit/browser/format.ts'

/** Tells collections of one day apart. */
export const collectionKey = ({ title, category, moved_from, cancelled }: Collection) =>
  [title, category, moved_from, cancelled].join(' ')

const because = (reason: string | null) => (reason ? ` ${reason}` : '')

/** What is out of the ordinary about a collection, on the day on which it is; undefined when nothing is. */
export function collectionNote({ cancelled, moved_from, reason }: Collection) {
  if (cancelled) return `Vervalt${because(reason)}`
  return moved_from ? `Verplaatst van ${spokenDayText(moved_from)}${because(reason)}` : undefined
}

/** What a change means for who knew the planned day: `GFT van vrijdag 25 december: verplaatst naar …`. */
export function changeText({ category, start, cancelled, moved_from, reason }: Collection) {
  const planned = `${shortCategoryNames[category]} van ${spokenDayText(moved_from ?? start)}`
  return cancelled
    ? `${planned}: vervalt${because(reason)}`
    : `${planned}: verplaatst naar ${spokenDayText(start)}${because(reason)}`
}

/** The next two days of each stream, as they are read out on the phone: `GFT: dinsdag 24 november en dinsdag 8 december`. */
export function nextDays(collections: Collection[]) {
  return CalendarCategory.options.flatMap((category) => {
    const next = collections.filter((it) => it.category === category && !it.cancelled).slice(0, 2)
    const days = next.map((it) => {
      const note = collectionNote(it)
      return note ? `${spokenDayText(it.start)} (${note[0]?.toLowerCase()}${note.slice(1)})` : spokenDayText(it.start)
    })
    return days.length > 0 ? [{ category, name: shortCategoryNames[category], days: days.join(' en ') }] : []
  })
}

/** That the days of a year are not known yet, and from when they will be. */
export const unpublishedText = ({ year, published_on }: CalendarMeta['unpublished'][number]) =>
  `De ophaaldagen van ${year} zijn nog niet gepubliceerd.${published_on ? ` Ze komen op ${dayText(published_on)}.` : ''}`
