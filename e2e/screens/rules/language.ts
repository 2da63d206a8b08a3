/** The longest that a sentence may be, in words. */
const longest = 18

const english =
  /\b(the|and|with|your|you|please|loading|search|save|cancel|submit|delete|remove|update|updates|settings|user|password|error|warning|failed|click|click here|checkbox|tool|item|items|input|feedback)\b/i

/** Who is spoken to is `u` on every screen. */
const familiar = /\b(je|jij|jou|jouw|jullie)\b/i

/** These two are the specification's own. */
const exclamations = ['Pagina niet gevonden!', 'Deze pagina kan niet worden gevonden!']

// A point after one letter or a known abbreviation ends no sentence.
const abbreviations = /\b(?:\p{L}|nr|bijv|evt|d\.w\.z|t\/m)\.$/u

/** The sentences of a text, by what ends them. */
function sentencesIn(text: string) {
  const sentences: string[] = []
  let begun = ''
  for (const part of text.split(/(?<=[.!?:;…])\s+|\n+/)) {
    begun = begun ? `${begun} ${part}` : part
    if (abbreviations.test(part)) continue
    sentences.push(begun.trim())
    begun = ''
  }
  return [...sentences, begun.trim()].filter(Boolean)
}

const wordsIn = (sentence: string) => sentence.split(/\s+/).filter((word) => /\p{L}/u.test(word))

/** What is not written as the portal writes: plain sentences of at most 18 words, to `u`, in Dutch, and calm. */
export function languageFaults(text: string) {
  return sentencesIn(text).flatMap((sentence) => {
    const count = wordsIn(sentence).length
    return [
      ...(count > longest ? [`language, ${count} words: ${sentence}`] : []),
      ...(familiar.test(sentence) ? [`language, not to 'u': ${sentence}`] : []),
      ...(english.test(sentence) ? [`language, English: ${sentence}`] : []),
      ...(sentence.includes('!') && !exclamations.includes(sentence) ? [`language, loud: ${sentence}`] : []),
    ]
  })
}
