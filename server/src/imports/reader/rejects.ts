import { type FileHandle, open } from 'node:fs/promises'
import { byteOrderMark, importableLine } from '../../platform/files/csv.ts'
import { type CommandContext, UsageError } from '../../platform/runtime/command.ts'

/** A rejected row: its line number, its fields for the rejects file, and the reason in Dutch. */
export type Reject = { line: number; fields: string[]; reason: string }

const maxShown = 20
const maxReasons = 1000

/** A file of rejected rows, which a user can correct and import. The file is created at the first reject. */
export class Rejects {
  readonly path: string
  readonly #header: string[]
  readonly #shown: string[] = []
  #file: FileHandle | undefined
  count = 0
  /** The distinct reasons, at most `maxReasons`. */
  readonly reasons = new Set<string>()

  constructor(path: string, header: string[]) {
    this.path = path
    this.#header = header
  }

  async add(rejects: Reject[]) {
    if (rejects.length === 0) return
    if (!this.#file) {
      this.#file = await open(this.path, 'w')
      await this.#file.write(byteOrderMark + importableLine(['regel', 'reden', ...this.#header]))
    }
    await this.#file.write(
      rejects.map(({ line, reason, fields }) => importableLine([`${line}`, reason, ...fields])).join(''),
    )
    for (const { reason } of rejects) if (this.reasons.size < maxReasons) this.reasons.add(reason)
    for (const { line, reason } of rejects.slice(0, maxShown - this.#shown.length))
      this.#shown.push(`  regel ${line}: ${reason}`)
    this.count += rejects.length
  }

  close() {
    return this.#file?.close()
  }

  /** Returns Dutch lines with the first rejects and the path of the file; an empty list without rejects. */
  summary(): string[] {
    if (this.count === 0) return []
    const more = this.count - this.#shown.length
    const rest = more > 0 ? [`  … en nog ${more.toLocaleString('nl')}`] : []
    return ['Afgekeurd:', ...this.#shown, ...rest, `Alle afgekeurde regels staan in ${this.path}.`]
  }
}

/** Stops an import, and rolls back its last batch. */
export class TooManyRejects extends Error {}

/** Reads the option `max-rejects`: the part of the rows that an import may reject. Throws a UsageError. */
export function parseMaxRejects(options: CommandContext['options']) {
  const text = options['max-rejects'] ?? '1'
  const percentage = /^\d{1,3}([.,]\d{1,3})?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
  if (!(percentage <= 100))
    throw new UsageError('Geef met --max-rejects een percentage van 0 tot en met 100, zoals 2,5.')
  return {
    isExceeded: (rejected: number, rows: number) => rejected * 100 > rows * percentage,
    /**
     * Returns the Dutch reason why the import fails. `stopped` has the number of processed rows of a stopped import.
     */
    failure(stopped: { lines: number } | undefined) {
      const cause = `Meer dan ${percentage.toLocaleString('nl')} procent van de regels is afgekeurd.`
      const rows = stopped?.lines.toLocaleString('nl')
      const effect =
        stopped &&
        (stopped.lines === 0 ? ' Er is niets gewijzigd.' : ` De eerste ${rows} regels zijn verwerkt; de rest niet.`)
      return `${cause}${effect ?? ''} Klopt dat, geef dan met --max-rejects een hoger percentage.`
    },
  }
}
