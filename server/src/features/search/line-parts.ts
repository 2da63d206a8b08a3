/** The parts of a line in the search box, and what each of them can look like. */

const longest = 200

/** One line, composed, without signs that cannot be seen; brackets and semicolons part it as commas do. */
export const tidy = (typed: string) =>
  typed
    .slice(0, longest)
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/[[\]();|\r\n\t]/g, ',')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()

/** `akerstraat118` → `akerstraat 118`. */
export const parted = (line: string) => line.replace(/(\p{L}{4})(?=\d)/gu, '$1 ')

/** `C571 8D9B 06A0 E300` → `C5718D9B06A0E300`; undefined for what is no code, such as a street with its number. */
export function codeIn(line: string): string | undefined {
  const groups = line.toUpperCase().split(/[ .-]+/)
  const code = groups.join('')
  const grouped = groups.slice(0, -1).every((group) => group.length === 4 || /\d/.test(group))
  return /^[A-Z0-9]{6,32}$/.test(code) && /\d/.test(code) && grouped ? code : undefined
}

/** Can this be what stands behind a house number: `b-2`, `bis`, `III`, `2 hoog`? */
export const isExtension = (text: string) =>
  /^[\p{L}\p{N}][\p{L}\p{N} /.-]*$/u.test(text) && text.replace(/[ /.-]/g, '').length <= 8

/** Can this be a place: `Den Haag`, `'s-Gravenhage`, `Berg en Terblijt`, `2e Exloërmond`? */
export const isPlace = (text: string) => /^(\d{1,2}[eE] )?['’‘`´]?\p{L}[\p{L}\p{M} .'’‘`´/-]*$/u.test(text)

/** What may be a postal code in a line, each with where it stands; two at most. */
export const postalCodesIn = (line: string) =>
  [...line.matchAll(/(?<![\p{L}\p{N}])[1-9]\d{3}[ .-]?[a-z]{2}(?!\p{L})/giu)].slice(0, 2)

/** Is this a short word that places begin with: `Den Haag`, `De Bilt`, `'t Zand`, `2e Exloërmond`? */
export const beginsPlace = (word: string) => /^(de|den|het|['’][st]|sint|st\.?|\d{1,2}e)$/i.test(word)

/** Can this be a street? It begins with a letter or has two on end, and there is no postal code in it. */
export const isStreet = (text: string) => /^\p{L}|\p{L}\p{M}*\p{L}/u.test(text) && postalCodesIn(text).length === 0

/** `2e`, `1ste`: at the beginning of a line that belongs to the street. */
export const isOrdinal = (word: string) => /^\d{1,2}(e|de|ste)$/i.test(word)

/** Years are part of many street names, and seldom a house number. */
export const isYear = (word = '') => /^(1[5-9]|20)\d{2}(?!\d)/.test(word)
