import { CalendarCategory, type CollectionRule, calendarCategoryNames, shortCategoryNames } from '@rd4-loket/contract'
import { csvFieldReader } from '../../platform/files/csv-rows.ts'
import { rulesOutside } from './replaced-rules.ts'

/** A collection as a list says it. */
export type ListedCollection = { date: string; type: CalendarCategory }

const streamOf = new Map(
  CalendarCategory.options.flatMap((category) =>
    [category, calendarCategoryNames[category], shortCategoryNames[category]].map((name) => [
      name.toLowerCase(),
      category,
    ]),
  ),
)

function dayIn(typed: string) {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(typed) ?? []
  const date = day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : typed
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(date)) return undefined
  const read = new Date(`${date}T00:00:00Z`)
  return Number.isFinite(read.valueOf()) && read.toISOString().startsWith(date) ? date : undefined
}

const fieldsOf = csvFieldReader(';,\t')

/** Reads a list of days between two others, with `datum` and `afvalsoort` above it; undefined without these columns. */
export function readList(text: string, { from, to }: { from: string; to: string }) {
  const listed: ListedCollection[] = []
  /** The lines that are left aside, and why. */
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
      columns = [names.indexOf('datum'), names.indexOf('afvalsoort')]
      if (columns.includes(-1)) return undefined
      continue
    }
    const [typed = '', named = ''] = columns.map((column) => cells?.[column])
    const date = dayIn(typed)
    const type = streamOf.get(named.toLowerCase())
    const reject = (reason: string) => rejected.push({ line: index + 1, text: line.slice(0, 100), reason })
    if (!cells) reject('de aanhalingstekens kloppen niet')
    else if (!date) reject('dit is geen datum')
    else if (!type) reject('deze afvalsoort is niet bekend')
    else if (date < from) reject('deze dag is al geweest')
    else if (date > to) reject(`deze dag ligt na ${to.slice(0, 4)}`)
    else listed.push({ date, type })
  }
  return { listed, rejected }
}

/** One rule for each stream of a list: its days, each once. */
export const listedRules = (listed: ListedCollection[]) =>
  [...Map.groupBy(listed, ({ type }) => type)].map(([category, items]): CollectionRule => {
    const days = [...new Set(items.map(({ date }) => date))].sort()
    return { category, every_weeks: null, days, valid_from: days[0] ?? '', valid_to: null }
  })

/** The years of a list. */
export const yearsOf = (listed: ListedCollection[]) =>
  [...new Set(listed.map(({ date }) => Number(date.slice(0, 4))))].sort()

/** The rules of an area when a list takes their place in its years, from a day on. */
export const rulesUnderList = (rules: CollectionRule[], listed: ListedCollection[], from: string) => [
  ...rulesOutside(rules, yearsOf(listed), from),
  ...listedRules(listed),
]
