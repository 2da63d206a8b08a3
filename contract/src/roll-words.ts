import type { RollWords } from './allowances.ts'

/** The words of the specification, for a municipality that chose no words. */
export const defaultRollWords: RollWords = { roll_singular: 'rol', roll_plural: 'rollen' }

/**
 * Returns a Dutch text in which the words 'rol' and 'rollen' are replaced by the words of a municipality. The text
 * contains no names of people or streets.
 */
export const inRollWords = (text: string, { roll_singular, roll_plural }: RollWords = defaultRollWords) =>
  text.replace(/\brol(len)?\b/gi, (found, isPlural) => {
    const word = isPlural ? roll_plural : roll_singular
    return found.startsWith('R') ? word.charAt(0).toUpperCase() + word.slice(1) : word
  })
