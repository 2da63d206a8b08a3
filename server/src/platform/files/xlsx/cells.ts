import { type Cell, looksLikeNumber, startsFormula, withLineFeeds } from '../sheet.ts'

/** Styles of cells, as indexes in the element `cellXfs` of styles.xml. */
export const cellStyles = { plain: 0, heading: 1, day: 2, minute: 3, second: 4, literalText: 5, amount: 6 }

/** Maximum length of a text. Excel reports a file with a longer text as damaged. */
const maxTextLength = 32_767

const cutOff = (text: string) => (text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1)}…` : text)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const hex = (sign: string) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/**
 * Returns a text in XML. As in Excel, a character that XML forbids becomes `_x0001_`, with the code of the character. A
 * text that already contains such a code is escaped.
 */
export const xmlText = (text: string) =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are escaped
    .replace(/_(?=x[0-9a-f]{4}[_\0-\x08\x0b-\x1f\ufffe\uffff])|[\0-\x08\x0b-\x1f\ufffe\uffff]/gi, hex)
    .replace(/[&<>"]/g, (sign) => entities[sign] ?? '')

/** Returns the letters of a column, counted from 0: A, B, … Z, AA. */
export const columnName = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : columnName(Math.floor(at / 26) - 1) + columnName(at % 26)

const day_ms = 86_400_000
const firstDay = Date.UTC(1899, 11, 30)
const styleOfLength: Record<number, number> = { 10: cellStyles.day, 16: cellStyles.minute, 19: cellStyles.second }

/** Returns a day or a moment in days since 30 December 1899, without a time zone. */
const serialOf = (dateTime: string) =>
  (Date.parse(dateTime.includes(' ') ? `${dateTime.replace(' ', 'T')}Z` : dateTime) - firstDay) / day_ms

function xmlCell(cell: Cell, reference: string, style?: number) {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`
  if (typeof cell === 'object' && 'cents' in cell)
    return `<c r="${reference}" s="${cellStyles.amount}"><v>${cell.cents / 100}</v></c>`
  if (typeof cell === 'object')
    return `<c r="${reference}" s="${styleOfLength[cell.dateTime.length]}"><v>${serialOf(cell.dateTime)}</v></c>`
  const text = cutOff(withLineFeeds(cell))
  // A text that looks like a formula or a number gets the style of literal text. Otherwise Excel would convert it when
  // the user edits the cell.
  const textStyle = style ?? (startsFormula(text) || looksLikeNumber(text) ? cellStyles.literalText : cellStyles.plain)
  return `<c r="${reference}" s="${textStyle}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`
}

/** Returns a row of a sheet in XML. Rows are numbered from 1. `style` overrides the style of texts. */
export const xmlRow = (cells: readonly Cell[], row: number, style?: number) =>
  `<row r="${row}">${cells.map((cell, at) => xmlCell(cell, `${columnName(at)}${row}`, style)).join('')}</row>`
