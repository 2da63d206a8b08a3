import { type CollectionChange, type PlannedCollection, wasteStreamNames } from '@rd4-loket/contract'
import { countText, longDayText, weekdayAndDayText } from '../../kit/browser/format.ts'

const conjunction = new Intl.ListFormat('nl', { type: 'conjunction' })

/** A collection in a heading: `GFT op woensdag 2 december`. */
export const collectionText = ({ category, start }: Pick<PlannedCollection, 'category' | 'start'>) =>
  `${wasteStreamNames[category]} op ${weekdayAndDayText(start)}`

/** What happened to a collection: `verplaatst van woensdag 2 december wegens gladheid`; empty when nothing did. */
export function stateText({ day, start, cancelled, reason }: PlannedCollection) {
  const why = reason ? ` ${reason}` : ''
  if (cancelled) return `vervalt${why}`
  return day === start ? '' : `verplaatst van ${weekdayAndDayText(day)}${why}`
}

const stateIn = ({ state, moved_to, reason }: CollectionChange['first']['after'], day: string) => {
  const why = reason ? ` ${reason}` : ''
  if (state === 'planned') return 'gaat door zoals gepland'
  if (moved_to === null) return `vervalt${why}`
  const isInSameYear = moved_to.slice(0, 4) === day.slice(0, 4)
  return `naar ${isInSameYear ? weekdayAndDayText(moved_to) : longDayText(moved_to)}${why}`
}

const causes: Record<CollectionChange['kind'], string> = {
  planner: '',
  undo: ' (ongedaan gemaakt)',
  rules: '',
}

/**
 * A change in the history, with the state that it replaced: `GFT van woensdag 2 december: vervalt wegens gladheid (was:
 * naar donderdag 3 december), en 3 andere ophaaldagen`.
 */
export function changeSentence({ kind, collections, first }: CollectionChange) {
  const others = collections > 1 ? `, en ${countText(collections - 1, 'andere ophaaldag', 'andere ophaaldagen')}` : ''
  const planned = `${wasteStreamNames[first.category]} van ${weekdayAndDayText(first.day)}`
  const now = kind === 'rules' ? 'bestaat niet meer door nieuwe ophaalregels' : stateIn(first.after, first.day)
  const was = first.before.state === 'planned' ? '' : ` (was: ${stateIn(first.before, first.day)})`
  return `${planned}: ${now}${was}${others}${causes[kind]}`
}

/** The areas of a change: `in Heerlen 6411 en Heerlen 6417`, or `in 14 gebieden`. */
export const areasText = (names: string[]) =>
  names.length > 3 ? `in ${names.length} gebieden` : `in ${conjunction.format(names)}`
