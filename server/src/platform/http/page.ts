import { ApiError } from '@rd4-loket/contract/general'
import { invalidInput } from './errors.ts'

/** The cursor of the page after a row: what the list is sorted by, read back by `readCursor`. */
export const writeCursor = (place: readonly (string | number)[]) =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

/** The place a cursor stands for, as many values of these kinds as the list is sorted by; anything else is the caller's mistake. */
export function readCursor(cursor: string, kinds: readonly ('string' | 'number')[]): (string | number)[] {
  const refuse = () => new ApiError(422, invalidInput, { cursor: ['Deze bladzijde bestaat niet. Zoek opnieuw.'] })
  let place: unknown
  try {
    place = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    throw refuse()
  }
  const fits = (value: unknown, at: number) =>
    kinds[at] === 'number'
      ? Number.isInteger(value) && Math.abs(value as number) < 2 ** 31
      : typeof value === 'string' && !value.includes('\0')
  if (!Array.isArray(place) || place.length !== kinds.length || !place.every(fits)) throw refuse()
  return place
}

/** Splits what was read (one row more than asked) into the page and the cursor of the next one. */
export function page<Row>(rows: Row[], limit: number, placeOf: (row: Row) => readonly (string | number)[]) {
  const last = rows[limit - 1]
  const next = rows.length > limit && last !== undefined ? writeCursor(placeOf(last)) : null
  return { rows: rows.slice(0, limit), meta: { next } }
}
