import { setImmediate } from 'node:timers/promises'
import { colors, type Element, type PageWriter, page } from './page-writer.ts'
import { heightOfLine, type TextStyle, type TextWriter } from './text.ts'

/** A column of a table. `share`: its width as a part of the sum of all shares. */
type PdfColumn = { heading: string; share: number; align?: 'right' }

/** A table. The first cell of a row is the heading of that row. A table whose column headings are empty lists facts. */
export type PdfTable = { caption: string; columns: PdfColumn[]; rows: string[][]; total?: string[] }

const padding = { x: 4, y: 3 }
const styles = {
  caption: { weight: 'bold', size: 9, color: colors.black },
  heading: { weight: 'bold', size: 8.5, color: colors.navy },
  cell: { weight: 'regular', size: 8.5, color: colors.black },
  total: { weight: 'bold', size: 8.5, color: colors.black },
} satisfies Record<string, TextStyle>

/** A table begins on a new page when this height does not fit: its caption, its headings and a row. */
const startHeight = 70

/** The number of rows that are drawn between two pauses. Drawing them takes a few milliseconds. */
const rowsPerPause = 20

/** A row with its cells as lines of text. */
type Row = { cells: string[][]; style: TextStyle; height: number }

/** Draws a table. The table continues on new pages, which repeat its headings. Other work can run between the rows. */
export async function addTable(
  writer: PageWriter,
  { widthOf, linesOf, drawLine }: TextWriter,
  parent: Element,
  { caption, columns, rows, total }: PdfTable,
) {
  const { position, addElement, drawArtifact, drawIn, drawRule, hasRoom, startPage } = writer
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const widths = columns.map(({ share }) => ((page.right - page.left) * share) / shares)

  // Numbers are right-aligned, with digits of equal width.
  const styleOf = (style: TextStyle, at: number) => ({ ...style, tabular: columns[at]?.align === 'right' })

  const layOut = (texts: string[], style: TextStyle): Row => {
    const cells = widths.map((_, at) => {
      // A text may extend over the empty cells after it, such as the word for the total.
      const next = texts.findIndex((text, index) => index > at && text !== '')
      const width = widths.slice(at, next === -1 ? undefined : next).reduce((sum, it) => sum + it, 0)
      const isWide = columns[at]?.align !== 'right' && texts[at] !== ''
      return linesOf(texts[at] ?? '', (isWide ? width : (widths[at] ?? 0)) - 2 * padding.x, styleOf(style, at))
    })
    const lines = Math.max(...cells.map((cell) => cell.length))
    return { cells, style, height: lines * heightOfLine(style) + 2 * padding.y }
  }

  function drawCell({ cells, style }: Row, at: number) {
    const left = widths.slice(0, at).reduce((sum, width) => sum + width, page.left) + padding.x
    const right = left + (widths[at] ?? 0) - 2 * padding.x
    const cellStyle = styleOf(style, at)
    for (const [index, line] of (cells[at] ?? []).entries()) {
      const x = cellStyle.tabular ? right - widthOf(line.trimEnd(), cellStyle) : left
      drawLine(line, x, position.y + padding.y + index * heightOfLine(style), cellStyle)
    }
  }

  function addRow(row: Row, scopeOf: (at: number) => 'Column' | 'Row' | undefined) {
    const element = addElement(table, 'TR')
    for (const at of row.cells.keys()) {
      const scope = scopeOf(at)
      const type = scope ? 'TH' : 'TD'
      const cell = addElement(element, type, scope && { scope })
      drawIn(cell, type, () => drawCell(row, at))
      cell.end()
    }
    element.end()
    position.y += row.height
  }

  const rowHeading = (at: number) => (at === 0 ? 'Row' : undefined)
  const headings = layOut(
    columns.map(({ heading }) => heading),
    styles.heading,
  )
  const hasHeadings = columns.some(({ heading }) => heading !== '')

  function continueOnNewPage() {
    startPage()
    if (hasHeadings) {
      drawArtifact('Layout', () => {
        for (const at of headings.cells.keys()) drawCell(headings, at)
      })
      position.y += headings.height
    }
    drawRule(colors.navy, 0.8)
  }

  if (!hasRoom(startHeight)) startPage()
  const table = addElement(parent, 'Table')
  const title = addElement(table, 'Caption')
  drawIn(title, 'Caption', () => drawLine(caption, page.left, position.y, styles.caption))
  title.end()
  position.y += heightOfLine(styles.caption) + 2
  if (hasHeadings) addRow(headings, () => 'Column')
  drawRule(colors.navy, 0.8)
  for (const [index, texts] of rows.entries()) {
    const row = layOut(texts, styles.cell)
    if (!hasRoom(row.height)) continueOnNewPage()
    addRow(row, rowHeading)
    drawRule(colors.line, 0.4)
    if (index % rowsPerPause === rowsPerPause - 1) await setImmediate()
  }
  if (total) {
    const row = layOut(total, styles.total)
    if (!hasRoom(row.height)) continueOnNewPage()
    drawRule(colors.navy, 0.8)
    addRow(row, rowHeading)
  }
  table.end()
}
