import { type EquipmentKind, type WasteStream, wasteStreamNames, wasteStreamWords } from '@rd4-loket/contract'
import { quote, RowError } from './columns.ts'

/**
 * The words for each value of a column: one or more tables, of which a message lists the first. A file may also contain
 * the value itself, in any case.
 */
export type ColumnWords<Value extends string> = readonly [Record<Value, string>, ...Record<Value, string>[]]

const bare = (word: string) => word.trim().toLowerCase().replace(/^de /, '')

/** Returns the value that a text names; undefined for another text. */
export function findValue<Value extends string>(words: ColumnWords<Value>, text: string): Value | undefined {
  const word = bare(text)
  return (Object.keys(words[0]) as Value[]).find(
    (value) => value === word || words.some((table) => bare(table[value]) === word),
  )
}

/** Returns the value that a text names. Throws a RowError; `label` is the subject of its Dutch sentence. */
export function parseValue<Value extends string>(words: ColumnWords<Value>, text: string, label: string): Value {
  const found = findValue(words, text)
  if (!found) throw new RowError(`${label} ${quote(text)} is onbekend; kies uit ${listWords(words)}`)
  return found
}

/** Returns the first word for each value, separated by commas. */
export const listWords = ([first]: ColumnWords<string>) => Object.values(first).map(bare).join(', ')

/** The words for the waste streams: `restafval`, `gft`, `best-tas` … */
export const streamWords: ColumnWords<WasteStream> = [wasteStreamWords, wasteStreamNames]

/** The words for the kinds of equipment. */
export const kindWords: ColumnWords<EquipmentKind> = [
  {
    minicontainer: 'minicontainer',
    citybin: 'citybin',
    zak: 'zak',
    ondergronds: 'ondergronds',
    wijkcontainer: 'wijkcontainer',
  },
  {
    minicontainer: 'wheeled_bin',
    citybin: 'city_bin',
    zak: 'bag',
    ondergronds: 'underground',
    wijkcontainer: 'neighbourhood_container',
  },
]

/** The words for the households that pay a fixed part, or for which a rule counts. */
export const householdWords: ColumnWords<'one' | 'several'> = [{ one: 'eenpersoons', several: 'meerpersoons' }]
