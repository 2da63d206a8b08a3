import {
  type Address,
  type Clearance,
  clearanceCategoryNames,
  type Equipment,
  postalCodeText,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { type Column, writtenMoment } from '../../platform/files/sheet.ts'

/** An address in a file. */
export const addressFileColumns: readonly Column<Address>[] = [
  ['Straat', ({ street }) => street],
  ['Huisnummer', ({ house_number }) => house_number],
  ['Toevoeging', ({ house_number_extension }) => house_number_extension],
  ['Postcode', ({ postal_code }) => postalCodeText(postal_code)],
  ['Plaats', ({ city }) => city],
  ['Gemeente', ({ municipality }) => municipality.name],
  ['Objectcode', ({ object_code }) => object_code],
]

/** A clearance in a file, with the numbers of these containers. */
export function clearanceFileColumns(equipment: Equipment[]): readonly Column<Clearance>[] {
  const numbers = new Map(equipment.map(({ id, number }) => [id, number]))
  return [
    ['Moment', ({ cleared_at }) => writtenMoment(cleared_at)],
    ['Afvalstroom', ({ waste_type }) => wasteStreamNames[waste_type]],
    ['Soort', ({ category }) => clearanceCategoryNames[category]],
    ['Container', ({ equipment_id }) => numbers.get(equipment_id ?? -1) ?? null],
    ['Volume (liter)', ({ volume_litres }) => volume_litres],
    ['Gewicht (kg)', ({ weight_kg }) => weight_kg],
    ['Bedrag (euro)', ({ amount_cents }) => (amount_cents === null ? null : amount_cents / 100)],
  ]
}
