import { foldLetters, isComparable } from '@rd4-loket/contract'
import type { Interpretation } from './interpretations.ts'

/** Words around an address that have no meaning for a search: they are left out without a report. */
const fillers = new Set(
  `ja nee goedemorgen goedemiddag hallo hoi dag met mevrouw mevr mw meneer mijnheer dhr heer familie fam van de den der
  het een ik u wij we ons onze mijn uw is ben zijn woon woont wonen in op aan te bij uit voor over gaat om en dat dan
  graag alstublieft aub bedankt dank wel even spreekt hier ter ten t gem gemeente`.split(/\s+/),
)

/** Returns whether a word has no meaning for a search: `ja`, `met`, `mevrouw`, `van`. */
export const isFiller = (word: string) => fillers.has(foldLetters(word).replace(/[^a-z0-9]/g, ''))

const tokensOf = (text: string) => [...text.matchAll(/\p{N}+|[\p{L}\p{M}]+/gu)]

const tokenKey = (token: string) => foldLetters(token).replace(/^0+(?=\d)/, '')

/**
 * Returns the words of a line that are not in these texts, as typed and in order. A word that occurs twice must also be
 * in the texts twice. A word with letters that a search ignores is never in a text.
 */
export function wordsNotIn(line: string, texts: unknown[]): string[] {
  const used = new Map<string, number>()
  for (const [token] of tokensOf(texts.join(' '))) used.set(tokenKey(token), (used.get(tokenKey(token)) ?? 0) + 1)
  const unused: { from: number; to: number }[] = []
  for (const { 0: token, index } of tokensOf(line)) {
    const count = used.get(tokenKey(token)) ?? 0
    if (count > 0 && isComparable(token)) {
      used.set(tokenKey(token), count - 1)
      continue
    }
    const last = unused.at(-1)
    const to = index + token.length
    if (last && !/[ ,]/.test(line.slice(last.to, index)) && tokensOf(line.slice(last.to, index)).length === 0)
      last.to = to
    else unused.push({ from: index, to })
  }
  return unused.map(({ from, to }) => line.slice(from, to))
}

/** Returns the words of a line that no part of an interpretation has. A code is always the whole line. */
export const unusedWords = (line: string, { code, ...parts }: Interpretation) =>
  code === undefined ? wordsNotIn(line, Object.values(parts).flat()) : []
