const maxWords = 18

const english =
  /\b(the|and|with|your|you|please|loading|search|save|cancel|submit|delete|remove|update|updates|settings|user|password|error|warning|failed|click|click here|checkbox|tool|item|items|input|feedback)\b/i

// Informal Dutch words for 'you'. The screens address the employee with the formal `u`.
const informal = /\b(je|jij|jou|jouw|jullie)\b/i

// The specification prescribes these texts.
const allowedExclamations = ['Pagina niet gevonden!', 'Deze pagina kan niet worden gevonden!']

// A full stop after one letter or one of these abbreviations does not end a sentence.
const abbreviations = /\b(?:\p{L}|nr|bijv|evt|d\.w\.z|t\/m)\.$/u

function sentencesIn(text: string) {
  const sentences: string[] = []
  let current = ''
  for (const part of text.split(/(?<=[.!?:;…])\s+|[\n\t]+/)) {
    current = current ? `${current} ${part}` : part
    if (abbreviations.test(part)) continue
    sentences.push(current.trim())
    current = ''
  }
  return [...sentences, current.trim()].filter(Boolean)
}

const wordsIn = (sentence: string) => sentence.split(/\s+/).filter((word) => /\p{L}/u.test(word))

/** Returns the faults of a text: sentences over 18 words, informal or English words, and exclamation marks. */
export function languageFaults(text: string) {
  return sentencesIn(text).flatMap((sentence) => {
    const count = wordsIn(sentence).length
    return [
      ...(count > maxWords ? [`language, ${count} words: ${sentence}`] : []),
      ...(informal.test(sentence) ? [`language, informal: ${sentence}`] : []),
      ...(english.test(sentence) ? [`language, English: ${sentence}`] : []),
      ...(sentence.includes('!') && !allowedExclamations.includes(sentence)
        ? [`language, exclamation mark: ${sentence}`]
        : []),
    ]
  })
}
