// The letters that postcodes were first issued with; SA, SD and SS are never issued.
const letters = [...'ABCDEGHJKLMNPRSTVWXZ']
const pairs = letters
  .flatMap((first) => letters.map((second) => first + second))
  .filter((pair) => !['SA', 'SD', 'SS'].includes(pair))

/** Hands out the postcodes of four digits one after the other, leaving out the reserved ones; from the start again when they run out. */
export function postalCodesOf(digits: number, reserved: ReadonlySet<string>) {
  const codes = pairs.map((pair) => `${digits}${pair}`).filter((code) => !reserved.has(code))
  let issued = 0
  return () => {
    issued += 1
    return codes[(issued - 1) % codes.length] ?? ''
  }
}
