import * as z from 'zod/mini'
import { parsePostalCode, postalCodeText } from './address-fields.ts'

/** Postal codes from the first to the last, with all, only the odd, or only the even house numbers. */
export const PostalCodeRange = z.object({
  first: z.string(),
  last: z.string(),
  house_numbers: z.enum(['all', 'odd', 'even']),
})
export type PostalCodeRange = z.infer<typeof PostalCodeRange>

const sides: Record<string, PostalCodeRange['house_numbers']> = { oneven: 'odd', even: 'even' }
const pattern = /^(\d{4}\s?(?:[a-z]{2})?)(?:\s*(?:-|–|t\/m|tot en met)\s*(\d{4}\s?(?:[a-z]{2})?))?,?\s*(oneven|even)?$/i

/**
 * Parses `6411 AA tot en met 6411 KZ`, `6411AA-6411KZ oneven`, `6411 CD`, or `6411` for all codes with these digits.
 * Returns undefined for other text.
 */
export function parseRange(text: string): PostalCodeRange | undefined {
  const [, from, to = from, side = ''] = pattern.exec(text.trim()) ?? []
  if (from === undefined || to === undefined) return undefined
  const [first, last] = [completeCode(from, 'AA'), completeCode(to, 'ZZ')]
  if (first === undefined || last === undefined || first > last) return undefined
  return { first, last, house_numbers: sides[side.toLowerCase()] ?? 'all' }
}

const completeCode = (code: string, letters: string) => parsePostalCode(/[a-z]/i.test(code) ? code : code + letters)

/** The Dutch text of a range, which `parseRange` accepts: `6411 AA tot en met 6411 KZ, oneven`. */
export function rangeText({ first, last, house_numbers }: PostalCodeRange) {
  const codes = [...new Set([first, last])].map(postalCodeText).join(' tot en met ')
  const [side] = Object.entries(sides).find(([, it]) => it === house_numbers) ?? []
  return side ? `${codes}, ${side}` : codes
}

const overlap = (one: PostalCodeRange, other: PostalCodeRange) =>
  one.first <= other.last &&
  other.first <= one.last &&
  (one.house_numbers === 'all' || other.house_numbers === 'all' || one.house_numbers === other.house_numbers)

const contains = (outer: PostalCodeRange, inner: PostalCodeRange) =>
  outer.first <= inner.first &&
  inner.last <= outer.last &&
  (outer.house_numbers === 'all' || outer.house_numbers === inner.house_numbers)

/** Whether two ranges overlap partly: they share addresses, and neither range is inside the other range. */
export const rangesConflict = (one: PostalCodeRange, other: PostalCodeRange) =>
  overlap(one, other) && contains(one, other) === contains(other, one)
