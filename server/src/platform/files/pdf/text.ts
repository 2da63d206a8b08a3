import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import type { TaggedDocument } from './tagged-document.ts'

/** How a text is drawn. The size is in points. `tabular`: all digits have the same width. */
export type TextStyle = { weight: 'regular' | 'bold'; size: number; color: string; tabular?: boolean }

const readFont = (name: string) =>
  readFileSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/figtree/${name}/Figtree_${name}.ttf`)))

const fontFiles = { regular: readFont('400Regular'), bold: readFont('700Bold') }

/** The height of a line, as a multiple of the size of its letters. */
const lineHeight = 1.4

export const heightOfLine = ({ size }: TextStyle) => size * lineHeight

export type TextWriter = ReturnType<typeof textWriter>

/** Returns the functions that measure and draw text in a document, in the shipped font. */
export function textWriter(document: TaggedDocument) {
  // Every document has its own fonts. Fontkit stores letters in a font, so a shared font would let a document
  // affect the next document.
  const openFont = (weight: keyof typeof fontFiles) => {
    const font = create(fontFiles[weight]) as Font
    // biome-ignore lint/plugin: the types of pdfkit omit that it accepts an opened font.
    document.registerFont(weight, font as unknown as Buffer)
    return font
  }
  const fonts = { regular: openFont('regular'), bold: openFont('bold') }
  const widths = new Map<string, number>()

  const optionsOf = ({ tabular }: TextStyle) => (tabular ? { features: ['tnum' as const] } : {})

  function widthOf(text: string, style: TextStyle) {
    const key = `${style.weight} ${style.size} ${style.tabular} ${text}`
    let width = widths.get(key)
    if (width === undefined) {
      width = document.font(style.weight, style.size).widthOfString(text, optionsOf(style))
      widths.set(key, width)
    }
    return width
  }

  /** Replaces tabs, and characters that the font does not have. PDF/A forbids characters without a glyph. */
  const drawable = (text: string, { weight }: TextStyle) =>
    [...text.normalize('NFC').replace(/[\t\r\f\v]/g, ' ')]
      .map((sign) => (sign === '\n' || fonts[weight].hasGlyphForCodePoint(sign.codePointAt(0) ?? 0) ? sign : '?'))
      .join('')

  /** Splits a word into parts that fit in a width. */
  function partsOf(word: string, width: number, style: TextStyle) {
    const parts: string[] = []
    let part = ''
    for (const letter of word) {
      if (part !== '' && widthOf(part + letter, style) > width) {
        parts.push(part)
        part = ''
      }
      part += letter
    }
    return [...parts, part]
  }

  /**
   * Splits a text into lines that fit in a width. A line breaks at a space, or inside a word that is too wide. A line
   * that breaks between words ends with a space, so that a screen reader does not join the words.
   */
  function linesOf(text: string, width: number, style: TextStyle): string[] {
    const space = widthOf(' ', style)
    const lines: string[] = []
    for (const paragraph of drawable(text, style).split('\n')) {
      let line = ''
      let used = 0
      for (const word of paragraph.split(' ').filter((it) => it !== '')) {
        const needed = widthOf(word, style)
        if (line !== '' && used + space + needed <= width) {
          line += ` ${word}`
          used += space + needed
          continue
        }
        if (line !== '') lines.push(`${line} `)
        const parts = needed > width ? partsOf(word, width, style) : [word]
        lines.push(...parts.slice(0, -1))
        line = parts.at(-1) ?? ''
        used = widthOf(line, style)
      }
      lines.push(`${line} `)
    }
    return lines.with(-1, lines.at(-1)?.trimEnd() ?? '')
  }

  /** Draws a line of text. `y` is the top of the line. */
  function drawLine(line: string, x: number, y: number, style: TextStyle) {
    document.font(style.weight, style.size).fillColor(style.color)
    document.text(line, x, y, { lineBreak: false, ...optionsOf(style) })
  }

  return { widthOf, linesOf, drawLine }
}
