import { type Cell, rowsAbove, type Sheet } from '../sheet.ts'
import { cellStyles, columnName, xmlRow } from './cells.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

const lettersIn = (cell: Cell | undefined) => {
  if (cell === null || cell === undefined) return 0
  if (typeof cell !== 'object') return String(cell).length
  return 'cents' in cell ? '1.234,50'.length : cell.dateTime.length
}

/** Returns the width of a column in characters: the length of its longest cell plus 3, at most 53. */
const widthOf = (cells: (Cell | undefined)[]) => Math.min(Math.max(...cells.map(lettersIn)), 50) + 3

function begin(sheet: Sheet) {
  const { headings, sample } = sheet
  const above = rowsAbove(sheet)
  const row = above.length
  const widths = headings.map((heading, at) => widthOf([heading, ...sample.map((row) => row[at])]))
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
  return [
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${main}">`,
    '<sheetViews><sheetView workbookViewId="0">',
    `<pane ySplit="${row}" topLeftCell="A${row + 1}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>`,
    `</sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`,
    ...above.map((cells, at) => xmlRow(cells, at + 1, at === row - 1 ? cellStyles.heading : undefined)),
  ].join('')
}

/** Yields the XML of a sheet. The heading stays visible when the user scrolls, and each column has a filter. */
export async function* sheetXml(sheet: Sheet) {
  const heading = rowsAbove(sheet).length
  let last = heading
  yield begin(sheet)
  for await (const page of sheet.pages) {
    yield page.map((cells, at) => xmlRow(cells, last + at + 1)).join('')
    last += page.length
  }
  if (sheet.total) yield xmlRow(sheet.total, last + 1, cellStyles.heading)
  // The filter leaves out the total, which a spreadsheet would otherwise sort between the rows.
  const corner = `${columnName(sheet.headings.length - 1)}${last}`
  yield `</sheetData><autoFilter ref="A${heading}:${corner}"/></worksheet>`
}
