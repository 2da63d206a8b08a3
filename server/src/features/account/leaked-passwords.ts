import { dictionary } from '@zxcvbn-ts/language-common'

const leaked = new Set(dictionary['passwords-common'])

/** Is this password in a published list of leaked ones, as it is or around its digits and signs (`welkom-1234567890`)? */
export function hasLeaked(password: string) {
  const lower = password.toLowerCase()
  return leaked.has(lower) || leaked.has(lower.replace(/[^\p{L}]/gu, ''))
}
