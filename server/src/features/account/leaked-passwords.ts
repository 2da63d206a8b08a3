import { dictionary } from '@zxcvbn-ts/language-common'

// The local words are the first that an attacker would try here.
const leakedPasswords = new Set([
  ...dictionary['passwords-common'],
  'loket',
  'rdloket',
  'milieupas',
  'heerlen',
  'kerkrade',
])
const sequences = ['0123456789', '9876543210', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm']

/** Returns the repeated part of a text that only repeats itself, or the text. */
const withoutRepeats = (text: string) => /^(.+?)\1+$/u.exec(text)?.[1] ?? text

/**
 * Returns whether a password is in a published list of leaked passwords: as typed, without its digits and punctuation
 * (`welkom-1234567890`), or repeated.
 */
export function hasLeaked(password: string) {
  const lower = password.toLowerCase()
  const letters = lower.replace(/[^\p{L}]/gu, '')
  const isSequence = sequences.some((sequence) => sequence.repeat(20).includes(lower))
  const forms = [lower, letters, withoutRepeats(lower), withoutRepeats(letters)]
  return isSequence || withoutRepeats(lower).length <= 4 || forms.some((form) => leakedPasswords.has(form))
}
