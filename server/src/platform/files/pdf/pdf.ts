import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { colors, page, pageWriter } from './page-writer.ts'
import { addTable, type PdfTable } from './table.ts'
import { type PdfProperties, TaggedDocument } from './tagged-document.ts'
import { type TextStyle, textWriter } from './text.ts'

/** A part of a document. A line feed in a text starts a new line. */
export type PdfBlock = { heading: string; level: 1 | 2 } | { text: string; style?: 'small' | 'strong' } | PdfTable

/** The content of a document. */
export type PdfContent = PdfProperties & {
  /** The sender, in lines. The first line is its name. */
  letterhead: string[]
  blocks: PdfBlock[]
  /** The text at the bottom of each page, beside the number of the page. */
  footer: string
  /** Properties of the file that only our programs read. */
  mark: Record<string, string>
}

const styles = {
  sender: { weight: 'bold', size: 13, color: colors.navy },
  senderDetails: { weight: 'regular', size: 9, color: colors.grey },
  1: { weight: 'bold', size: 17, color: colors.navy },
  2: { weight: 'bold', size: 12, color: colors.navy },
  text: { weight: 'regular', size: 10.5, color: colors.black },
  strong: { weight: 'bold', size: 10.5, color: colors.black },
  small: { weight: 'regular', size: 9, color: colors.black },
  footer: { weight: 'regular', size: 8, color: colors.grey },
} satisfies Record<string, TextStyle>

/** The space above a block, in points. */
const spaceAbove = { 1: 22, 2: 18, text: 7, table: 10 }

/** A heading is on the next page when less than this height remains below it. */
const heightAfterHeading = 120

/**
 * Returns the bytes of a tagged PDF. Equal content gives equal bytes. Yields to other work of the process, because a
 * table of thousands of rows takes more than a second.
 */
export async function makePdf({ letterhead, blocks, footer, mark, ...properties }: PdfContent): Promise<Buffer> {
  const document = new TaggedDocument(properties, mark)
  const bytes = buffer(document)
  const texts = textWriter(document)
  const writer = pageWriter(document, texts)
  const { position, addText } = writer
  const root = document.struct('Document')
  document.addStructure(root)

  writer.startPage()
  const [sender = '', ...details] = letterhead
  addText(root, 'P', sender, styles.sender)
  if (details.length > 0) addText(root, 'P', details.join('\n'), styles.senderDetails)
  position.y += 6
  writer.drawRule(colors.navy, 1.2)
  position.y += 8

  for (const block of blocks) {
    await setImmediate()
    if ('level' in block) {
      position.y += spaceAbove[block.level]
      if (!writer.hasRoom(heightAfterHeading)) writer.startPage()
      addText(root, `H${block.level}`, block.heading, styles[block.level])
    } else if ('text' in block) {
      position.y += spaceAbove.text
      addText(root, 'P', block.text, styles[block.style ?? 'text'])
    } else {
      position.y += spaceAbove.table
      await addTable(writer, texts, root, block)
    }
  }
  root.end()

  const { count } = document.bufferedPageRange()
  for (let at = 0; at < count; at += 1) {
    document.switchToPage(at)
    const number = `bladzijde ${at + 1} van ${count}`
    writer.drawArtifact('Pagination', () => {
      const [line = ''] = texts.linesOf(footer, page.right - page.left, styles.footer)
      texts.drawLine(line, page.left, page.footer, styles.footer)
      texts.drawLine(number, page.right - texts.widthOf(number, styles.footer), page.footer, styles.footer)
    })
  }
  document.end()
  return bytes
}
