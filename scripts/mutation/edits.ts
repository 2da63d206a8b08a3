/**
 * A change of the source text: replaces the characters from `start` to `end` with `text`. Positions are of the file.
 */
export type Edit = { start: number; end: number; text: string }
