const tokensOf = (text: string) => [...text.matchAll(/\d+|\p{L}[\p{L}\p{M}]*/gu)]

/** Folds accents and capitals, and keeps the length of the text. */
const fold = (text: string) =>
  Array.from({ length: text.length }, (_, at) => {
    const [letter = ''] = text.charAt(at).normalize('NFD').toLowerCase()
    return letter
  }).join('')

/** A part of a text, and whether the typed line contains it. */
export type TextPart = { text: string; isMatch: boolean }

/**
 * Splits a text into parts that the typed line contains and other parts. A typed word matches the beginning of a word,
 * or else an inner part. A single letter matches only a whole word.
 */
export function matchedParts(text: string, typed: string): TextPart[] {
  const folded = fold(text)
  const words = tokensOf(folded)
  const isMatched = new Array<boolean>(text.length).fill(false)
  for (const [token] of tokensOf(fold(typed.normalize('NFC')))) {
    const word = words.find(([it]) => it === token) ?? words.find(([it]) => it.startsWith(token) && token.length > 1)
    const at = word?.index ?? (token.length > 2 ? folded.indexOf(token) : -1)
    if (at >= 0) isMatched.fill(true, at, at + token.length)
  }
  const parts: TextPart[] = []
  for (const [at, isMatch] of isMatched.entries()) {
    const last = parts.at(-1)
    if (last?.isMatch === isMatch) last.text += text.charAt(at)
    else parts.push({ text: text.charAt(at), isMatch })
  }
  return parts
}
