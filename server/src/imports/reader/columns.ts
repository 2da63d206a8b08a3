import { CommandError } from '../../platform/runtime/command.ts'

/** A fault in a row. The message is the end of the Dutch sentence 'regel 12: …'. */
export class RowError extends Error {}

/** Returns the message of a RowError. Throws any other error. */
export function rejectReason(error: unknown) {
  if (error instanceof RowError) return error.message
  throw error
}

/** Returns the text of a column, or an empty text when the file has no such column. */
export type ReadColumn = (column: string) => string

type FileColumns = {
  required: readonly string[]
  optional?: readonly string[]
  /** A file needs at least one column of this list. They are optional columns too. */
  oneOf?: readonly string[]
}

const lowerCase = (name: string) => name.trim().toLowerCase()

/**
 * Returns a function that reads the columns of a row, without changes. Other columns in the header are ignored.
 * Throws a CommandError when a column is missing or occurs twice. Names are compared by `keyOf`.
 */
export function columnReader(
  header: string[],
  { required, optional = [], oneOf = [] }: FileColumns,
  keyOf = lowerCase,
) {
  const keys = header.map(keyOf)
  const missing = required.filter((column) => !keys.includes(keyOf(column)))
  const [first = '', ...others] = oneOf
  if (first !== '' && !oneOf.some((column) => keys.includes(column)))
    missing.push(`${first} (of ${others.join(' of ')})`)
  if (missing.length > 0)
    throw new CommandError(
      `In de kop van het bestand ${missing.length === 1 ? 'ontbreekt de kolom' : 'ontbreken de kolommen'} ${missing.join(', ')}.`,
    )
  const columns = [...required, ...optional]
  const duplicate = columns.find((column) => keys.indexOf(keyOf(column)) !== keys.lastIndexOf(keyOf(column)))
  if (duplicate) throw new CommandError(`In de kop van het bestand staat de kolom ${duplicate} twee keer.`)
  const indexes = new Map(columns.map((column) => [column, keys.indexOf(keyOf(column))]))
  return (fields: string[]): ReadColumn =>
    (column) =>
      fields[indexes.get(column) ?? -1] ?? ''
}

/** Returns a function that parses a row from its columns; their texts are trimmed and normalized. */
export function rowParser<Row>(
  header: string[],
  columns: FileColumns,
  parse: (column: ReadColumn, line: number) => Row,
) {
  const read = columnReader(header, columns)
  return (fields: string[], line: number) => {
    const column = read(fields)
    return parse((name) => normalize(column(name)), line)
  }
}

// Most fields need no normalization.
const normalized = /^(?:[!-~]+(?: [!-~]+)*)?$/

// Unicode has two forms of a letter with an accent: NFC stores one.
function normalize(text: string) {
  if (normalized.test(text)) return text
  const unreadable = /[\p{Cc}\ufffd]/u.exec(text.replace(/\t/g, ' '))
  if (unreadable) throw new RowError(`er staat een onleesbaar teken in ${quote(text)}; het bestand moet UTF-8 zijn`)
  return text.normalize('NFC').replace(/\s+/g, ' ').trim()
}

// In the functions below, `label` is the subject of the Dutch sentence: 'de straat'.

export function requireText(text: string, label: string) {
  if (text === '') throw new RowError(`${label} ontbreekt`)
  return text
}

export function limitLength(text: string, maxLength: number, label: string) {
  if (text.length > maxLength) throw new RowError(`${label} is langer dan ${maxLength} tekens: ${quote(text)}`)
  return text
}

/** Returns an amount in euros such as `6.45` in cents; undefined when it has another form or more than two decimals. */
export function parseCents(text: string): number | undefined {
  const [, euros, decimals = ''] = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  return euros === undefined ? undefined : Number(euros) * 100 + Number(decimals.padEnd(2, '0'))
}

/** Returns an existing day: `2024-03-01`. */
export function parseDay(text: string, label: string) {
  const moment = Date.parse(`${text}T00:00:00Z`)
  const exists =
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text)
  if (!exists) throw new RowError(`${label} ${quote(text)} is geen dag zoals 2024-03-01`)
  return text
}

export function parseInteger(text: string, min: number, max: number, label: string) {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= min && number <= max))
    throw new RowError(`${label} ${quote(text)} is geen getal van ${min} tot en met ${max}`)
  return number
}

/** Returns the option that equals a text, without regard to capitals in the text. */
export function parseOption<Option extends string>(options: readonly Option[], text: string, label: string): Option {
  const found = options.find((option) => option === text.toLowerCase())
  if (!found) throw new RowError(`${label} ${quote(text)} is onbekend; kies uit ${options.join(', ')}`)
  return found
}

/** Returns the WGS84 position of a row in the Netherlands; nulls when the row has none. */
export function parseLocation(column: ReadColumn): { lon: number | null; lat: number | null } {
  const [lon, lat] = [column('lon'), column('lat')]
  if (lon === '' && lat === '') return { lon: null, lat: null }
  if (lon === '' || lat === '') throw new RowError('van de coördinaten (lat en lon) ontbreekt er één')
  const [x, y] = [Number(lon.replace(',', '.')), Number(lat.replace(',', '.'))]
  if (!(x >= 3.2 && x <= 7.3 && y >= 50.7 && y <= 53.7))
    throw new RowError(`de coördinaten (lat ${quote(lat)}, lon ${quote(lon)}) liggen niet in Nederland`)
  return { lon: x, lat: y }
}

/** Returns a text of the file for a terminal: at most 40 characters, and without control characters. */
export function quote(text: string) {
  const visible = text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\ufffd')
  return `‘${visible.length > 40 ? `${visible.slice(0, 39)}…` : visible}’`
}
