/**
 * The value of a cell. `dateTime` is a day, a minute or a second: `2026-03-04`, `2026-03-04 07:31`, `2026-03-04
 * 07:31:00`.
 */
export type Cell = string | number | null | { dateTime: string }

/** A column of a list file: its heading, and its cell in a row. */
export type SheetColumn<Row> = readonly [heading: string, cellOf: (row: Row) => Cell]

/** A list to write into a file, in pages of rows. `sample` contains the first rows. */
export type Sheet = { name: string; headings: string[]; sample: Cell[][]; pages: AsyncIterable<Cell[][]> }

const cutTo =
  (length: number) =>
  (moment: string): Cell => ({ dateTime: moment.slice(0, length).replace('T', ' ') })

/** Returns a moment of the API (`2026-03-04T07:31:00+01:00`) in Dutch local time, to the minute. */
export const minuteCell = cutTo('2026-03-04T07:31'.length)

/** Returns the same to the second, for lists in which the order of events matters. */
export const secondCell = cutTo('2026-03-04T07:31:00'.length)

/** Returns a yes or no. */
export const booleanCell = (value: boolean): Cell => (value ? 'Ja' : 'Nee')

/** Returns whether a spreadsheet would run a text as a formula. */
export const startsFormula = (text: string) => /^\s*[=+\-@]|^[\t\r\n]/.test(text)

/** Returns whether a spreadsheet would change a text into a number or a day: `0045`, `1-2`, `12E3`. */
export const looksLikeNumber = (text: string) => /^\d[\d.,:/ -]*(e\d+)?$/i.test(text)

/** Returns a text with LF at the end of each line. */
export const withLineFeeds = (text: string) => text.replace(/\r\n?/g, '\n')
