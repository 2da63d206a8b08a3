import * as z from 'zod/mini'
import { required } from './parse-input.ts'

const passNumber = /^[A-Z0-9]{6,20}$/
const bare = (text: string) => text.replace(/[\s-]/g, '').toUpperCase()

/** A pass number in the one spelling that is stored: letters and digits, leading zeros kept, spaces and dashes stripped. */
export const EnvironmentalPassNumber = z.pipe(
  z.string().check(z.trim(), z.minLength(1, required), z.maxLength(40)),
  z.transform((text, context) => {
    const number = bare(text)
    if (passNumber.test(number)) return number
    context.issues.push({
      code: 'custom',
      message: 'Dit is geen pasnummer. Een pasnummer heeft 6 tot 20 cijfers of letters',
      input: text,
    })
    return z.NEVER
  }),
)

/** The pass number that a line is by the look of it, where it might be an address too: mostly digits, a digit in each group. */
export function passNumberIn(line: string): string | undefined {
  const number = bare(line)
  const groups = line.trim().split(/[\s-]+/)
  const looksLikeOne =
    groups.every((group) => /\d/.test(group)) && number.replace(/\D/g, '').length * 2 >= number.length
  return passNumber.test(number) && looksLikeOne ? number : undefined
}
