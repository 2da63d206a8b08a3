/**
 * A change of the source text: replaces the characters from `start` to `end` with `text`. Positions are of the file.
 */
export type Edit = { start: number; end: number; text: string }

/**
 * Returns a number to plant in place of a number: one more, or ten times as much for 1000 and above. Nobody notices
 * that a time limit of 5000 milliseconds is one millisecond longer.
 */
export function otherNumber(text: string): string {
  const number = Number(text.replaceAll('_', ''))
  return String(number < 1000 ? number + 1 : number * 10)
}
