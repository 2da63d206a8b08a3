// Reasons: docs/figures.md

import { smallestFigure } from '@rd4-loket/contract'
import { sumOf } from '../../domain/bill/sums.ts'

/** The things of one subject in a month that have the same municipality and group. Null: it is not known. */
export type CountedGroup = {
  municipality_id: number | null
  group_key: string | null
  count: number
  cents: number | null
}

/** What is stored of a subject and month. A count is null if all municipalities together have one to nine things. */
export type StoredFigure = Omit<CountedGroup, 'count'> & { count: number | null }

const isFew = (count: number) => count > 0 && count < smallestFigure

const countOf = (cells: CountedGroup[]) => sumOf(cells, ({ count }) => count)

/**
 * Returns the keys that are counted alone, each with its cells, and the cells of all other keys. A key with few things
 * is never counted alone. While the other cells together have few things, the smallest key joins them.
 */
function divide<Key extends string | number>(cells: CountedGroup[], keyOf: (cell: CountedGroup) => Key | null) {
  const byKey = Map.groupBy(cells, keyOf)
  const known = [...byKey].flatMap(([key, own]) => (key === null ? [] : [{ key, cells: own, count: countOf(own) }]))
  const alone = known
    .filter(({ count }) => count >= smallestFigure)
    .sort((one, other) => one.count - other.count || (one.key < other.key ? -1 : 1))
  const rest = [
    ...(byKey.get(null) ?? []),
    ...known.filter(({ count }) => count < smallestFigure).flatMap((it) => it.cells),
  ]
  while (isFew(countOf(rest)) && alone.length > 0) rest.push(...(alone.shift()?.cells ?? []))
  return { alone, rest }
}

function sumCells(cells: CountedGroup[], key: Pick<CountedGroup, 'municipality_id' | 'group_key'>): StoredFigure {
  const priced = cells.flatMap(({ cents }) => cents ?? [])
  return { ...key, count: countOf(cells), cents: priced.length > 0 ? sumOf(priced, (cents) => cents) : null }
}

/** Returns the groups of one municipality, or of the small municipalities together. They have no or many things. */
function mergeGroups(cells: CountedGroup[], municipality_id: number | null) {
  const { alone, rest } = divide(cells, ({ group_key }) => group_key)
  return [
    ...alone.map((group) => sumCells(group.cells, { municipality_id, group_key: group.key })),
    ...(countOf(rest) > 0 ? [sumCells(rest, { municipality_id, group_key: null })] : []),
  ]
}

/**
 * Returns what is stored of one subject and month. The figures are a partition of all things, and each counts none or
 * at least ten. So the things of any union of figures, and all other things, are none or at least ten.
 */
export function mergeSmall(cells: CountedGroup[]): StoredFigure[] {
  const { alone, rest } = divide(cells, ({ municipality_id }) => municipality_id)
  const nothing = { municipality_id: null, group_key: null, cents: null }
  if (isFew(countOf(rest))) return [{ ...nothing, count: null }]
  const figures = [...alone.flatMap(({ key, cells: own }) => mergeGroups(own, key)), ...mergeGroups(rest, null)]
  return figures.length > 0 ? figures : [{ ...nothing, count: 0 }]
}
