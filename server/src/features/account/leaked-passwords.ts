// Reasons: docs/login.md

import { dictionary } from '@zxcvbn-ts/language-common'

// A published list of leaked passwords.
const leakedPasswords = new Set(dictionary['passwords-common'])
/**
 * Words of the product and its users, which an attacker of this portal would try first. docs/security.md lists them.
 */
const productWords = ['rd4', 'bsgw', 'loket', 'milieupas', 'afval', 'container', 'gemeente', 'medewerker', 'beheerder']
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

/** Returns the words in a name or an e-mail address that are long enough to recognise in a password. */
const wordsIn = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word.length >= 4)

/**
 * Returns whether a password is only made of words of the product and of these names, such as `Heerlen-loket-2026`.
 * What remains without these words has fewer than four letters, or is a listed password. A sentence may contain the
 * words.
 */
export function isMadeOfKnownWords(password: string, names: string[]) {
  const lower = password.toLowerCase()
  const words = [...productWords, ...names.flatMap(wordsIn)].sort((a, b) => b.length - a.length)
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), lower)
  const letters = rest.replace(/[^\p{L}]/gu, '')
  return rest !== lower && (letters.length < 4 || leakedPasswords.has(letters))
}
