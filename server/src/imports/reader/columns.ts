import { CommandError } from '../../platform/runtime/command.ts'

/** What is wrong with a row, in Dutch: the end of the sentence 'regel 12: …'. */
export class Reason extends Error {}

/** Gives a row's text in a column, trimmed and in one spelling; empty where the file has no such column. */
export type Field = (column: string) => string

type Columns = {
  required: string[]
  optional: string[]
  /** Of which one is enough; they are also listed as optional. */
  oneOf?: string[][]
}

/**
 * Reads the header, in which other columns may stand too, and gives a function that reads a row below it: what `read` makes
 * of it, or the reason why it makes nothing.
 */
export function rowReader<Row extends object>(header: string[], columns: Columns, read: (field: Field) => Row) {
  const places = columnPlaces(header, columns)
  return (fields: string[] | undefined): Row | string => {
    if (!fields) return 'de aanhalingstekens kloppen niet'
    if (fields.length !== header.length)
      return `er staan ${fields.length} velden in de regel, en ${header.length} in de kop`
    try {
      return read((column) => plain(fields[places.get(column) ?? -1] ?? ''))
    } catch (error) {
      if (error instanceof Reason) return error.message
      throw error
    }
  }
}

function columnPlaces(header: string[], { required, optional, oneOf = [] }: Columns) {
  const names = header.map((name) => name.trim().toLowerCase())
  const missing = required.filter((column) => !names.includes(column))
  for (const [first = '', ...others] of oneOf)
    if (![first, ...others].some((column) => names.includes(column)))
      missing.push(`${first} (of ${others.join(' of ')})`)
  if (missing.length > 0) throw new CommandError(missingColumns(missing))
  const known = [...required, ...optional]
  const twice = known.find((column) => names.indexOf(column) !== names.lastIndexOf(column))
  if (twice) throw new CommandError(`In de kop van het bestand staat de kolom ${twice} twee keer.`)
  return new Map(known.map((column) => [column, names.indexOf(column)]))
}

/** That a header lacks columns, in Dutch. */
export const missingColumns = (columns: string[]) =>
  `In de kop van het bestand ${columns.length === 1 ? 'ontbreekt de kolom' : 'ontbreken de kolommen'} ${columns.join(', ')}.`

// Most fields need no more than this look.
const alreadyPlain = /^(?:[!-~]+(?: [!-~]+)*)?$/

// The same word can be written with an accent of its own or a letter and an accent: stored, they are one.
function plain(text: string) {
  if (alreadyPlain.test(text)) return text
  const unreadable = /[\p{Cc}\ufffd]/u.exec(text.replace(/\t/g, ' '))
  if (unreadable) throw new Reason(`er staat een onleesbaar teken in ${quoted(text)}; het bestand moet UTF-8 zijn`)
  return text.normalize('NFC').replace(/\s+/g, ' ').trim()
}

/** A text that may not be empty. */
export function filled(text: string, what: string) {
  if (text === '') throw new Reason(`${what} ontbreekt`)
  return text
}

/** A text that has to fit. */
export function noLonger(text: string, longest: number, what: string) {
  if (text.length > longest) throw new Reason(`${what} is langer dan ${longest} tekens: ${quoted(text)}`)
  return text
}

/** An amount in euros as `6.45` in whole cents, from the digits themselves: of a fraction of a cent it is undefined, not rounded. */
export function centsOf(text: string): number | undefined {
  const [, euros, decimals = ''] = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  return euros === undefined ? undefined : Number(euros) * 100 + Number(decimals.padEnd(2, '0'))
}

/** A day that exists, as it is stored: `2024-03-01`. */
export function day(text: string, what: string) {
  const moment = Date.parse(`${text}T00:00:00Z`)
  const exists =
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text)
  if (!exists) throw new Reason(`${what} ${quoted(text)} is geen dag zoals 2024-03-01`)
  return text
}

/** A whole number within bounds. */
export function wholeNumber(text: string, least: number, most: number, what: string) {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= least && number <= most))
    throw new Reason(`${what} ${quoted(text)} is geen getal van ${least} tot en met ${most}`)
  return number
}

/** One of the words of a list. */
export function oneOf<Word extends string>(words: readonly Word[], text: string, what: string): Word {
  const found = words.find((word) => word === text.toLowerCase())
  if (!found) throw new Reason(`${what} ${quoted(text)} is onbekend; kies uit ${words.join(', ')}`)
  return found
}

/** A text of the file as it can be shown on a terminal: short, and without characters that would move its cursor. */
export function quoted(text: string) {
  const visible = text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\ufffd')
  return `‘${visible.length > 40 ? `${visible.slice(0, 39)}…` : visible}’`
}
