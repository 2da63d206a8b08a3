/** What stands in one cell. A text stays a text; `written` is a day or a moment, which a sheet understands as one. */
export type Cell = string | number | null | { written: string }

/** A column of a file: its heading, and its cell in a row. */
export type Column<Row> = readonly [heading: string, cellOf: (row: Row) => Cell]

/** A whole list on its way into a file, a page of rows at a time; `sample` are the first of them. */
export type Sheet = { name: string; headings: string[]; sample: Cell[][]; pages: AsyncIterable<Cell[][]> }

const writtenTo =
  (length: number) =>
  (moment: string): Cell => ({ written: moment.slice(0, length).replace('T', ' ') })

/** A moment as the API tells it (`2026-03-04T07:31:00+01:00`), by the clock in the Netherlands, to the minute. */
export const writtenMoment = writtenTo('2026-03-04T07:31'.length)

/** The same to the second, where the order of what happened counts. */
export const writtenSecond = writtenTo('2026-03-04T07:31:00'.length)

/** A sheet takes a text that begins so for a formula, and would run it. */
export const wouldRun = (text: string) => /^\s*[=+\-@]|^[\t\r\n]/.test(text)

/** A sheet makes a number or a day of these, and loses a leading zero or the number itself: `0045`, `1-2`, `12E3`. */
export const looksLikeNumber = (text: string) => /^\d[\d.,:/ -]*(e\d+)?$/i.test(text)

/** The end of a line in a cell, however it was typed. */
export const oneLineEnd = (text: string) => text.replace(/\r\n?/g, '\n')
