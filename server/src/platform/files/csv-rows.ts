import { CommandError } from '../runtime/command.ts'
import { DamagedSource, readSource, type Source } from './source.ts'

/** A line of a CSV file. `line`: its number, from 1. `fields` is undefined when the quotation marks do not match. */
export type CsvRow = { line: number; text: string; fields: string[] | undefined }

/**
 * Yields the rows of a CSV file, the header first. Skips empty lines. Fields are separated by semicolons or commas, and
 * lines end in LF, CR LF or CR. A quoted field cannot contain a line end. Therefore a stray quotation mark affects only
 * its own line.
 */
export async function* readCsv(source: Source, onChunk: (chunk: Buffer) => void = () => {}): AsyncGenerator<CsvRow> {
  let line = 0
  let fieldsOf: ReturnType<typeof csvFieldReader> | undefined
  try {
    for await (const texts of readLines(readSource(source, onChunk))) {
      for (const text of texts) {
        line += 1
        if (text.trim() === '') continue
        fieldsOf ??= csvFieldReader(delimiterOf(text))
        yield { line, text, fields: fieldsOf(text) }
      }
    }
  } catch (error) {
    if (!(error instanceof DamagedSource)) throw error
    throw new CommandError(`Het bestand ${source.name} is na regel ${line} beschadigd of niet compleet.`)
  }
}

/**
 * Returns a function that splits a line into fields. It returns undefined when a field begins with a quotation mark and
 * does not end with one. In other fields, a quotation mark is an ordinary character.
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
      fields.push(quoted?.includes('"') ? quoted.replaceAll('""', '"') : (quoted ?? unquoted))
      if (delimiter === '') return fields
    }
  }
}

// The maximum limits the memory for a file without line ends.
const maxLineLength = 64 * 1024

async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    // A carriage return at the end of a chunk may be the first half of a CR LF.
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    yield lines
    if (rest.length > maxLineLength)
      throw new CommandError('Het bestand heeft een veel te lange regel: dit is geen CSV.')
  }
  yield (rest + decoder.decode()).split(/\r/)
}

/** Returns the delimiter that occurs most often outside quotation marks in the header. */
function delimiterOf(header: string) {
  const unquoted = header.replace(/"[^"]*"/g, '')
  return unquoted.split(';').length >= unquoted.split(',').length ? ';' : ','
}
