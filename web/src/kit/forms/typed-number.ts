/**
 * Parses a typed number with a comma or a point.
 * Returns undefined for an empty text, and NaN, which the contract rejects, for any other text. `Number` alone would
 * accept `1e1`.
 */
export function parseTypedNumber(typed: string) {
  const text = typed.trim()
  if (text === '') return undefined
  return /^-?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
}
