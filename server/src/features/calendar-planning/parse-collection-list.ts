import { CalendarCategory, type CollectionRule, calendarCategoryNames, wasteStreamNames } from '@rd4-loket/contract'
import { csvFieldReader } from '../../platform/files/csv-rows.ts'

/** A line of a list of collection days. */
export type ListedCollection = { date: string; type: CalendarCategory }

const categoryOfName = new Map(
  CalendarCategory.options.flatMap((category) =>
    [category, calendarCategoryNames[category], wasteStreamNames[category]].map((name) => [
      name.toLowerCase(),
      category,
    ]),
  ),
)

/** Parses `2026-03-04` and `4-3-2026`. Returns undefined for a day that does not exist. */
function parseDay(typed: string) {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(typed) ?? []
  const text = day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : typed
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return undefined
  const date = new Date(`${text}T00:00:00Z`)
  return Number.isFinite(date.valueOf()) && date.toISOString().startsWith(text) ? text : undefined
}

/** Returns the cells of a line, or undefined when its quotation marks do not match. */
const fieldsOf = csvFieldReader(';,\t')

/**
 * Parses a list of collection days in a period, with the columns `datum` and `afvalstroom`. Returns the listed
 * collections and the rejected lines. Returns undefined without these columns.
 */
export function parseCollectionList(text: string, { from, to }: { from: string; to: string }) {
  const listed: ListedCollection[] = []
  const rejected: { line: number; text: string; reason: string }[] = []
  let columns: number[] | undefined
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    if (line.trim() === '') continue
    const cells = fieldsOf(line)?.map((cell) => cell.trim())
    if (!columns) {
      const names = (cells ?? []).map((name) => name.toLowerCase())
      columns = [names.indexOf('datum'), names.indexOf('afvalstroom')]
      if (columns.includes(-1)) return undefined
      continue
    }
    const [typed = '', name = ''] = columns.map((column) => cells?.[column])
    const date = parseDay(typed)
    const type = categoryOfName.get(name.toLowerCase())
    const reject = (reason: string) => rejected.push({ line: index + 1, text: line.slice(0, 1000), reason })
    if (!cells) reject('de aanhalingstekens kloppen niet')
    else if (!date) reject('dit is geen datum')
    else if (!type) reject('deze afvalstroom is niet bekend')
    else if (date < from) reject('deze dag is al geweest')
    else if (date > to) reject(`deze dag ligt na ${to.slice(0, 4)}`)
    else listed.push({ date, type })
  }
  return { listed, rejected }
}

/** Returns one rule for each stream of a list, with its days in order and without duplicates. */
export const listedRules = (listed: ListedCollection[]) =>
  [...Map.groupBy(listed, ({ type }) => type)].map(([category, items]): CollectionRule => {
    const days = [...new Set(items.map(({ date }) => date))].sort()
    return { category, every_weeks: null, days, valid_from: days[0] ?? '', valid_to: null }
  })

export const yearsOf = (listed: ListedCollection[]) =>
  [...new Set(listed.map(({ date }) => Number(date.slice(0, 4))))].sort()
