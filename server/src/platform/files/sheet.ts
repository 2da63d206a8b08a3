/**
 * The value of a cell. `dateTime` has the form `2026-03-04`, `2026-03-04 07:31` or `2026-03-04 07:31:00`. `cents` is an
 * amount, which is shown in euros with two decimals.
 */
export type Cell = string | number | null | { dateTime: string } | { cents: number }

/** A column of a list file: the heading, and a function that returns the cell of a row. */
export type SheetColumn<Row> = readonly [heading: string, cellOf: (row: Row) => Cell]

/**
 * A list to write to a file. `about`: rows above the headings, which state the subject of the list. `pages` yields the
 * rows in groups. `total`: a row below the list. `sample` contains the first rows.
 */
export type Sheet = {
  name: string
  about?: Cell[][] | undefined
  headings: string[]
  sample: Cell[][]
  pages: AsyncIterable<Cell[][]>
  total?: Cell[] | undefined
}

/** Returns the rows above a list. An empty row separates `about` from the headings. */
export const rowsAbove = ({ about = [], headings }: Sheet): Cell[][] => [
  ...about,
  ...(about.length > 0 ? [[]] : []),
  headings,
]

const cutTo =
  (length: number) =>
  (moment: string): Cell => ({ dateTime: moment.slice(0, length).replace('T', ' ') })

/** Returns a cell with a moment of the API (`2026-03-04T07:31:00+01:00`) in Dutch local time, without seconds. */
export const minuteCell = cutTo('2026-03-04T07:31'.length)

/** Returns a cell with a moment of the API in Dutch local time. Its seconds show the order of events. */
export const secondCell = cutTo('2026-03-04T07:31:00'.length)

/** Returns the Dutch word for yes or no. */
export const booleanCell = (value: boolean): Cell => (value ? 'Ja' : 'Nee')

/** Returns whether a spreadsheet would run a text as a formula. */
export const startsFormula = (text: string) => /^\s*[=+\-@]|^[\t\r\n]/.test(text)

/** Returns whether a spreadsheet would change a text into a number or a day: `0045`, `1-2`, `12E3`. */
export const looksLikeNumber = (text: string) => /^\d[\d.,:/ -]*(e\d+)?$/i.test(text)

/** Returns a text with LF at the end of each line. */
export const withLineFeeds = (text: string) => text.replace(/\r\n?/g, '\n')
