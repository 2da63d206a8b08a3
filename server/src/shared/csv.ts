/** What stands in one cell. A text stays a text; `written` is a day or a moment, which a sheet may understand as one. */
export type Cell = string | number | null | { written: string }

/** A column of a file: its heading, and its cell in a row. */
export type Column<Row> = readonly [heading: string, cellOf: (row: Row) => Cell]

/** What a file begins with: by it Excel knows that the file is in UTF-8. */
export const byteOrderMark = '\uFEFF'

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** A sheet takes a cell that begins so for a formula, and would run it. */
const harmless = (text: string) => (/^\s*[=+\-@]|^[\t\r\n]/.test(text) ? `'${text}` : text)

/** A sheet makes a number or a day of these, and loses a leading zero or the number itself: `0045`, `1-2`, `12E3`. */
const looksLikeNumber = (text: string) => /^\d[\d.,:/ -]*(e\d+)?$/i.test(text)

function csvCell(cell: Cell) {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  if (typeof cell === 'object') return cell.written
  if (looksLikeNumber(cell)) return quoted(`="${cell}"`)
  // So that the ends of lines in the file are the ends of its rows.
  return quoted(harmless(cell).replace(/\r\n?/g, '\n'))
}

/** A row as a line of a file that a Dutch Excel opens: semicolons, decimal commas, texts in quotation marks. */
export const csvLine = (cells: readonly Cell[]) => `${cells.map(csvCell).join(';')}\r\n`

/** A moment as the API tells it (`2026-03-04T07:31:00+01:00`), by the clock in the Netherlands. */
export const writtenMoment = (moment: string): Cell => ({ written: moment.slice(0, 16).replace('T', ' ') })
