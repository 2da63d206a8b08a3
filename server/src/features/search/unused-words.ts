import { foldLetters, isComparable } from '@rd4-loket/contract'

/** Words around an address that have no meaning for a search: they are left out without a report. */
const fillers = new Set(
  `ja nee goedemorgen goedemiddag hallo hoi dag met mevrouw mevr mw meneer mijnheer dhr heer familie fam van de den der
  het een ik u wij we ons onze mijn uw is ben zijn woon woont wonen in op aan te bij uit voor over gaat om en dat dan
  graag dank wel even spreekt hier ter ten t gem gemeente`.split(/\s+/),
)

/** Words behind an address that are no part of it, but are reported. */
const endings = new Set('alstublieft alsjeblieft aub bedankt toch hoor tel telefoon telefoonnummer mobiel'.split(' '))

const plain = (word: string) => foldLetters(word).replace(/[^a-z0-9]/g, '')

/** Returns whether no address continues after this word: `alstublieft`, `toch`, `tel`. */
export const endsAddress = (word: string) => endings.has(plain(word))

/** Returns whether a word has no meaning for a search: `ja`, `met`, `mevrouw`, `van`, `alstublieft`. */
export const isFiller = (word: string) => fillers.has(plain(word)) || endsAddress(word)

/** Returns whether a word is reported when a search leaves it out. */
export const isReported = (word: string) => !fillers.has(plain(word))

const tokensOf = (text: string) =>
  Array.from(text.matchAll(/\p{N}+|[\p{L}\p{M}]+/gu), ({ 0: token, index }) => ({ key: tokenKey(token), index, token }))

/** Returns the key by which a word is compared, or undefined for a word with letters that a search ignores. */
function tokenKey(token: string) {
  // Nearly all words are ASCII, and need no folding.
  const isPlain = /^[a-z0-9]+$/i.test(token)
  if (!isPlain && !isComparable(token)) return undefined
  return (isPlain ? token.toLowerCase() : foldLetters(token)).replace(/^0+(?=\d)/, '')
}

/**
 * Returns the words of a line that are not in these texts, as typed and in order. A word that occurs twice must also be
 * in the texts twice. A word with letters that a search ignores is never in a text.
 */
export const wordsNotIn = (line: string, texts: unknown[]): string[] => unusedWordsIn(line)(texts)

/** Returns a function that returns the words of this line that are not in some texts, as `wordsNotIn` does. */
export function unusedWordsIn(line: string) {
  const tokens = tokensOf(line)
  return (texts: unknown[]): string[] => {
    const used = tokensOf(texts.join(' ')).map(({ key }) => key)
    const unused: { from: number; to: number }[] = []
    for (const { key, token, index } of tokens) {
      const at = key === undefined ? -1 : used.indexOf(key)
      if (at >= 0) {
        used[at] = undefined
        continue
      }
      const last = unused.at(-1)
      const to = index + token.length
      if (last && /^[^\p{L}\p{N} ,]*$/u.test(line.slice(last.to, index))) last.to = to
      else unused.push({ from: index, to })
    }
    return unused.map(({ from, to }) => line.slice(from, to))
  }
}
