// Reasons: docs/imports.md

import { CommandError } from '../runtime/command.ts'
import { DamagedSource, readSource, type Source } from './source.ts'

/** A line of a CSV file. `line`: its number, from 1. `fields` is undefined when the quotation marks do not match. */
export type CsvRow = { line: number; text: string; fields: string[] | undefined }

/**
 * Yields the rows of a CSV file, the header first. Skips empty lines. The file is UTF-8, or UTF-16 with a byte order
 * mark. Fields are separated by semicolons, commas, tabs or vertical bars; Excel's first line `sep=;` can name the
 * separator. Lines end in LF, CR LF or CR. A quoted field cannot contain a line end. Therefore a stray quotation mark
 * affects only its own line.
 */
export async function* readCsv(source: Source, onChunk: (chunk: Buffer) => void = () => {}): AsyncGenerator<CsvRow> {
  let fieldsOf: ReturnType<typeof csvFieldReader> | undefined
  for await (const { line, text } of numberedLines(source, onChunk)) {
    if (!fieldsOf) {
      if (text.includes('\0')) throw new CommandError(notText(source.name))
      const [, named] = separatorLine.exec(text) ?? []
      fieldsOf = csvFieldReader(named ?? delimiterOf(text))
      if (named) continue
    }
    yield { line, text, fields: fieldsOf(text) }
  }
}

/** Returns the number of rows of a CSV file below its header. Reads the whole file. */
export async function countRows(source: Source) {
  let count = -1
  for await (const { text } of numberedLines(source, () => {})) if (!separatorLine.test(text)) count += 1
  return Math.max(count, 0)
}

/** Yields the lines that are not empty, each with its number. Throws a CommandError when the file is damaged. */
async function* numberedLines(source: Source, onChunk: (chunk: Buffer) => void) {
  let line = 0
  try {
    for await (const texts of readLines(readSource(source, onChunk)))
      for (const text of texts) {
        line += 1
        if (text.trim() !== '') yield { line, text }
      }
  } catch (error) {
    if (error instanceof LineTooLong)
      throw new CommandError(
        `Regel ${line + 1} van ${source.name} is langer dan ${maxLineLength.toLocaleString('nl')} tekens: dit is geen CSV.`,
      )
    if (!(error instanceof DamagedSource)) throw error
    throw new CommandError(`Het bestand ${source.name} is na regel ${line} beschadigd of niet compleet.`)
  }
}

/**
 * Returns a function that splits a line into fields. It returns undefined when a field begins with a quotation mark and
 * does not end with one. In other fields, a quotation mark is an ordinary character. A field such as `="0045"`, which
 * a spreadsheet reads as text, becomes `0045`: exported lists contain such fields.
 */
export function csvFieldReader(delimiters: string) {
  const field = new RegExp(
    `(?: *"([^"]*(?:""[^"]*)*)" *|([^"${delimiters}][^${delimiters}]*)?)([${delimiters}]|$)`,
    'y',
  )
  return (text: string): string[] | undefined => {
    if (delimiters.length === 1 && !text.includes('"')) return text.split(delimiters)
    const fields: string[] = []
    field.lastIndex = 0
    for (;;) {
      const found = field.exec(text)
      if (!found) return undefined
      const [, quoted, unquoted = '', delimiter] = found
      fields.push(withoutTextMark(quoted?.includes('"') ? quoted.replaceAll('""', '"') : (quoted ?? unquoted)))
      if (delimiter === '') return fields
    }
  }
}

const textMark = /^ *="((?:[^"]|"")*)" *$/
const withoutTextMark = (field: string) => textMark.exec(field)?.[1]?.replaceAll('""', '"') ?? field

const notText = (name: string) =>
  `Het bestand ${name} is geen CSV in UTF-8, en ook niet in UTF-16 met een byte order mark. Bewaar het als CSV (UTF-8).`

// The maximum limits the memory for a file without line ends.
const maxLineLength = 64 * 1024

class LineTooLong extends Error {}

async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let rest = ''
  for await (const text of decode(chunks)) {
    // A carriage return at the end of a chunk may be the first half of a CR LF.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    yield lines
    if (rest.length > maxLineLength) throw new LineTooLong()
  }
  yield rest.split(/\r/)
}

/** Decodes UTF-16 with a byte order mark, and otherwise UTF-8, in which a wrong byte becomes U+FFFD. */
async function* decode(chunks: AsyncIterable<Buffer>) {
  let head: Buffer = Buffer.alloc(0)
  let decoder: InstanceType<typeof TextDecoder> | undefined
  for await (const chunk of chunks) {
    if (!decoder) head = Buffer.concat([head, chunk])
    if (!decoder && head.length < 2) continue
    const bytes = decoder ? chunk : head
    decoder ??= new TextDecoder(encodingOf(head))
    yield decoder.decode(bytes, { stream: true })
  }
  yield decoder ? decoder.decode() : head.toString()
}

function encodingOf(head: Buffer) {
  const mark = head.readUInt16BE()
  if (mark === 0xfffe) return 'utf-16le'
  return mark === 0xfeff ? 'utf-16be' : 'utf-8'
}

const delimiters = [';', ',', '\t', '|']
const separatorLine = /^"?sep=([;,\t|])"?$/i

/** Returns the delimiter that occurs most often outside quotation marks in the header. */
function delimiterOf(header: string) {
  const unquoted = header.replace(/"[^"]*"/g, '')
  const countOf = (delimiter: string) => unquoted.split(delimiter).length
  return delimiters.reduce((best, delimiter) => (countOf(delimiter) > countOf(best) ? delimiter : best))
}
