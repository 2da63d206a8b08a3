// The letters of the first issued postal codes. SA, SD and SS are never issued.
const letters = [...'ABCDEGHJKLMNPRSTVWXZ']
const pairs = letters
  .flatMap((first) => letters.map((second) => first + second))
  .filter((pair) => !['SA', 'SD', 'SS'].includes(pair))

/**
 * Returns a function that returns the next postal code of four digits, and starts again after the last. Reserved
 * codes are skipped.
 */
export function postalCodesOf(digits: number, reserved: ReadonlySet<string>) {
  const codes = pairs.map((pair) => `${digits}${pair}`).filter((code) => !reserved.has(code))
  let issued = 0
  return () => {
    issued += 1
    return codes[(issued - 1) % codes.length] ?? ''
  }
}
