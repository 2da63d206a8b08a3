import { type Clearance, clearanceCategoryNames, type Equipment, wasteStreamNames } from '@rd4-loket/contract'
import { minuteCell } from '../../platform/files/sheet.ts'
import type { PagedList } from '../../platform/http/list-files.ts'

/** Returns clearances as one page of a list file. `equipment`: the containers, for their numbers. */
export function clearanceFile(clearances: Clearance[], equipment: Equipment[]): PagedList<Clearance> {
  const numbers = new Map(equipment.map(({ id, number }) => [id, number]))
  return {
    columns: [
      ['Moment', ({ cleared_at }) => minuteCell(cleared_at)],
      ['Afvalstroom', ({ waste_type }) => wasteStreamNames[waste_type]],
      ['Soort', ({ category }) => (category ? clearanceCategoryNames[category] : null)],
      ['Container', ({ equipment_id }) => numbers.get(equipment_id ?? -1) ?? null],
      ['Volume (liter)', ({ volume_litres }) => volume_litres],
      ['Gewicht (kg)', ({ weight_kg }) => weight_kg],
      ['Bedrag (euro)', ({ amount_cents }) => (amount_cents === null ? null : amount_cents / 100)],
    ],
    pageAfter: async () => ({ data: clearances, meta: { next: null } }),
  }
}
