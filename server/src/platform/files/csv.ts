import { Readable } from 'node:stream'
import { type Cell, looksLikeNumber, oneLineEnd, type Sheet, wouldRun } from './sheet.ts'

// By it Excel knows that the file is in UTF-8.
export const byteOrderMark = '\uFEFF'

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

const harmless = (text: string) => (wouldRun(text) ? `'${text}` : text)

function csvCell(cell: Cell) {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  if (typeof cell === 'object') return cell.written
  if (looksLikeNumber(cell)) return quoted(`="${cell}"`)
  // So that the ends of lines in the file are the ends of its rows.
  return quoted(oneLineEnd(harmless(cell)))
}

/** A row as a line of a file that a Dutch Excel opens: semicolons, decimal commas, texts in quotation marks. */
export const csvLine = (cells: readonly Cell[]) => `${cells.map(csvCell).join(';')}\r\n`

const quotedWhereNeeded = (text: string) => (/[";\r\n]/.test(text) ? quoted(text) : text)

/** A row as a line that an import reads again: each text unchanged, except one that a sheet would run. */
export const importableLine = (texts: readonly string[]) =>
  `${texts.map((text) => quotedWhereNeeded(harmless(text))).join(';')}\n`

async function* linesOf({ headings, pages }: Sheet) {
  yield byteOrderMark + csvLine(headings)
  for await (const rows of pages) yield rows.map(csvLine).join('')
}

/** A list as a CSV file; it is read while it is written. */
export const csvFile = (sheet: Sheet) => Readable.from(linesOf(sheet), { objectMode: false })
