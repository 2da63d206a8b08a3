import { createHash } from 'node:crypto'

/** What the first line of an archive says; a program that does not know its form leaves it alone. */
export type ArchiveHead = {
  archive: 'rd4-loket'
  form: number
  made_at: string
  /** The tables are as these migrations make them. */
  migrations: { name: string; checksum: string }[]
  clearance_years: number[]
}

/** A table: a line that names it, and its rows as PostgreSQL's COPY writes them. One table can come in several parts. */
export type ArchivedTable = { table: string; columns: string[] }

/** Where an identity column goes on. */
export type ArchivedSequence = { sequence: string; last_value: number; is_called: boolean }

/** The form that this version writes and reads. */
export const archiveForm = 1

/** An archive that is no archive, or not the whole of one. */
export class DamagedArchive extends Error {}

/** One line of an archive. */
export const archiveLine = (line: ArchiveHead | ArchivedTable | ArchivedSequence | { sha256: string }) =>
  Buffer.from(`${JSON.stringify(line)}\n`)

/** Stands after the rows of a table; no row looks like it, for COPY doubles its backslashes. */
export const endOfRows = Buffer.from('\\.\n')

/** An archive with its seal: a last line with the checksum of all before it. */
export async function* sealed(archive: AsyncIterable<Buffer>) {
  const hash = createHash('sha256')
  for await (const bytes of archive) {
    hash.update(bytes)
    yield bytes
  }
  yield archiveLine({ sha256: hash.digest('hex') })
}

type Part = ArchiveHead | (ArchivedTable & { rows: AsyncIterable<Buffer> }) | ArchivedSequence

/** Reads an archive part by part, and throws at its end when it is not whole. Rows that nobody reads are passed over. */
export async function* readArchive(archive: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  const reader = new ArchiveReader(archive)
  for (;;) {
    const line = await reader.line()
    if ('sha256' in line) return reader.end(line.sha256)
    if (!('table' in line)) {
      yield line
      continue
    }
    const rows = reader.rows()
    yield { ...line, rows }
    for await (const _ of rows);
  }
}

const longestLine = 1_000_000
const newline = 0x0a
const endMark = Buffer.concat([Buffer.from('\n'), endOfRows])

class ArchiveReader {
  readonly #source: AsyncIterator<Buffer>
  readonly #hash = createHash('sha256')
  /** What comes before the line that was read last. */
  #before = ''
  #held: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async line(): Promise<ArchiveHead | ArchivedTable | ArchivedSequence | { sha256: string }> {
    let end = this.#held.indexOf(newline)
    while (end === -1) {
      if (this.#held.length > longestLine) throw new DamagedArchive('No line ends')
      this.#held = Buffer.concat([this.#held, await this.#next()])
      end = this.#held.indexOf(newline)
    }
    this.#before = this.#hash.copy().digest('hex')
    return parseLine(this.#take(end + 1))
  }

  async *rows(): AsyncGenerator<Buffer> {
    // With the newline before them even no rows at all end in the mark.
    let atStart = true
    for (;;) {
      const seen = atStart ? Buffer.concat([Buffer.from('\n'), this.#held]) : this.#held
      const from = atStart ? 1 : 0
      const end = seen.indexOf(endMark)
      if (end !== -1) {
        if (end + 1 > from) yield this.#take(end + 1 - from)
        this.#take(endOfRows.length)
        return
      }
      // The beginning of the mark may be here, and its end on its way.
      const whole = seen.length - endMark.length + 1
      if (whole > from) {
        yield this.#take(whole - from)
        atStart = false
      }
      this.#held = Buffer.concat([this.#held, await this.#next()])
    }
  }

  async end(sha256: string) {
    if (sha256 !== this.#before) throw new DamagedArchive('The checksum differs')
    const { done } = await this.#source.next()
    if (!done || this.#held.length > 0) throw new DamagedArchive('Something follows the end')
  }

  async #next() {
    const { done, value } = await this.#source.next()
    if (done) throw new DamagedArchive('The end is missing')
    return value
  }

  #take(length: number) {
    const bytes = this.#held.subarray(0, length)
    this.#held = this.#held.subarray(length)
    this.#hash.update(bytes)
    return bytes
  }
}

function parseLine(bytes: Buffer) {
  try {
    const line = JSON.parse(bytes.toString())
    if (['archive', 'table', 'sequence', 'sha256'].some((key) => typeof line[key] === 'string')) return line
  } catch {
    // Not one of our lines.
  }
  throw new DamagedArchive('A line is not ours')
}
