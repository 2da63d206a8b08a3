import { dictionary } from '@zxcvbn-ts/language-common'

// A published list of leaked passwords, and local words that an attacker of this portal would try first.
const leakedPasswords = new Set([
  ...dictionary['passwords-common'],
  'loket',
  'rdloket',
  'milieupas',
  'heerlen',
  'kerkrade',
])
const sequences = ['0123456789', '9876543210', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm']

/** Returns `abc` for a text such as `abcabc`, and any other text unchanged. */
const withoutRepeats = (text: string) => /^(.+?)\1+$/u.exec(text)?.[1] ?? text

/**
 * Returns whether a password is easy to guess. It returns true for:
 * - a listed password, with or without extra digits and punctuation (`welkom-1234567890`), once or repeated;
 * - a sequence (`abcdef`), and a repetition of at most four characters (`abababab`).
 */
export function hasLeaked(password: string) {
  const lower = password.toLowerCase()
  const letters = lower.replace(/[^\p{L}]/gu, '')
  const isSequence = sequences.some((sequence) => sequence.repeat(20).includes(lower))
  const forms = [lower, letters, withoutRepeats(lower), withoutRepeats(letters)]
  return isSequence || withoutRepeats(lower).length <= 4 || forms.some((form) => leakedPasswords.has(form))
}
