// Reasons: docs/imports.md

import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { holdsDemo } from '../../../demo/demo-content.ts'
import { lockImport, unlockImport } from '../../domain/deliveries/import-locks.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { type CsvRow, countRows, readCsv } from '../../platform/files/csv-rows.ts'
import { openSource, type Source } from '../../platform/files/source.ts'
import { type Command, type CommandContext, CommandError, UsageError } from '../../platform/runtime/command.ts'
import { objectCodesStep } from '../resolver/resolve-addresses.ts'
import { inBatches } from './batches.ts'
import { RowError, rejectReason, unknownColumns } from './columns.ts'
import type { DeliveredFile, FileRows, ImportKind, RejectRow } from './import-kind.ts'
import { countLine, noOutcomes, outcomeLines } from './outcomes.ts'
import { parseMaxRejects, type Reject, Rejects, TooManyRejects } from './rejects.ts'
import { analyzeTables } from './run-import.queries.ts'

/** The options of every import of rows. */
const commonOptions = {
  rejects: { value: 'PAD', summary: 'waar afgekeurde regels komen (standaard <BESTAND>.rejects.csv in deze map)' },
  'max-rejects': { value: 'PROCENT', summary: 'hoeveel procent van de regels afgekeurd mag worden (standaard 1)' },
  strict: { summary: 'weigert een bestand met kolommen die niet gebruikt worden' },
  'dry-run': { summary: 'telt wat er zou veranderen, en verandert niets' },
}

const csvExplanation = `Een bestand mag ingepakt zijn (gzip of zstd); - is de standaardinvoer.
Tekens: UTF-8, of UTF-16 met een byte order mark. Scheidingsteken: puntkomma, komma, tab of |. Een dag is 2024-03-01 of
1-3-2024, en een getal heeft een komma of een punt. Kolommen die niet gebruikt worden, staan in de uitvoer.`

const rejectsExplanation = `Zijn er te veel regels afgekeurd, dan stopt de import met exitcode 1. Een bestand tot 5.000 regels verandert dan niets. Van een
groter bestand of van de standaardinvoer blijven de regels die al verwerkt zijn.`

/** Returns the command that imports files of a kind. */
export const importCommand = <Row extends object>(kind: ImportKind<Row>): Command => ({
  name: kind.name,
  summary: kind.summary,
  ...(kind.sample && { sample: kind.sample }),
  database: 'existing',
  usage: 'BESTAND…',
  options: { ...commonOptions, ...kind.options },
  explanation: [...(kind.openRows ? [] : [csvExplanation]), kind.explanation, rejectsExplanation].join('\n\n'),
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
        const file = { source, path: args[index] ?? '', rejectsPath: paths[index] ?? '' }
        const importInto = (target: Db) => importSource(target, kind, file, context)
        return options['dry-run'] === undefined
          ? importInto(connection)
          : connection.transaction(importInto, 'rollback')
      }),
    )
  if (kind.after && options['dry-run'] === undefined) texts.push(...(await kind.after(db)))
  if (await holdsDemo(db)) texts.push('Let op: in deze database staan ook voorbeeldgegevens, die verzonnen zijn.')
  return texts.join('\n\n')
}

/** Runs a task on one connection. Throws a CommandError when another import of the same kind is running. */
export const withImportLock = <Result>(
  db: Db,
  { name, title, lockName = name }: Pick<ImportKind<object>, 'name' | 'title' | 'lockName'>,
  task: (connection: Db) => Promise<Result>,
) =>
  db.connection(async (connection) => {
    if (!(await lockImport(connection, lockName)))
      throw new CommandError(`Er worden al ${title.toLowerCase()} ingelezen in deze database. Wacht tot dat klaar is.`)
    try {
      return await task(connection)
    } finally {
      await unlockImport(connection, lockName)
    }
  })

/** Opens a CSV file. Its rows are counted first, except of standard input, which can be read only once. */
async function openCsv(_: Db, { source, onChunk }: DeliveredFile): Promise<FileRows> {
  const total = source.size === undefined ? undefined : await countRows(source)
  return { rows: readCsv(source, onChunk), total, remarks: [] }
}

/** Imports one file, and returns the Dutch summary. With the option `dry-run`, `db` is a transaction. */
async function importSource<Row extends object>(
  db: Db,
  { title, tables, openFile, openRows = openCsv }: ImportKind<Row>,
  { source, path, rejectsPath }: { source: Source; path: string; rejectsPath: string },
  context: CommandContext,
) {
  const { options, onProgress, signal } = context
  const startedAt = performance.now()
  const isTrial = options['dry-run'] !== undefined
  const task = `${title} inlezen uit ${source.name}`
  const hash = createHash('sha256')
  const file = await openRows(db, { source, path, onChunk: (chunk) => hash.update(chunk) }, context)
  const { total, rows: csvRows } = file
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
      // A trial run reads all rows, whatever the number of rejects.
      if (!isTrial && total !== undefined && maxRejects.isExceeded(rejects.count + rejected.length, total))
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
      const written = rows.size === 0 ? {} : await (isTrial ? write(db) : db.transaction(write))
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
    const batchSize = steps.isOneBatch && Number.POSITIVE_INFINITY
    for await (const batch of inBatches(csvRows, steps.groupOf && groupOf, batchSize)) {
      const parsed = parseBatch(batch)
      await writing
      signal.throwIfAborted()
      report(total && Math.min(lines / total, 0.99))
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
    ...objectCodesStep(rejects.reasons),
    ...file.remarks,
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
