import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import type { TaggedDocument } from './tagged-document.ts'

/** How a text is drawn. The size is in points. `tabular`: all digits have the same width. */
export type TextStyle = { weight: 'regular' | 'bold'; size: number; color: string; tabular?: boolean }

const readFont = (path: string) => readFileSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/${path}.ttf`)))

/**
 * The files of each weight, in the order in which a character looks for a font that has it. Noto Sans has all letters
 * of Latin (also Vietnamese), Greek and Cyrillic.
 */
const fontFiles = {
  regular: [readFont('figtree/400Regular/Figtree_400Regular'), readFont('noto-sans/400Regular/NotoSans_400Regular')],
  bold: [readFont('figtree/700Bold/Figtree_700Bold'), readFont('noto-sans/700Bold/NotoSans_700Bold')],
}

/** Returns the letters of a text, each with its combining marks. */
const lettersOf = (text: string) => text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []

/** The distance from the top of a line to its baseline, as a multiple of the size: the ascent of Figtree. */
const baseline = 0.95

/** Drawn instead of a character that no font has. PDF/A forbids characters without a glyph. */
const replacement = '\ufffd'

/** The height of a line, as a multiple of the size of its letters. */
const lineHeight = 1.4

export const heightOfLine = ({ size }: TextStyle) => size * lineHeight

export type TextWriter = ReturnType<typeof textWriter>

/** Returns the functions that measure and draw text in a document, in the shipped fonts. */
export function textWriter(document: TaggedDocument) {
  // Every document has its own fonts. Fontkit stores letters in a font, so a shared font would let a document
  // affect the next document.
  const openFonts = (weight: keyof typeof fontFiles) =>
    fontFiles[weight].map((file, at) => {
      const font = create(file) as Font
      // biome-ignore lint/plugin: the types of pdfkit omit that it accepts an opened font.
      document.registerFont(`${weight} ${at}`, font as unknown as Buffer)
      return font
    })
  const fonts = { regular: openFonts('regular'), bold: openFonts('bold') }
  const widths = new Map<string, number>()

  const optionsOf = ({ tabular }: TextStyle) => (tabular ? { features: ['tnum' as const] } : {})

  /** Returns the position of the first font that has every character of a text; -1 if no font has them all. */
  const fontOf = (text: string, { weight }: TextStyle) =>
    fonts[weight].findIndex((font) => [...text].every((sign) => font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0)))

  /** Splits a drawable text into runs of one font. A word and the spaces after it are in one run. */
  function runsOf(text: string, style: TextStyle) {
    const runs: { font: number; text: string }[] = []
    const words = text.match(/[^ ]+ *| +/g) ?? []
    for (const part of words.flatMap((word) => (fontOf(word, style) < 0 ? [...word] : [word]))) {
      const font = fontOf(part, style)
      const last = runs.at(-1)
      if (last?.font === font) last.text += part
      else runs.push({ font, text: part })
    }
    return runs
  }

  const selectFont = (font: number, { weight, size }: TextStyle) => document.font(`${weight} ${font}`, size)

  function widthOf(text: string, style: TextStyle) {
    const key = `${style.weight} ${style.size} ${style.tabular} ${text}`
    let width = widths.get(key)
    if (width === undefined) {
      width = runsOf(drawable(text, style), style).reduce(
        (sum, run) => sum + selectFont(run.font, style).widthOfString(run.text, optionsOf(style)),
        0,
      )
      widths.set(key, width)
    }
    return width
  }

  /** Replaces tabs, and characters that no font has. */
  const drawable = (text: string, style: TextStyle) =>
    text
      .normalize('NFC')
      .replace(/[\t\r\f\v]/g, ' ')
      .replace(/[^\n]/gu, (sign) => (fontOf(sign, style) < 0 ? replacement : sign))

  /** Splits a word into parts that fit in a width. */
  function partsOf(word: string, width: number, style: TextStyle) {
    const parts: string[] = []
    let part = ''
    for (const letter of lettersOf(word)) {
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
    document.fillColor(style.color)
    let left = x
    for (const { font, text } of runsOf(drawable(line, style), style)) {
      // Fonts differ in the height of their letters, so each run is placed by its baseline.
      selectFont(font, style).text(text, left, y + baseline * style.size, {
        lineBreak: false,
        baseline: 'alphabetic',
        ...optionsOf(style),
      })
      left += document.widthOfString(text, optionsOf(style))
    }
  }

  return { widthOf, linesOf, drawLine }
}
