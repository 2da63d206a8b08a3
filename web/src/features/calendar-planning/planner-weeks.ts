import type { listPlannedCollections, PlannedCollection, Reply } from '@rd4-loket/contract'
import { addDays, weekdayOf } from '../../kit/browser/days.ts'

/** The areas and collections of a municipality in a period. */
export type MunicipalPlan = Reply<typeof listPlannedCollections>

/** A key of a collection that is unique in a municipality, and does not change when the collection is moved. */
export const collectionKeyOf = ({ area_id, category, day }: Pick<PlannedCollection, 'area_id' | 'category' | 'day'>) =>
  `${area_id} ${category} ${day}`

/** Returns the Monday of the week of a day. */
export const mondayOf = (day: string) => addDays(day, -weekdayOf(day))

/** Returns the Mondays of `count` weeks. */
export const weeksFrom = (monday: string, count: number) =>
  Array.from({ length: count }, (_, index) => addDays(monday, 7 * index))

/** The collections of an area in a week, by the keys that `cellKey` returns. */
export type PlannerCells = Map<string, PlannedCollection[]>

export const cellKey = (area_id: number, monday: string) => `${area_id} ${monday}`

/** Groups collections by area and week, in the order of their days. */
export function cellsOf(collections: PlannedCollection[]): PlannerCells {
  const cells: PlannerCells = new Map()
  for (const collection of collections) {
    const key = cellKey(collection.area_id, mondayOf(collection.start))
    const cell = cells.get(key)
    if (cell) cell.push(collection)
    else cells.set(key, [collection])
  }
  return cells
}

/** Returns the day to which a collection is usually moved: the next day, or Monday when the next day is a Sunday. */
export const dayAfter = (day: string) => addDays(day, weekdayOf(day) === 5 ? 2 : 1)
