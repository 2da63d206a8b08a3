// The letters that Dutch postal codes originally used. The pairs SA, SD and SS are never issued.
const letters = [...'ABCDEGHJKLMNPRSTVWXZ']
const pairs = letters
  .flatMap((first) => letters.map((second) => first + second))
  .filter((pair) => !['SA', 'SD', 'SS'].includes(pair))

/**
 * Returns a function that returns the next postal code with these four digits, and restarts after the last code. It
 * skips reserved codes.
 */
export function postalCodesOf(digits: number, reserved: ReadonlySet<string>) {
  const codes = pairs.map((pair) => `${digits}${pair}`).filter((code) => !reserved.has(code))
  let issued = 0
  return () => {
    issued += 1
    return codes[(issued - 1) % codes.length] ?? ''
  }
}
