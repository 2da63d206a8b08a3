import { readableText, SchemeCode } from '@rd4-loket/contract'
import { CommandError } from '../../platform/runtime/command.ts'

/** The row is invalid. The message is the Dutch reason, which is printed after 'regel 12: '. */
export class RowError extends Error {}

/** Returns the message of a RowError. Throws any other error. */
export function rejectReason(error: unknown) {
  if (error instanceof RowError) return error.message
  throw error
}

/** Returns the text of a column, or an empty text when the file has no such column. */
export type ReadColumn = (column: string) => string

/** The columns that a kind of file can have. */
export type FileColumns = {
  required: readonly string[]
  optional?: readonly string[]
  /** A file must have at least one of these columns. Each of them is also listed in `optional`. */
  oneOf?: readonly string[]
  /** Columns that are never read, although suppliers deliver them. */
  unread?: readonly string[]
  /** Names with the same key are the same column. Default: `columnKey`. */
  keyOf?: (name: string) => string
}

/** The English names of columns, which a file may have instead of the Dutch names. */
const dutchNames: Record<string, string> = {
  municipality: 'gemeente',
  municipality_code: 'gemeentecode',
  city: 'woonplaats',
  other_name: 'andere_naam',
  street: 'straat',
  house_number: 'huisnummer',
  house_letter: 'huisletter',
  house_number_extension: 'toevoeging',
  postal_code: 'postcode',
  postal_codes: 'postcodes',
  address: 'adres',
  object_code: 'objectcode',
  bag_id: 'nummeraanduiding',
  register_object_id: 'verblijfsobject',
  is_additional: 'nevenadres',
  is_under_construction: 'in_aanbouw',
  replaces: 'vervangt',
  ends: 'vervalt',
  collection_system: 'verzamelsysteem',
  name: 'naam',
  number: 'nummer',
  kind: 'soort',
  waste_type: 'afvalstroom',
  volume_litres: 'volume',
  placed_on: 'geplaatst_op',
  removed_on: 'verwijderd_op',
  charge: 'waarvoor',
  household_size: 'huishouden',
  amount: 'bedrag',
  valid_from: 'geldig_vanaf',
  valid_to: 'geldig_tot',
  area: 'gebied',
  date: 'datum',
  pass_number: 'pasnummer',
  issued_on: 'uitgegeven_op',
  reason: 'reden',
  blocked_on: 'geblokkeerd_op',
}

/** Returns the Dutch name of a column, in lower case. */
export function columnKey(name: string) {
  const key = name.trim().toLowerCase()
  return Object.hasOwn(dutchNames, key) ? (dutchNames[key] ?? key) : key
}

/** Returns the unknown columns of a header, quoted for a terminal and separated by commas. */
export function unknownColumns(
  header: string[],
  { required, optional = [], unread = [], keyOf = columnKey }: FileColumns,
) {
  const known = new Set([...required, ...optional, ...unread].map(keyOf))
  return header
    .filter((name) => !known.has(keyOf(name)))
    .map(quote)
    .join(', ')
}

/**
 * Returns a function that reads the columns of a row as unchanged text. Ignores other columns in the header.
 * Throws a CommandError when a required column is missing or a column occurs twice.
 */
export function columnReader(
  header: string[],
  { required, optional = [], oneOf = [], keyOf = columnKey }: FileColumns,
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

/** Returns a function that parses a row. `parse` reads trimmed and normalized texts. */
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

// Matches printable ASCII with single spaces. Most fields match and need no normalization.
const normalized = /^(?:[!-~]+(?: [!-~]+)*)?$/

function normalize(text: string) {
  if (normalized.test(text)) return text
  const readable = readableText(text)
  if (readable === undefined)
    throw new RowError(`er staat een onleesbaar teken in ${quote(text)}; bewaar het bestand als UTF-8`)
  return readable.replace(/\s+/g, ' ').trim()
}

// The functions below throw a RowError. `label` is the subject of its Dutch sentence, such as 'de straat'.

export function requireText(text: string, label: string) {
  if (text === '') throw new RowError(`${label} ontbreekt`)
  return text
}

export function limitLength(text: string, maxLength: number, label: string) {
  if (text.length > maxLength) throw new RowError(`${label} is langer dan ${maxLength} tekens: ${quote(text)}`)
  return text
}

/** Returns an amount in euros such as `6.45` or `6,45` in cents; undefined for any other form. */
export function parseCents(text: string): number | undefined {
  const [, euros, decimals = ''] = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(text) ?? []
  return euros === undefined ? undefined : Number(euros) * 100 + Number(decimals.padEnd(2, '0'))
}

/** Returns an amount in euros with a decimal comma or point in cents. Only a `signed` amount may be negative. */
export function parseAmount(text: string, label: string, { signed = false } = {}) {
  const isNegative = signed && text.startsWith('-')
  const cents = parseCents(isNegative ? text.slice(1) : text)
  if (cents === undefined) throw new RowError(`${label} ${quote(text)} is geen getal met ten hoogste twee decimalen`)
  return isNegative ? 0 - cents : cents
}

/** Returns the supplier's number of a liable person. The reason of a reject never contains the text. */
export function parseSubject(text: string) {
  if (!/^[A-Za-z0-9._:/-]{1,40}$/.test(text)) throw new RowError('SUBJECT_ID ontbreekt of heeft vreemde tekens')
  return text
}

/** Returns the code of a scheme: one capital letter, then at most three capital letters or digits. */
export function parseScheme(text: string) {
  if (!SchemeCode.safeParse(text).success)
    throw new RowError(
      `de regeling ${quote(text)} is geen code van een hoofdletter en ten hoogste drie tekens, zoals M`,
    )
  return text
}

/** Returns a text that begins with a Dutch day such as `1-3-2024` with that day as `2024-03-01`. */
export const withIsoDay = (text: string) =>
  text.replace(
    /^(\d{1,2})-(\d{1,2})-(\d{4})(?!\d)/,
    (_, day: string, month: string, year: string) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  )

/** Returns an existing day such as `2024-03-01` or `1-3-2024` in the first form. */
export function parseDay(text: string, label: string) {
  const day = withIsoDay(text)
  const moment = Date.parse(`${day}T00:00:00Z`)
  const exists =
    /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(day)
  if (!exists) throw new RowError(`${label} ${quote(text)} is geen dag zoals 2024-03-01 of 1-3-2024`)
  return day
}

export function parseInteger(text: string, min: number, max: number, label: string) {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= min && number <= max))
    throw new RowError(`${label} ${quote(text)} is geen getal van ${min} tot en met ${max}`)
  return number
}

/** Returns the option that equals the text in lower case. */
export function parseOption<Option extends string>(options: readonly Option[], text: string, label: string): Option {
  const found = options.find((option) => option === text.toLowerCase())
  if (!found) throw new RowError(`${label} ${quote(text)} is onbekend; kies uit ${options.join(', ')}`)
  return found
}

/** Returns the WGS84 location of a row, which must be in the Netherlands; nulls when the row has no location. */
export function parseLocation(column: ReadColumn): { lon: number | null; lat: number | null } {
  const [lon, lat] = [column('lon'), column('lat')]
  if (lon === '' && lat === '') return { lon: null, lat: null }
  if (lon === '' || lat === '') throw new RowError('van de coördinaten (lat en lon) ontbreekt er één')
  const [x, y] = [Number(lon.replace(',', '.')), Number(lat.replace(',', '.'))]
  if (!(x >= 3.2 && x <= 7.3 && y >= 50.7 && y <= 53.7))
    throw new RowError(`de coördinaten (lat ${quote(lat)}, lon ${quote(lon)}) liggen niet in Nederland`)
  return { lon: x, lat: y }
}

/** Returns a quoted text for a terminal: at most 40 characters, with control characters replaced. */
export function quote(text: string) {
  const visible = text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\ufffd')
  return `‘${visible.length > 40 ? `${visible.slice(0, 39)}…` : visible}’`
}
