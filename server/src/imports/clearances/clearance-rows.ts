import { parsePostalCode } from '@rd4-loket/contract'
import type { CsvRow } from '../../platform/files/csv-rows.ts'
import { columnReader, type FileColumns, parseCents, type ReadColumn, RowError, withIsoDay } from '../reader/columns.ts'
import { codeForm } from '../resolver/address-columns.ts'
import { type AddressReference, splitsOf, type WrittenAddress } from '../resolver/resolve-addresses.ts'
import { dutchTimeReader } from './dutch-times.ts'

/** What a supplier delivers about one container or bag at one moment. */
export type DeliveredEvent = AddressReference & {
  /** The line of the delivered file. Null: unknown. */
  source_line: number | null
  supplier_key: string
  container_number: string | null
  chip_number: string | null
  /** Whether several addresses share the container. */
  shared: boolean
  fraction: string
  /** The day of the moment in Dutch local time: `2024-01-15`. */
  day: string
}

/** A clearance as a supplier delivers it. */
export type DeliveredClearance = DeliveredEvent & {
  /** The delivery. Null until the row is written. */
  batch_id: number | null
  /** The moment, in seconds since 1970. */
  cleared_at: number
  weight_kg: number | null
  amount_cents: number | null
}

/** The columns of each event of a supplier. Suppliers also deliver columns about persons, which are never read. */
export const eventFileColumns = {
  required: ['OBJECT_ID', 'OBJECTADRES', 'CONTAINER_ID', 'SLEUTELNUMMER', 'VERZAMELCONTAINER_J_N', 'FRACTIE_ID'],
  unread: ['BSN', 'SUBJECTNAAM', 'SUBJECT_ID'],
  // Some suppliers omit the underscores: LEDIGINGID.
  keyOf: (name: string) => name.trim().toUpperCase().replaceAll('_', ''),
}

/** The columns of a file with clearances. */
export const clearanceFileColumns = {
  ...eventFileColumns,
  required: [...eventFileColumns.required, 'LEDIGING_ID', 'LEDIGINGSMOMENT'],
  optional: ['GEWICHT_ONVERDEELD', 'GEWICHT_VERDEELD', 'TOTAALKOSTEN_LEDIGING'],
}

const supplierKeyForm = /^[A-Za-z0-9._:/-]{1,40}$/
const fractionForm = /^[\p{L}\p{N}][\p{L}\p{N} ._/+-]{0,39}$/u

type EventFile<Row> = {
  columns: FileColumns
  /** The columns with the key of the supplier and with the moment. */
  key: string
  moment: string
  parse: (column: ReadColumn, event: DeliveredEvent, moment: number) => Row
}

/**
 * Returns `parseRow`, which parses a row, and `rejectColumns`, which defines the columns of the rejects file. The
 * columns with a person's citizen service number, name and supplier number are never read.
 * A text in an unexpected form is not stored, and the reason of a reject never contains it.
 */
export function eventParser<Row>(
  header: string[],
  { columns, key: keyColumn, moment, parse }: EventFile<Row>,
  now = Date.now() / 1000,
) {
  const read = columnReader(header, columns)
  const readTime = dutchTimeReader()
  const trimmed = (fields: string[]): ReadColumn => {
    const column = read(fields)
    return (name) => column(name).trim()
  }
  return {
    parseRow(fields: string[], line: number) {
      const column = trimmed(fields)
      const { event, at } = parseEvent(column, line, { key: keyColumn, moment, readTime, now })
      return parse(column, event, at)
    },
    rejectColumns: {
      header: [keyColumn],
      fieldsOf({ fields }: CsvRow) {
        const key = fields?.length === header.length ? trimmed(fields)(keyColumn) : ''
        return [supplierKeyForm.test(key) ? key : '']
      },
    },
  }
}

/** Returns the parser of a file with clearances. */
export const clearanceParser = (header: string[], now?: number) =>
  eventParser<DeliveredClearance>(
    header,
    {
      columns: clearanceFileColumns,
      key: 'LEDIGING_ID',
      moment: 'LEDIGINGSMOMENT',
      parse: (column, event, cleared_at) => ({
        batch_id: null,
        ...event,
        cleared_at,
        weight_kg: readWeight(column, event.shared),
        amount_cents: parseCosts(column('TOTAALKOSTEN_LEDIGING')),
      }),
    },
    now,
  )

/** Returns a name of a supplier in capitals with single spaces. Throws a RowError for one in a strange form. */
export function parseSupplierName(text: string, label: string) {
  const name = text.replace(/\s+/g, ' ').toUpperCase()
  if (!fractionForm.test(name)) throw new RowError(`${label} ontbreekt of heeft vreemde tekens`)
  return name
}

type EventMoment = { key: string; moment: string; readTime: ReturnType<typeof dutchTimeReader>; now: number }

/** Returns the columns that each kind of event has, and its moment in seconds since 1970. */
function parseEvent(
  column: ReadColumn,
  source_line: number,
  { key, moment: momentColumn, readTime, now }: EventMoment,
) {
  const supplier_key = column(key)
  if (!supplierKeyForm.test(supplier_key)) throw new RowError(`${key} ontbreekt of heeft vreemde tekens`)
  const fraction = parseSupplierName(column('FRACTIE_ID'), 'FRACTIE_ID')
  const letter = column('VERZAMELCONTAINER_J_N').toUpperCase()
  if (letter !== 'J' && letter !== 'N') throw new RowError('VERZAMELCONTAINER_J_N is geen J of N')
  const shared = letter === 'J'
  const moment = withIsoDay(column(momentColumn))
  const at = readTime(moment)
  if (at === 'unreadable')
    throw new RowError(`${momentColumn} is geen moment zoals 2024-01-15 10:30:00 of 15-1-2024 10:30:00`)
  if (at === 'skipped')
    throw new RowError(`${momentColumn} bestaat niet: die nacht sprong de klok van twee naar drie uur`)
  if (at > now) throw new RowError(`${momentColumn} ligt in de toekomst`)
  const container_number = parseSupplierCode(column('CONTAINER_ID'), 'CONTAINER_ID')
  // For a shared container with a number, SLEUTELNUMMER is the pass of a resident, which is not stored. Otherwise it
  // is read as the chip of the container.
  const chip = shared && container_number !== null ? '' : column('SLEUTELNUMMER')
  const event: DeliveredEvent = {
    source_line,
    supplier_key,
    address_code: parseSupplierCode(column('OBJECT_ID').replace(/\s/g, ''), 'OBJECT_ID'),
    address: parseWrittenAddress(column('OBJECTADRES')),
    container_number,
    chip_number: parseSupplierCode(chip.replace(/[\s:-]/g, ''), 'SLEUTELNUMMER'),
    shared,
    fraction,
    day: moment.slice(0, 10),
  }
  return { event, at }
}

const writtenAddressForm = /^([\p{L}\p{N}'’`.,()/ -]{3,120}?) ?\[(\d{4} ?[A-Za-z]{2}) ([\p{L}'’`.() -]{1,80})\]$/u

/**
 * Parses an address such as `Dorpsstraat 12 [1234AB AMSTERDAM]`. Returns null for any other form. Also returns null
 * when the text has six consecutive digits, because they can be a personal number.
 */
function parseWrittenAddress(text: string): WrittenAddress | null {
  const [, line = '', code = '', city = ''] = writtenAddressForm.exec(text.normalize('NFC').replace(/\s+/g, ' ')) ?? []
  const postal_code = parsePostalCode(code)
  const [split] = splitsOf(line)
  return postal_code && split && !/\d{6}/.test(line) ? { ...split, postal_code, city, inOneText: true } : null
}

function parseSupplierCode(text: string, label: string) {
  const code = text.toUpperCase()
  if (code !== '' && !codeForm.test(code)) throw new RowError(`${label} heeft vreemde tekens of is te lang`)
  return code || null
}

/** Returns the weight share of the address in kg. Without a share: the total, or null for a shared container. */
function readWeight(column: ReadColumn, shared: boolean) {
  const total = parseKilograms(column('GEWICHT_ONVERDEELD'), 'GEWICHT_ONVERDEELD')
  return parseKilograms(column('GEWICHT_VERDEELD'), 'GEWICHT_VERDEELD') ?? (shared ? null : total)
}

function parseKilograms(text: string, label: string) {
  if (text === '') return null
  if (!/^\d{1,5}([.,]\d{1,3})?$/.test(text)) throw new RowError(`${label} is geen getal met ten hoogste drie decimalen`)
  return Number(text.replace(',', '.'))
}

function parseCosts(text: string) {
  if (text === '') return null
  const cents = parseCents(text)
  if (cents === undefined) throw new RowError('TOTAALKOSTEN_LEDIGING is geen bedrag met ten hoogste twee decimalen')
  return cents
}
