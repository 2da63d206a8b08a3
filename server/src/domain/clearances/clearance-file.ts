import { type Clearance, clearanceCategoryNames, wasteStreamNames } from '@rd4-loket/contract'
import { type Cell, minuteCell } from '../../platform/files/sheet.ts'
import type { PagedList } from '../../platform/http/list-files.ts'

/** A clearance in a file. `amount_cents` is null when the amount is unknown. */
type FiledClearance = Clearance & { container_number: string | null }

type FiledList = {
  /** The address or collection system of the clearances. */
  owner: { kind: 'Adres' | 'Verzamelsysteem'; name: string; town: string; object_code: string | null }
  /** Undefined: the most recent clearances, which have no total. */
  year: number | undefined
}

/** Returns the sum of known numbers; null when all are unknown. */
function sumOf(numbers: (number | null)[]) {
  const known = numbers.filter((it) => it !== null)
  return known.length === 0 ? null : known.reduce((sum, it) => sum + it, 0)
}

function totalOf(clearances: FiledClearance[]): Cell[] {
  // Adds whole grams, because a sum of decimal numbers is not exact.
  const grams = sumOf(clearances.map(({ weight_kg }) => weight_kg && Math.round(weight_kg * 1000)))
  const cents = sumOf(clearances.map(({ amount_cents }) => amount_cents))
  const count = clearances.length === 1 ? '1 lediging' : `${clearances.length} ledigingen`
  return [`Samen: ${count}`, null, null, null, null, grams && grams / 1000, cents === null ? null : { cents }]
}

/** Returns a list file with one page of clearances. The file names `owner` and the year. */
export function clearanceFile(clearances: FiledClearance[], { owner, year }: FiledList): PagedList<FiledClearance> {
  const { kind, name, town, object_code } = owner
  const period = year ?? 'meest recent'
  return {
    fileName: ['ledigingen', period, name, object_code].filter((it) => it !== null).join(' '),
    about: [
      [kind, `${name}, ${town}`],
      ['Objectcode', object_code],
      ['Ledigingen van', period],
    ],
    columns: [
      ['Moment', ({ cleared_at }) => minuteCell(cleared_at)],
      ['Afvalstroom', ({ waste_type }) => wasteStreamNames[waste_type]],
      ['Soort', ({ category }) => (category ? clearanceCategoryNames[category] : null)],
      ['Container', ({ container_number }) => container_number],
      ['Volume (liter)', ({ volume_litres }) => volume_litres],
      ['Gewicht (kg)', ({ weight_kg }) => weight_kg],
      ['Bedrag (euro)', ({ amount_cents }) => (amount_cents === null ? null : { cents: amount_cents })],
    ],
    total: year === undefined ? undefined : totalOf(clearances),
    pageAfter: async () => ({ data: clearances, meta: { next: null } }),
  }
}

/** Returns clearances with the numbers of their containers. */
export function withNumbers(clearances: Clearance[], equipment: { id: number; number?: string | undefined }[]) {
  const numbers = new Map<number | null, string | undefined>(equipment.map(({ id, number }) => [id, number]))
  return clearances.map((clearance) => ({
    ...clearance,
    container_number: numbers.get(clearance.equipment_id) ?? null,
  }))
}
