import { ApiError } from '@rd4-loket/contract/general'
import { invalidInput } from './errors.ts'

/** Returns the cursor of a position. A position consists of the values by which the list is sorted. */
export const writeCursor = (position: readonly (string | number)[]) =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

/** Returns the position in a cursor: one value for each kind in `kinds`. Throws 422 for any other cursor. */
export function readCursor(cursor: string, kinds: readonly ('string' | 'number')[]): (string | number)[] {
  const invalid = () => new ApiError(422, invalidInput, { cursor: ['Deze bladzijde bestaat niet. Zoek opnieuw.'] })
  let position: unknown
  try {
    position = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    throw invalid()
  }
  const isValid = (value: unknown, at: number) =>
    kinds[at] === 'number'
      ? Number.isInteger(value) && Math.abs(value as number) < 2 ** 31
      : typeof value === 'string' && !value.includes('\0')
  if (!Array.isArray(position) || position.length !== kinds.length || !position.every(isValid)) throw invalid()
  return position
}

/** Returns the first `limit` rows as a page. If there are more rows, `next` is the cursor of the next page. */
export function page<Row>(rows: Row[], limit: number, positionOf: (row: Row) => readonly (string | number)[]) {
  const last = rows[limit - 1]
  const next = rows.length > limit && last !== undefined ? writeCursor(positionOf(last)) : null
  return { rows: rows.slice(0, limit), meta: { next } }
}
