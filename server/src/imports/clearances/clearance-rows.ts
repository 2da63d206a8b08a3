import type { CsvRow } from '../../platform/files/csv-rows.ts'
import { CommandError } from '../../platform/runtime/command.ts'
import { centsOf, type Field, missingColumns, Reason } from '../reader/table-rows.ts'
import { codeForm } from '../resolver/place-columns.ts'
import { type Place, readPlace } from '../resolver/places.ts'
import { dutchMomentReader } from './dutch-moments.ts'

/** A clearance as a supplier delivers it, before anybody looked whose it is. */
export type Delivered = {
  supplier_key: string
  object_code: string | null
  place: Place | null
  container_number: string | null
  chip_number: string | null
  /** Of a container that several addresses share. */
  shared: boolean
  fraction: string
  /** In seconds since 1970. */
  cleared_at: number
  /** The Dutch day of that moment: `2024-01-15`. */
  day: string
  weight_kg: number | null
  amount_cents: number | null
}

/** A row, and what it delivers or the reason why it delivers nothing: the end of the sentence 'regel 12: …'. */
export type ReadClearance = { row: CsvRow; delivered: Delivered | string }

/** What rejected rows are listed with: nothing that could be about a person. */
export const rejectedColumns = ['LEDIGING_ID']

const required = ['OBJECT_ID', 'OBJECTADRES', 'CONTAINER_ID', 'SLEUTELNUMMER', 'VERZAMELCONTAINER_J_N', 'FRACTIE_ID']
required.push('LEDIGING_ID', 'LEDIGINGSMOMENT')
const optional = ['GEWICHT_ONVERDEELD', 'GEWICHT_VERDEELD', 'TOTAALKOSTEN_LEDIGING']

// Some suppliers leave the lines out: LEDIGINGID.
const plainName = (name: string) => name.trim().toUpperCase().replaceAll('_', '')

/**
 * Reads the header, and gives a function that reads the rows below it. Only the columns that are named here are ever looked
 * at: the citizen's number, the name and the number of the person end at this door. What does not have the form of its column
 * goes no further either, and a reason never repeats what stands there.
 */
export function clearanceReader(header: string[], now = Date.now() / 1000): (row: CsvRow) => ReadClearance {
  const names = header.map(plainName)
  const missing = required.filter((column) => !names.includes(plainName(column)))
  if (missing.length > 0) throw new CommandError(missingColumns(missing))
  const known = [...required, ...optional]
  const twice = known.find((column) => names.indexOf(plainName(column)) !== names.lastIndexOf(plainName(column)))
  if (twice) throw new CommandError(`In de kop van het bestand staat de kolom ${twice} twee keer.`)
  const places = new Map(known.map((column) => [column, names.indexOf(plainName(column))]))
  const readMoment = dutchMomentReader()

  return ({ line, fields }) => {
    const field: Field = (column) => (fields?.[places.get(column) ?? -1] ?? '').trim()
    const listed = (supplier_key: string): CsvRow => ({ line, text: '', fields: [supplier_key] })
    if (!fields) return { row: listed(''), delivered: 'de aanhalingstekens kloppen niet' }
    if (fields.length !== header.length) {
      const reason = `er staan ${fields.length} velden in de regel, en ${header.length} in de kop`
      return { row: listed(''), delivered: reason }
    }
    const row = listed(supplierKeyForm.test(field('LEDIGING_ID')) ? field('LEDIGING_ID') : '')
    try {
      return { row, delivered: readDelivered(field, readMoment, now) }
    } catch (error) {
      if (error instanceof Reason) return { row, delivered: error.message }
      throw error
    }
  }
}

const supplierKeyForm = /^[A-Za-z0-9._:/-]{1,40}$/
const fractionForm = /^[\p{L}\p{N}][\p{L}\p{N} ._/+-]{0,39}$/u

function readDelivered(field: Field, readMoment: ReturnType<typeof dutchMomentReader>, now: number): Delivered {
  const supplier_key = field('LEDIGING_ID')
  if (!supplierKeyForm.test(supplier_key)) throw new Reason('LEDIGING_ID ontbreekt of heeft vreemde tekens')
  const fraction = field('FRACTIE_ID').replace(/\s+/g, ' ').toUpperCase()
  if (!fractionForm.test(fraction)) throw new Reason('FRACTIE_ID ontbreekt of heeft vreemde tekens')
  const shared = field('VERZAMELCONTAINER_J_N').toUpperCase()
  if (shared !== 'J' && shared !== 'N') throw new Reason('VERZAMELCONTAINER_J_N is geen J of N')
  const moment = field('LEDIGINGSMOMENT')
  const cleared_at = readMoment(moment)
  if (cleared_at === 'unreadable') throw new Reason('LEDIGINGSMOMENT is geen moment zoals 2024-01-15 10:30:00')
  if (cleared_at === 'skipped')
    throw new Reason('LEDIGINGSMOMENT bestaat niet: die nacht sprong de klok van twee naar drie uur')
  if (cleared_at > now) throw new Reason('LEDIGINGSMOMENT ligt in de toekomst')
  const container_number = suppliedCode(field('CONTAINER_ID'), 'CONTAINER_ID')
  // The key to a shared container is a resident's pass: only where no container is named can it be the container's chip.
  const key = shared === 'J' && container_number !== null ? '' : field('SLEUTELNUMMER')
  return {
    supplier_key,
    object_code: suppliedCode(field('OBJECT_ID').replace(/\s/g, ''), 'OBJECT_ID'),
    place: readPlace(field('OBJECTADRES')),
    container_number,
    chip_number: suppliedCode(key.replace(/[\s:-]/g, ''), 'SLEUTELNUMMER'),
    shared: shared === 'J',
    fraction,
    cleared_at,
    day: moment.slice(0, 10),
    weight_kg: weight(field, shared === 'J'),
    amount_cents: costs(field('TOTAALKOSTEN_LEDIGING')),
  }
}

/** A code in the form that all have; its reason does not repeat it. */
function suppliedCode(text: string, column: string) {
  const upper = text.toUpperCase()
  if (upper !== '' && !codeForm.test(upper)) throw new Reason(`${column} heeft vreemde tekens of is te lang`)
  return upper || null
}

/** The share of this address, or without shares the whole; of a shared container the whole is nobody's. */
function weight(field: Field, shared: boolean) {
  const whole = kilograms(field('GEWICHT_ONVERDEELD'), 'GEWICHT_ONVERDEELD')
  return kilograms(field('GEWICHT_VERDEELD'), 'GEWICHT_VERDEELD') ?? (shared ? null : whole)
}

function kilograms(text: string, column: string) {
  if (text === '') return null
  if (!/^\d{1,5}(\.\d{1,3})?$/.test(text))
    throw new Reason(`${column} is geen getal met een punt en ten hoogste drie decimalen`)
  return Number(text)
}

function costs(text: string) {
  if (text === '') return null
  const cents = centsOf(text)
  if (cents === undefined)
    throw new Reason('TOTAALKOSTEN_LEDIGING is geen bedrag met een punt en ten hoogste twee decimalen')
  return cents
}
