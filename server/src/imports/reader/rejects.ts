import { type FileHandle, open } from 'node:fs/promises'
import { byteOrderMark, importableLine } from '../../platform/files/csv.ts'
import type { CsvRow } from '../../platform/files/csv-rows.ts'

const shownRejects = 20

const rejectLine = ({ row: { line, text, fields = [text] }, reason }: { row: CsvRow; reason: string }) =>
  importableLine([`${line}`, reason, ...fields])

/**
 * Keeps the rejected lines of an import in a file, which can be mended and imported itself; the first ones are also kept to
 * show. There is no file as long as nothing was rejected.
 */
export class Rejects {
  readonly path: string
  readonly #header: string[]
  readonly #shown: string[] = []
  #file: FileHandle | undefined
  count = 0

  constructor(path: string, header: string[]) {
    this.path = path
    this.#header = header
  }

  async add(rejects: { row: CsvRow; reason: string }[]) {
    if (rejects.length === 0) return
    if (!this.#file) {
      this.#file = await open(this.path, 'w')
      await this.#file.write(byteOrderMark + importableLine(['regel', 'reden', ...this.#header]))
    }
    await this.#file.write(rejects.map(rejectLine).join(''))
    for (const { row, reason } of rejects.slice(0, shownRejects - this.#shown.length))
      this.#shown.push(`  regel ${row.line}: ${reason}`)
    this.count += rejects.length
  }

  close() {
    return this.#file?.close()
  }

  /** The first rejects, and where all of them are; empty without any. */
  text() {
    if (this.count === 0) return ''
    const more = this.count - this.#shown.length
    const rest = more > 0 ? [`  … en nog ${more.toLocaleString('nl')}`] : []
    return ['Afgekeurd:', ...this.#shown, ...rest, `Alle afgekeurde regels staan in ${this.path}.`].join('\n')
  }
}
