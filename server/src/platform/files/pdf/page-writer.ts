import type { TaggedDocument } from './tagged-document.ts'
import { heightOfLine, type TextStyle, type TextWriter } from './text.ts'

/** Positions on an A4 page, in points from its top left corner. */
export const page = { left: 62, right: 533, top: 56, bottom: 772, footer: 796 }

export const colors = { navy: '#0a366a', black: '#1a1a1a', grey: '#595959', line: '#c9d1da' }

/** An element of the structure that screen readers follow. */
export type Element = ReturnType<TaggedDocument['struct']>

export type PageWriter = ReturnType<typeof pageWriter>

/** Returns the functions that place content below the earlier content, on a new page when the page is full. */
export function pageWriter(document: TaggedDocument, { linesOf, drawLine }: TextWriter) {
  /** `y`: the top of the next content. */
  const position = { y: page.bottom }

  const hasRoom = (height: number) => position.y + height <= page.bottom

  function startPage() {
    document.addPage()
    position.y = page.top
  }

  /** Draws something that screen readers skip. */
  function drawArtifact(type: 'Layout' | 'Pagination', draw: () => void) {
    document.markContent('Artifact', { type })
    draw()
    document.endMarkedContent()
  }

  /** Draws content on this page as a part of an element. */
  function drawIn(element: Element, type: string, draw: () => void) {
    const content = document.markStructureContent(type)
    draw()
    document.endMarkedContent()
    element.add(content)
  }

  /** Adds an element without content. */
  function addElement(parent: Element, type: string, options: object = {}) {
    const element = document.struct(type, options)
    parent.add(element)
    return element
  }

  return {
    position,
    hasRoom,
    startPage,
    drawArtifact,
    drawIn,
    addElement,

    /** Draws a line over the width of the page. */
    drawRule: (color: string, width: number) =>
      drawArtifact('Layout', () =>
        document
          .moveTo(page.left, position.y)
          .lineTo(page.right, position.y)
          .lineWidth(width)
          .strokeColor(color)
          .stroke(),
      ),

    /** Adds an element with a text, which may continue on the next page. */
    addText(parent: Element, type: string, text: string, style: TextStyle) {
      const element = addElement(parent, type)
      const height = heightOfLine(style)
      let lines = linesOf(text, page.right - page.left, style)
      while (lines.length > 0) {
        if (!hasRoom(height)) startPage()
        const fitting = Math.floor((page.bottom - position.y) / height)
        drawIn(element, type, () => {
          for (const line of lines.slice(0, fitting)) {
            drawLine(line, page.left, position.y, style)
            position.y += height
          }
        })
        lines = lines.slice(fitting)
      }
      element.end()
    },
  }
}
