import { parsedText } from './fields.ts'

const passNumber = /^[A-Z0-9]{6,20}$/
const withoutSeparators = (text: string) => text.replace(/[\s-]/g, '').toUpperCase()

/** A pass number as stored: letters and digits, with leading zeros, without spaces and dashes. */
export const EnvironmentalPassNumber = parsedText(
  40,
  (text) => (passNumber.test(withoutSeparators(text)) ? withoutSeparators(text) : undefined),
  'Dit is geen pasnummer. Een pasnummer heeft 6 tot 20 cijfers of letters',
)

/**
 * Returns a search line as a pass number, or undefined when the line is probably something else. A probable pass number
 * consists mostly of digits, and has a digit in each group.
 */
export function passNumberIn(line: string): string | undefined {
  const number = withoutSeparators(line)
  const groups = line.trim().split(/[\s-]+/)
  const isProbable = groups.every((group) => /\d/.test(group)) && number.replace(/\D/g, '').length * 2 >= number.length
  return passNumber.test(number) && isProbable ? number : undefined
}
