import { Readable } from 'node:stream'
import { type Cell, looksLikeNumber, rowsAbove, type Sheet, startsFormula, withLineFeeds } from './sheet.ts'

// Excel reads a file that begins with this mark as UTF-8.
export const byteOrderMark = '\uFEFF'

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

const withoutFormula = (text: string) => (startsFormula(text) ? `'${text}` : text)

function csvCell(cell: Cell) {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  if (typeof cell === 'object') return 'cents' in cell ? (cell.cents / 100).toFixed(2).replace('.', ',') : cell.dateTime
  if (looksLikeNumber(cell)) return quoted(`="${cell}"`)
  // The browser counts rows by CR LF, so a cell must not contain CR LF.
  return quoted(withLineFeeds(withoutFormula(cell)))
}

/** Returns a row as a line for the Dutch version of Excel: with semicolons, decimal commas and quoted texts. */
export const csvLine = (cells: readonly Cell[]) => `${cells.map(csvCell).join(';')}\r\n`

const quotedWhereNeeded = (text: string) => (/[";\r\n]/.test(text) ? quoted(text) : text)

/** Returns a row as a line that an import can read again. Only texts that are formulas are changed. */
export const importableLine = (texts: readonly string[]) =>
  `${texts.map((text) => quotedWhereNeeded(withoutFormula(text))).join(';')}\n`

async function* linesOf(sheet: Sheet) {
  yield byteOrderMark + rowsAbove(sheet).map(csvLine).join('')
  for await (const rows of sheet.pages) yield rows.map(csvLine).join('')
  if (sheet.total) yield csvLine(sheet.total)
}

/** Returns a sheet as a CSV file. The rows are read while the file is sent. */
export const csvFile = (sheet: Sheet) => Readable.from(linesOf(sheet), { objectMode: false })
