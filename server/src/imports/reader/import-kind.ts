import type { Db } from '../../platform/database/db.ts'
import type { CsvRow } from '../../platform/files/csv-rows.ts'
import type { Source } from '../../platform/files/source.ts'
import type { Command, CommandContext } from '../../platform/runtime/command.ts'
import type { FileColumns } from './columns.ts'
import type { OutcomeCounts, RowOutcome } from './outcomes.ts'

/** Rejects a row of the batch. The Dutch reason is printed after 'regel 12: '. */
export type RejectRow<Row> = (row: Row, reason: string) => void

/** The steps of the import of one file. Each row must be a distinct object, because rows are keys of a Map. */
export type ImportSteps<Row extends object> = {
  /** The columns that the file can have. Other columns are reported. */
  columns: FileColumns
  /** Parses the fields of a row. Throws a RowError when the row is invalid. */
  parseRow(fields: string[], line: number): Row
  /** Writes a batch, and rejects the rows that cannot be stored. */
  writeBatch(transaction: Db, rows: Row[], reject: RejectRow<Row>): Promise<Partial<OutcomeCounts>>
  /** Whether all rows are written in one batch. Only for files that are small. Absent: in batches. */
  isOneBatch?: true
  /**
   * Returns the key of a row's group. Consecutive rows of a group are written in one batch, up to twice the usual size.
   * The row is not parsed yet, so it can have too few or too many fields.
   */
  groupOf?(fields: string[]): string
  /** The Dutch reason to reject a whole group when one row cannot be parsed. Absent: only that row is rejected. */
  incompleteGroup?: string
  /** Runs after the last row, unless it is a trial run. Default: analyzes the tables of the kind after a change. */
  updateStatistics?(): Promise<void>
  /**
   * Runs after `updateStatistics`. Receives the number of rejected rows, and the hash of the file as it was delivered.
   */
  finish?(file: { rejected: number; sha256: string }): Promise<Summary>
  /** The outcomes in the summary. Default: added, changed and unchanged. */
  outcomes?: RowOutcome[]
  /** The columns of the rejects file and their values for a row. Default: all columns. */
  rejectColumns?: { header: string[]; fieldsOf: (row: CsvRow) => string[] }
}

type Summary = {
  ended?: number
  /** Dutch lines below the counts. */
  remarks?: string[]
  /**
   * Dutch sentences about requested actions that the import did not perform. If there are any, the command fails,
   * although the rows are stored.
   */
  failures?: string[]
}

/** One kind of file, and its command. */
export type ImportKind<Row extends object> = Pick<Command, 'name' | 'summary' | 'options' | 'sample'> & {
  /** The Dutch word at the beginning of a sentence: `Adressen`. */
  title: string
  explanation: string
  /** The tables whose statistics are updated after a change. */
  tables: string[]
  /** Runs before the database is opened. Throws a UsageError when the arguments or options are invalid. */
  checkUsage?: (context: CommandContext) => void
  openFile: (db: Db, file: ImportFile) => Promise<ImportSteps<Row>>
  /** Opens the rows of a file. Default: the rows of a CSV file. */
  openRows?: (db: Db, file: DeliveredFile, context: CommandContext) => Promise<FileRows>
  /** Runs after the import of all files, except after a trial run. Returns Dutch lines for the output. */
  after?: (connection: Db) => Promise<string[]>
  /** Imports with the same lock do not run at the same time. Default: the name of the command. */
  lockName?: string
}
/** A file as it was delivered. `onChunk` receives its bytes. */
export type DeliveredFile = { source: Source; path: string; onChunk: (chunk: Buffer) => void }
/** The rows of a file, the header first. */
export type FileRows = {
  rows: AsyncGenerator<CsvRow>
  /** The number of rows below the header; undefined when it is unknown. */
  total: number | undefined
  /** Dutch lines below the counts. */
  remarks: string[]
}
export type ImportFile = { header: string[]; name: string; options: CommandContext['options'] }
