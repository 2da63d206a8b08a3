import { type Cell, looksLikeNumber, oneLineEnd, wouldRun } from '../sheet.ts'

/** How a cell looks: which of the `cellXfs` in the file's styles, counted from 0. */
export const cellStyles = { plain: 0, heading: 1, day: 2, minute: 3, second: 4, keptText: 5 }

/** More a cell does not hold; Excel says that the whole file is broken. */
const mostInCell = 32_767

const cutOff = (text: string) => (text.length > mostInCell ? `${text.slice(0, mostInCell - 1)}…` : text)

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const hex = (sign: string) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/** A text in XML. What XML cannot say is written as a sheet does, `_x0001_`; and so is a text that reads like that, or will by it. */
export const xmlText = (text: string) =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what may not be there
    .replace(/_(?=x[0-9a-f]{4}[_\0-\x08\x0b-\x1f\ufffe\uffff])|[\0-\x08\x0b-\x1f\ufffe\uffff]/gi, hex)
    .replace(/[&<>"]/g, (sign) => signs[sign] ?? '')

/** The letters of a column: A, B, … Z, AA. */
export const columnName = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : columnName(Math.floor(at / 26) - 1) + columnName(at % 26)

const day_ms = 86_400_000
const firstDay = Date.UTC(1899, 11, 30)
const styleOfLength: Record<number, number> = { 10: cellStyles.day, 16: cellStyles.minute, 19: cellStyles.second }

/** A day or a moment as a sheet counts it: in days since the end of 1899, without a time zone. */
const serialOf = (written: string) =>
  (Date.parse(written.includes(' ') ? `${written.replace(' ', 'T')}Z` : written) - firstDay) / day_ms

function xmlCell(cell: Cell, place: string, style?: number) {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if (typeof cell === 'object')
    return `<c r="${place}" s="${styleOfLength[cell.written.length]}"><v>${serialOf(cell.written)}</v></c>`
  const text = cutOff(oneLineEnd(cell))
  // As typed it would become something else when somebody edits the cell.
  const look = style ?? (wouldRun(text) || looksLikeNumber(text) ? cellStyles.keptText : cellStyles.plain)
  return `<c r="${place}" s="${look}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`
}

/** A row of a sheet, its first one numbered 1; `style` is for texts that do not look as usual. */
export const xmlRow = (cells: readonly Cell[], row: number, style?: number) =>
  `<row r="${row}">${cells.map((cell, at) => xmlCell(cell, `${columnName(at)}${row}`, style)).join('')}</row>`
