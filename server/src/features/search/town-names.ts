import { respelledKeys } from '../../domain/street-search/respellings.ts'
import { streetKey, streetSpellings } from '../../domain/street-search/street-key.ts'

const longForms: [RegExp, string][] = [
  [/\s*&\s*/g, ' en '],
  [/^st[.\s]+/i, 'Sint '],
  [/^ste[.\s]+/i, 'Sinte '],
  [/\s+a\/d\s+/i, ' aan den '],
  [/^1e\s+/i, 'Eerste '],
  [/^2e\s+/i, 'Tweede '],
]
const shortForms: [RegExp, string][] = [
  [/^eerste\s+/i, '1e '],
  [/^tweede\s+/i, '2e '],
]

const replaceForms = (forms: [RegExp, string][], typed: string) =>
  forms.reduce((name, [from, to]) => name.replace(from, to), typed)

/**
 * Returns the names that addresses can have for a typed town: as typed, in full (`Sint`, `Eerste`) and with a numeral
 * (`1e`).
 */
export const townNames = (typed: string): string[] => [
  ...new Set([typed, replaceForms(longForms, typed), replaceForms(shortForms, typed)]),
]

/**
 * Returns the keys of further names: with the short words in full, and with `ij` for `y`. Includes the keys of
 * `townNames`.
 */
export function otherTownKeys(typed: string): string[] {
  const names = townNames(typed)
  return [...new Set([...names.map(streetKey), ...names.flatMap(streetSpellings), ...names.flatMap(respelledKeys)])]
}

const articles = ['', 'de', 'het', 't', 'den', 'ter', 'ten']

/** Returns the keys of the names with another article, or without one. */
export const townKeysWithArticle = (typed: string): string[] => {
  const bare = streetKey(typed.replace(/^(de|het|den|['’]?t) /i, ''))
  return articles.map((article) => `${article}${bare}`)
}
