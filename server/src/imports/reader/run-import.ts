import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { holdsDemo } from '../../../demo/demo.ts'
import type { Db } from '../../platform/database/database.ts'
import { type CsvRow, countRows, readCsv } from '../../platform/files/csv-rows.ts'
import { openSource, type Source } from '../../platform/files/source.ts'
import { type Command, type CommandContext, CommandError, UsageError } from '../../platform/runtime/command.ts'
import { inBatches } from './batches.ts'
import { type FileColumns, RowError, rejectReason, unknownColumns } from './columns.ts'
import { countLine, noOutcomes, type OutcomeCounts, outcomeLines, type RowOutcome } from './outcomes.ts'
import { parseMaxRejects, type Reject, Rejects, TooManyRejects } from './rejects.ts'
import { analyzeTables, lockImport, unlockImport } from './run-import.queries.ts'

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
  /**
   * Returns the key of a row's group. Consecutive rows of a group are written in one batch, up to twice the usual size.
   * A row can have too few or too many fields.
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
export type ImportKind<Row extends object> = Pick<Command, 'name' | 'summary' | 'options'> & {
  /** In Dutch, at the beginning of a sentence: `Adressen`. */
  title: string
  explanation: string
  /** The tables whose statistics are updated after a change. */
  tables: string[]
  /** Runs before the database is opened. Throws a UsageError when the arguments or options are invalid. */
  checkUsage?: (context: CommandContext) => void
  openFile: (db: Db, file: ImportFile) => Promise<ImportSteps<Row>>
}
export type ImportFile = { header: string[]; name: string; options: CommandContext['options'] }

/** The options of every import of rows. */
const commonOptions = {
  rejects: { value: 'PAD', summary: 'waar afgekeurde regels komen (standaard <BESTAND>.rejects.csv in deze map)' },
  'max-rejects': { value: 'PROCENT', summary: 'hoeveel procent van de regels afgekeurd mag worden (standaard 1)' },
  strict: { summary: 'weigert een bestand met kolommen die niet gebruikt worden' },
  'dry-run': { summary: 'telt wat er zou veranderen, en verandert niets' },
}

const commonExplanation = `Een bestand mag ingepakt zijn (gzip of zstd); - is de standaardinvoer.
Tekens: UTF-8, of UTF-16 met een byte order mark. Scheidingsteken: puntkomma, komma, tab of |. Een dag is 2024-03-01 of
1-3-2024, en een getal heeft een komma of een punt. Kolommen die niet gebruikt worden, staan in de uitvoer.

Zijn er te veel regels afgekeurd, dan stopt de import met exitcode 1. Een bestand tot 5.000 regels verandert dan niets. Van een
groter bestand of van de standaardinvoer blijven de regels die al verwerkt zijn.`

/** Returns the command that imports files of a kind. */
export const importCommand = <Row extends object>(kind: ImportKind<Row>): Command => ({
  name: kind.name,
  summary: kind.summary,
  database: 'existing',
  usage: 'BESTAND…',
  options: { ...commonOptions, ...kind.options },
  explanation: `${commonExplanation}

${kind.explanation}`,
  run: (context) => importFiles(context, kind),
})

async function importFiles<Row extends object>(context: CommandContext, kind: ImportKind<Row>) {
  const { args, options, openDatabase } = context
  kind.checkUsage?.(context)
  parseMaxRejects(options)
  if (args.length === 0) throw new UsageError(`Noem ten minste één bestand met ${kind.title.toLowerCase()}.`)
  const sources = await Promise.all(args.map(openSource))
  const paths = sources.map(({ name }) => resolve(options['rejects'] ?? `${name}.rejects.csv`))
  const duplicate = paths.find((path, index) => paths.indexOf(path) < index)
  if (duplicate)
    throw new UsageError(`De afgekeurde regels van twee bestanden komen in ${duplicate}. Lees ze een voor een in.`)
  if (args.some((arg) => paths.includes(resolve(arg))))
    throw new UsageError('De afgekeurde regels kunnen niet in het bestand zelf komen. Kies een ander met --rejects.')

  const { db } = await openDatabase()
  const texts: string[] = []
  for (const [index, source] of sources.entries())
    texts.push(
      await withImportLock(db, kind, (connection) => {
        const importInto = (target: Db) =>
          importSource(target, kind, { source, rejectsPath: paths[index] ?? '' }, context)
        return options['dry-run'] === undefined ? importInto(connection) : rollBack(connection, importInto)
      }),
    )
  if (await holdsDemo(db)) texts.push('Let op: in deze database staan ook voorbeeldgegevens, die verzonnen zijn.')
  return texts.join('\n\n')
}

/** Runs a task on one connection. Throws a CommandError when another import of the same kind is running. */
export const withImportLock = <Result>(
  db: Db,
  { name, title }: Pick<ImportKind<object>, 'name' | 'title'>,
  task: (connection: Db) => Promise<Result>,
) =>
  db.connection().execute(async (connection) => {
    if (!(await lockImport(connection, name)))
      throw new CommandError(`Er worden al ${title.toLowerCase()} ingelezen in deze database. Wacht tot dat klaar is.`)
    try {
      return await task(connection)
    } finally {
      await unlockImport(connection, name)
    }
  })

/** Runs a task in a transaction that is always rolled back, and returns its result. */
export async function rollBack<Result>(db: Db, task: (transaction: Db) => Promise<Result>) {
  const transaction = await db.startTransaction().execute()
  try {
    return await task(transaction)
  } finally {
    await transaction.rollback().execute()
  }
}

/** Imports one file, and returns the Dutch summary. With the option `dry-run`, `db` is a transaction. */
async function importSource<Row extends object>(
  db: Db,
  { title, tables, openFile }: ImportKind<Row>,
  { source, rejectsPath }: { source: Source; rejectsPath: string },
  { options, onProgress, signal }: CommandContext,
) {
  const startedAt = performance.now()
  const isTrial = options['dry-run'] !== undefined
  const task = `${title} inlezen uit ${source.name}`
  // Standard input can be read only once. A trial run reads all rows, whatever the number of rejects.
  const total = source.size === undefined || isTrial ? undefined : await countRows(source)
  let bytes = 0
  const hash = createHash('sha256')
  const csvRows = readCsv(source, (chunk) => {
    bytes += chunk.length
    hash.update(chunk)
  })
  const header = (await csvRows.next()).value?.fields
  if (!header) throw new CommandError(`Het bestand ${source.name} heeft geen regel met de namen van de kolommen.`)
  const steps = await openFile(db, { header, name: source.name, options })
  const unused = unknownColumns(header, steps.columns)
  if (unused !== '' && options['strict'] !== undefined)
    throw new CommandError(`Het bestand ${source.name} heeft kolommen die niet gebruikt worden: ${unused}.`)
  const { outcomes = ['added', 'changed', 'unchanged'], rejectColumns } = steps
  const fieldsOf = rejectColumns?.fieldsOf ?? (({ text, fields = [text] }: CsvRow) => fields)
  const rejects = new Rejects(rejectsPath, rejectColumns?.header ?? header)
  const maxRejects = parseMaxRejects(options)
  const counts = noOutcomes()
  let lines = 0
  const report = (part: number | undefined) =>
    onProgress({ task, part, detail: `${lines.toLocaleString('nl')} regels` })

  const groupOf = ({ fields }: CsvRow) => fields && steps.groupOf?.(fields)

  function parseBatch(batch: CsvRow[]) {
    const rows = new Map<Row, CsvRow>()
    const rejected: Reject[] = []
    const addReject = (csvRow: CsvRow, reason: string) =>
      rejected.push({ line: csvRow.line, fields: fieldsOf(csvRow), reason })
    const incomplete = new Set<string | undefined>()
    for (const [index, csvRow] of batch.entries())
      try {
        rows.set(steps.parseRow(completeFields(csvRow, header?.length ?? 0), csvRow.line), csvRow)
      } catch (error) {
        addReject(csvRow, rejectReason(error))
        // A row without readable fields can belong to the group before it or after it.
        const near = csvRow.fields ? [csvRow] : batch.slice(Math.max(0, index - 1), index + 2)
        for (const row of near) incomplete.add(groupOf(row))
      }
    if (steps.incompleteGroup !== undefined)
      for (const [row, csvRow] of rows)
        if (incomplete.has(groupOf(csvRow)) && rows.delete(row)) addReject(csvRow, steps.incompleteGroup)
    return { rows, rejected, lines: batch.length }
  }

  async function writeBatch({ rows, rejected, lines: read }: ReturnType<typeof parseBatch>) {
    const reject: RejectRow<Row> = (row, reason) => {
      const csvRow = rows.get(row)
      if (csvRow) rejected.push({ line: csvRow.line, fields: fieldsOf(csvRow), reason })
    }
    const checkRejects = () => {
      if (total !== undefined && maxRejects.isExceeded(rejects.count + rejected.length, total))
        throw new TooManyRejects()
    }
    const write = async (transaction: Db) => {
      const written = await steps.writeBatch(transaction, [...rows.keys()], reject)
      // An error rolls back the batch.
      checkRejects()
      return written
    }
    try {
      checkRejects()
      const written = rows.size === 0 ? {} : await (isTrial ? write(db) : db.transaction().execute(write))
      for (const outcome of outcomes) counts[outcome] += written[outcome] ?? 0
      lines += read
    } finally {
      await rejects.add(rejected.sort((one, other) => one.line - other.line))
    }
  }

  // The next batch is read and parsed while the database writes this batch.
  let writing = Promise.resolve()
  let isStopped = false
  try {
    for await (const batch of inBatches(csvRows, steps.groupOf && groupOf)) {
      const parsed = parseBatch(batch)
      await writing
      signal.throwIfAborted()
      report(source.size && Math.min(bytes / source.size, 0.99))
      writing = writeBatch(parsed)
      // The next batch awaits `writing`. Until then, an error of this write must not become an unhandled rejection.
      writing.catch(() => {})
    }
    await writing
  } catch (error) {
    await writing.catch(() => {})
    isStopped = error instanceof TooManyRejects
    if (!isStopped) throw isTrial ? error : interruption(error, source, lines)
  } finally {
    await rejects.close()
  }
  report(1)
  const complete = async () => {
    const isChanged = tables.length > 0 && counts.added + counts.changed + counts.ended > 0
    if (steps.updateStatistics && !isTrial) await steps.updateStatistics()
    else if (isChanged && !isTrial) await analyzeTables(db, tables)
    return (await steps.finish?.({ rejected: rejects.count, sha256: hash.digest('hex') })) ?? {}
  }
  const { ended, remarks = [], failures = [] } = isStopped ? {} : await complete()
  if (ended !== undefined) counts.ended = ended
  if (isStopped || maxRejects.isExceeded(rejects.count, lines))
    failures.push(maxRejects.failure(isStopped ? { lines } : undefined))

  const seconds = (performance.now() - startedAt) / 1000
  const text = [
    `${source.name}: ${lines.toLocaleString('nl')} regels in ${seconds.toLocaleString('nl', { maximumFractionDigits: 1 })} s (${Math.round(lines / seconds).toLocaleString('nl')} per seconde)`,
    ...outcomeLines(counts, outcomes),
    countLine('afgekeurd', rejects.count),
    ...(unused === '' ? [] : [`Kolommen die niet gebruikt zijn: ${unused}.`]),
    ...rejects.summary(),
    ...remarks,
    ...failures,
    ...(isTrial ? ['Dit was een proef (--dry-run): er is niets gewijzigd.'] : []),
  ].join('\n')
  if ((lines > 0 && rejects.count === lines) || failures.length > 0) throw new CommandError(text)
  return text
}

function completeFields({ fields }: CsvRow, count: number) {
  if (!fields) throw new RowError('de aanhalingstekens kloppen niet')
  if (fields.length !== count) throw new RowError(`er staan ${fields.length} velden in de regel, en ${count} in de kop`)
  return fields
}

function interruption(error: unknown, { name }: Source, lines: number) {
  const isStopped = error instanceof DOMException && error.name === 'AbortError'
  if (!isStopped && !(error instanceof CommandError)) return error
  const cause = isStopped ? `Het inlezen van ${name} is gestopt.` : error.message
  if (lines === 0) return new CommandError(cause)
  return new CommandError(
    `${cause} De eerste ${lines.toLocaleString('nl')} regels zijn verwerkt; dezelfde opdracht gaat daarna verder.`,
  )
}
