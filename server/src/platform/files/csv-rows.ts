import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { createGunzip, createZstdDecompress, type Gunzip, type ZstdDecompress } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { CommandError } from '../runtime/command.ts'
import { cutAtFrames, startsZstd } from './zstd-frames.ts'

/** Something to read rows from: a file, or what another program writes. */
export type Source = {
  name: string
  /** In bytes, where that is known. */
  size?: number | undefined
  open: () => Readable
}

/** The source that a file name stands for; `-` is standard input. */
export async function openSource(file: string): Promise<Source> {
  if (file === '-') return { name: 'standaardinvoer', open: () => process.stdin }
  const found = await stat(file).catch(() => undefined)
  if (!found) throw new CommandError(`Het bestand ${file} bestaat niet.`)
  if (found.isDirectory()) throw new CommandError(`${file} is een map. Noem een bestand.`)
  return { name: basename(file), size: found.isFile() ? found.size : undefined, open: () => createReadStream(file) }
}

/** A line of a file, by its number; without fields when its quotes do not match. */
export type CsvRow = { line: number; text: string; fields: string[] | undefined }

/**
 * Reads a CSV file row by row: plain or compressed by gzip or zstd, divided by semicolons or commas, its lines ended in
 * any way. The first row is the header. A row is a line: a stray quote spoils its own line and no other.
 * `onBytes` hears how much of the source was read.
 */
export async function* readCsv(source: Source, onBytes: (bytes: number) => void = () => {}): AsyncGenerator<CsvRow> {
  let line = 0
  let delimiter: string | undefined
  try {
    for await (const texts of linesOf(await unpack(counted(source.open(), onBytes)))) {
      for (const text of texts) {
        line += 1
        if (text.trim() === '') continue
        delimiter ??= delimiterOf(text)
        yield { line, text, fields: fieldsOf(text, delimiter) }
      }
    }
  } catch (error) {
    throw explain(error, source.name, line)
  }
}

async function* counted(stream: Readable, onBytes: (bytes: number) => void) {
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    onBytes(bytes)
    yield chunk
  }
}

const gzip = Buffer.from([0x1f, 0x8b])
const headLength = 4

/** The first bytes tell what a stream is packed with: standard input has no name to go by. */
async function unpack(packed: AsyncGenerator<Buffer>): Promise<AsyncIterable<Buffer>> {
  let head: Buffer = Buffer.alloc(0)
  while (head.length < headLength) {
    const { value, done } = await packed.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  let packedBytes = 0
  const whole = async function* () {
    packedBytes += head.length
    yield head
    for await (const chunk of packed) {
      packedBytes += chunk.length
      yield chunk
    }
  }
  if (head.indexOf(gzip) === 0) return unpackedBy(createGunzip(), whole(), () => packedBytes)
  if (startsZstd(head)) return unpackedBy(createZstdDecompress(), cutAtFrames(whole()), () => packedBytes)
  return whole()
}

// Rows of any supplier become some twenty times as small.
const mostTimes = 250
const notYetSuspect = 32 * 1024 * 1024

/**
 * Unpacks a stream. Throws when the packed bytes do not all belong to it, and when it becomes out of all proportion to
 * them: such a file is made to fill a disk.
 */
async function* unpackedBy(
  unpacker: Gunzip | ZstdDecompress,
  packed: AsyncIterable<Buffer>,
  packedBytes: () => number,
) {
  let bytes = 0
  for await (const chunk of pipeline(Readable.from(packed), unpacker, () => {}) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > notYetSuspect && bytes > mostTimes * packedBytes())
      throw new CommandError(
        `Het bestand wordt uitgepakt meer dan ${mostTimes} keer zo groot: dit is geen gewoon bestand.`,
      )
    yield chunk
  }
  // Gunzip stops without an error at a zero byte after a member.
  if (unpacker.bytesWritten < packedBytes()) throw new TrailingBytes()
}

class TrailingBytes extends Error {}

// No row is that long: it bounds what a file without line ends takes of the memory.
const longestLine = 64 * 1024

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    // A carriage return at the very end may be half of a line end.
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    yield lines
    if (rest.length > longestLine) throw new CommandError('Het bestand heeft een veel te lange regel: dit is geen CSV.')
  }
  yield (rest + decoder.decode()).split(/\r/)
}

/** The header shows the delimiter: outside quotation marks, names of columns have no semicolons or commas. */
function delimiterOf(header: string) {
  const bare = header.replace(/"[^"]*"/g, '')
  return bare.split(';').length >= bare.split(',').length ? ';' : ','
}

function fieldsOf(text: string, delimiter: string): string[] | undefined {
  if (!text.includes('"')) return text.split(delimiter)
  try {
    return parse(text, { delimiter, relax_column_count: true })[0]
  } catch {
    return undefined
  }
}

function explain(error: unknown, name: string, line: number) {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'EACCES') return new CommandError(`Het bestand ${name} mag niet gelezen worden.`)
  if (error instanceof TrailingBytes || code.startsWith('Z_') || code.startsWith('ZSTD'))
    return new CommandError(`Het bestand ${name} is na regel ${line} beschadigd of niet compleet.`)
  return error
}
