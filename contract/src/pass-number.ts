import * as z from 'zod/mini'

const passNumber = /^[A-Z0-9]{6,20}$/
const withoutSeparators = (text: string) => text.replace(/[\s-]/g, '').toUpperCase()

/** A pass number as stored: letters and digits, with leading zeros, without spaces and dashes. */
export const EnvironmentalPassNumber = z.pipe(
  z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  z.transform((text, context) => {
    const number = withoutSeparators(text)
    if (passNumber.test(number)) return number
    context.issues.push({
      code: 'custom',
      message: 'Dit is geen pasnummer. Een pasnummer heeft 6 tot 20 cijfers of letters',
      input: text,
    })
    return z.NEVER
  }),
)

/**
 * Returns the pass number that a search line probably is: mostly digits, and a digit in each group. Otherwise
 * undefined.
 */
export function passNumberIn(line: string): string | undefined {
  const number = withoutSeparators(line)
  const groups = line.trim().split(/[\s-]+/)
  const isProbable = groups.every((group) => /\d/.test(group)) && number.replace(/\D/g, '').length * 2 >= number.length
  return passNumber.test(number) && isProbable ? number : undefined
}
