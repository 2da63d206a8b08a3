/**
 * The number that was typed, with a comma or a point; undefined where nothing was, and NaN, which the contract refuses, for
 * anything else: to JavaScript alone 1e1 is ten.
 */
export function parseTypedNumber(typed: string) {
  const text = typed.trim()
  if (text === '') return undefined
  return /^-?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
}
