import { dictionary } from '@zxcvbn-ts/language-common'

// The words of this place are the first that somebody would try here.
const leaked = new Set([...dictionary['passwords-common'], 'loket', 'rdloket', 'milieupas', 'heerlen', 'kerkrade'])
const runs = ['0123456789', '9876543210', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm']

/** What is left of a text that says the same again and again. */
const once = (text: string) => /^(.+?)\1+$/u.exec(text)?.[1] ?? text

/**
 * Is this password in a published list of leaked ones: as it is, around its digits and signs (`welkom-1234567890`), or again
 * and again? Then it is one of the first that are tried.
 */
export function hasLeaked(password: string) {
  const lower = password.toLowerCase()
  const letters = lower.replace(/[^\p{L}]/gu, '')
  const inOrder = runs.some((run) => run.repeat(20).includes(lower))
  const forms = [lower, letters, once(lower), once(letters)]
  return inOrder || once(lower).length <= 4 || forms.some((form) => leaked.has(form))
}
