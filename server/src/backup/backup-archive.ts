import { createHash } from 'node:crypto'

/** The first line of an archive. */
export type ArchiveHead = {
  archive: 'rd4-loket'
  /** The version of the format. */
  form: number
  made_at: string
  /** The migrations of the database. */
  migrations: { name: string; checksum: string }[]
  clearance_years: number[]
}

/** The line before rows of a table. The rows are in the text format of COPY. A table can have several such parts. */
export type ArchivedTable = { table: string; columns: string[] }

/** The state of the sequence of an identity column. */
export type ArchivedSequence = { sequence: string; last_value: number; is_called: boolean }

/** The version of the format that this program writes and reads. */
export const archiveForm = 1

/** The error for a file that is an incomplete or changed archive, or not an archive at all. */
export class DamagedArchive extends Error {}

export const archiveLine = (line: ArchiveHead | ArchivedTable | ArchivedSequence | { sha256: string }) =>
  Buffer.from(`${JSON.stringify(line)}\n`)

/** The line after the rows of a table. No row equals this line, because COPY doubles backslashes. */
export const endOfRows = Buffer.from('\\.\n')

/** Adds a last line with the checksum of all lines before it. */
export async function* addChecksum(archive: AsyncIterable<Buffer>) {
  const hash = createHash('sha256')
  for await (const bytes of archive) {
    hash.update(bytes)
    yield bytes
  }
  yield archiveLine({ sha256: hash.digest('hex') })
}

type ArchivePart = ArchiveHead | (ArchivedTable & { rows: AsyncIterable<Buffer> }) | ArchivedSequence

/**
 * Yields the parts of an archive. Skips rows that the caller does not read. Throws DamagedArchive for a damaged
 * archive. The checksum is compared after the last part, so a part can be yielded before the error is thrown.
 */
export async function* readArchive(archive: AsyncIterable<Buffer>): AsyncGenerator<ArchivePart> {
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

const maxLineBytes = 1_000_000
const newline = 0x0a
const endMark = Buffer.concat([Buffer.from('\n'), endOfRows])

class ArchiveReader {
  readonly #source: AsyncIterator<Buffer>
  readonly #hash = createHash('sha256')
  /** The checksum of all bytes before the last line that was read. */
  #checksum = ''
  #buffer: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async line(): Promise<ArchiveHead | ArchivedTable | ArchivedSequence | { sha256: string }> {
    let end = this.#buffer.indexOf(newline)
    while (end === -1) {
      if (this.#buffer.length > maxLineBytes) throw new DamagedArchive('A line is too long')
      this.#buffer = Buffer.concat([this.#buffer, await this.#next()])
      end = this.#buffer.indexOf(newline)
    }
    this.#checksum = this.#hash.copy().digest('hex')
    return parseLine(this.#take(end + 1))
  }

  async *rows(): AsyncGenerator<Buffer> {
    // The end mark begins with a newline. A newline is added before the first row, so that the mark is also found when
    // there are no rows.
    let atStart = true
    for (;;) {
      const bytes = atStart ? Buffer.concat([Buffer.from('\n'), this.#buffer]) : this.#buffer
      const from = atStart ? 1 : 0
      const end = bytes.indexOf(endMark)
      if (end !== -1) {
        if (end + 1 > from) yield this.#take(end + 1 - from)
        this.#take(endOfRows.length)
        return
      }
      // The last bytes can be the start of the end mark, so they stay in the buffer.
      const complete = bytes.length - endMark.length + 1
      if (complete > from) {
        yield this.#take(complete - from)
        atStart = false
      }
      this.#buffer = Buffer.concat([this.#buffer, await this.#next()])
    }
  }

  async end(sha256: string) {
    if (sha256 !== this.#checksum) throw new DamagedArchive('The checksum differs')
    const { done } = await this.#source.next()
    if (!done || this.#buffer.length > 0) throw new DamagedArchive('Data follows the end')
  }

  async #next() {
    const { done, value } = await this.#source.next()
    if (done) throw new DamagedArchive('The end is missing')
    return value
  }

  #take(length: number) {
    const bytes = this.#buffer.subarray(0, length)
    this.#buffer = this.#buffer.subarray(length)
    this.#hash.update(bytes)
    return bytes
  }
}

function parseLine(bytes: Buffer) {
  try {
    const line = JSON.parse(bytes.toString())
    if (['archive', 'table', 'sequence', 'sha256'].some((key) => typeof line[key] === 'string')) return line
  } catch {
    // Invalid JSON is the same error as a line of an unknown kind.
  }
  throw new DamagedArchive('A line is unknown')
}
