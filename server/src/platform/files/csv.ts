import { Readable } from 'node:stream'
import { type Cell, looksLikeNumber, type Sheet, startsFormula, withLineFeeds } from './sheet.ts'

// Excel reads a file with this mark as UTF-8.
export const byteOrderMark = '\uFEFF'

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

const withoutFormula = (text: string) => (startsFormula(text) ? `'${text}` : text)

function csvCell(cell: Cell) {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  if (typeof cell === 'object') return cell.dateTime
  if (looksLikeNumber(cell)) return quoted(`="${cell}"`)
  // The browser counts rows by CR LF, which a cell therefore never contains.
  return quoted(withLineFeeds(withoutFormula(cell)))
}

/** Returns a row as a line for a Dutch Excel: semicolons, decimal commas, quoted texts. */
export const csvLine = (cells: readonly Cell[]) => `${cells.map(csvCell).join(';')}\r\n`

const quotedWhereNeeded = (text: string) => (/[";\r\n]/.test(text) ? quoted(text) : text)

/** Returns a row as a line that an import can read again. Texts are unchanged, except formulas. */
export const importableLine = (texts: readonly string[]) =>
  `${texts.map((text) => quotedWhereNeeded(withoutFormula(text))).join(';')}\n`

async function* linesOf({ headings, pages }: Sheet) {
  yield byteOrderMark + csvLine(headings)
  for await (const rows of pages) yield rows.map(csvLine).join('')
}

/** Returns a list as a CSV file. The list is read while the file is sent. */
export const csvFile = (sheet: Sheet) => Readable.from(linesOf(sheet), { objectMode: false })
