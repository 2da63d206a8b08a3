import { resolve } from 'node:path'
import { holdsDemo } from '../../../demo/demo.ts'
import type { Db } from '../../platform/database/database.ts'
import { type CsvRow, readCsv } from '../../platform/files/csv-rows.ts'
import { openSource, type Source } from '../../platform/files/source.ts'
import { type CommandContext, CommandError, UsageError } from '../../platform/runtime/command.ts'
import { type ImportName, lockImport, unlockImport } from './import-lock.queries.ts'
import { Rejects } from './rejects.ts'

const batchSize = 5000

/** What takes the rows of one file in. `Read` is a row as it was read: what it says, or why it says nothing. */
export type Intake<Read> = {
  readRow: (row: CsvRow) => Read
  /** Stores rows, and lists in the rejects the ones that cannot be stored. */
  store: (batch: Read[]) => Promise<void>
  /** After the last row: tells the planner what there is now, and the like. */
  finish: () => Promise<void>
  /** What became of the rows so far, in Dutch: `toegevoegd`, 12. */
  outcome: () => [string, number][]
  /** What else is good to know of them, in Dutch. */
  remarks?: () => string[]
  /** What was asked and not done, in Dutch: with any of these the command fails, though the rows are in. */
  refusals?: () => string[]
}

/** One kind of file: how it is called, and who takes it in. */
export type FileImport<Read> = {
  name: ImportName
  /** In Dutch, at the beginning of a sentence: `Adressen`. */
  what: string
  /** The columns that rejected rows are listed with; all of them where this is left out. */
  rejectedColumns?: string[]
  openIntake: (db: Db, file: { header: string[]; name: string; rejects: Rejects }) => Promise<Intake<Read>>
}

/** The option of every import. */
export const rejectsOption = {
  rejects: { value: 'PAD', summary: 'waar afgekeurde regels komen (standaard <BESTAND>.rejects.csv in deze map)' },
}

/** Takes in the files that were named, one after the other, each row by row in batches; gives the closing text. */
export async function importFiles<Read>(given: CommandContext, kind: FileImport<Read>): Promise<string> {
  const { args, options, openDatabase } = given
  if (args.length === 0) throw new UsageError(`Noem ten minste één bestand met ${kind.what.toLowerCase()}.`)
  const sources = await Promise.all(args.map(openSource))
  const paths = sources.map(({ name }) => resolve(options['rejects'] ?? `${name}.rejects.csv`))
  const clash = paths.find((path, index) => paths.indexOf(path) < index)
  if (clash) throw new UsageError(`De afgekeurde regels van twee bestanden komen in ${clash}. Lees ze een voor een in.`)
  if (args.some((word) => paths.includes(resolve(word))))
    throw new UsageError('De afgekeurde regels kunnen niet in het bestand zelf komen. Kies een ander met --rejects.')

  const { db } = await openDatabase()
  const texts: string[] = []
  for (const [index, source] of sources.entries())
    texts.push(
      await importAlone(db, kind, (connection) => importRows(connection, kind, source, paths[index] ?? '', given)),
    )
  if (await holdsDemo(db)) texts.push('Let op: in deze database staan ook voorbeeldgegevens, die verzonnen zijn.')
  return texts.join('\n\n')
}

/** Does the work while no other import of the kind can; all of it on one connection. */
export const importAlone = <Result>(
  db: Db,
  { name, what }: Pick<FileImport<unknown>, 'name' | 'what'>,
  work: (connection: Db) => Promise<Result>,
) =>
  db.connection().execute(async (connection) => {
    if (!(await lockImport(connection, name)))
      throw new CommandError(`Er worden al ${what.toLowerCase()} ingelezen in deze database. Wacht tot dat klaar is.`)
    try {
      return await work(connection)
    } finally {
      await unlockImport(connection, name)
    }
  })

type Watched = Pick<CommandContext, 'onProgress' | 'signal'>

async function importRows<Read>(
  db: Db,
  { what, rejectedColumns, openIntake }: FileImport<Read>,
  source: Source,
  rejectsPath: string,
  { onProgress, signal }: Watched,
) {
  const begin = performance.now()
  const task = `${what} inlezen uit ${source.name}`
  let bytes = 0
  const rows = readCsv(source, (read) => {
    bytes = read
  })
  const { value: first } = await rows.next()
  if (!first?.fields)
    throw new CommandError(`Het bestand ${source.name} heeft geen regel met de namen van de kolommen.`)
  const rejects = new Rejects(rejectsPath, rejectedColumns ?? first.fields)
  const intake = await openIntake(db, { header: first.fields, name: source.name, rejects })
  let stored = 0
  const tell = (part: number | undefined) => onProgress({ task, part, detail: `${stored.toLocaleString('nl')} regels` })

  async function store(batch: Read[]) {
    await intake.store(batch)
    stored += batch.length
  }

  // While the database stores one batch, the next one is read.
  let storing = Promise.resolve()
  try {
    for await (const batch of inBatches(rows)) {
      const read = batch.map(intake.readRow)
      await storing
      signal.throwIfAborted()
      tell(source.size && Math.min(bytes / source.size, 0.99))
      storing = store(read)
      // Awaited at the next batch; until then its failure is not an unhandled one.
      storing.catch(() => {})
    }
    await storing
  } catch (error) {
    await storing.catch(() => {})
    throw interrupted(error, source, stored)
  } finally {
    await rejects.close()
  }
  tell(1)
  await intake.finish()

  const text = closingText(source, stored, intake, rejects, (performance.now() - begin) / 1000)
  if ((stored > 0 && rejects.count === stored) || intake.refusals?.().length) throw new CommandError(text)
  return text
}

async function* inBatches(rows: AsyncIterable<CsvRow>) {
  let batch: CsvRow[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function interrupted(error: unknown, { name }: Source, rows: number) {
  const stopped = error instanceof DOMException && error.name === 'AbortError'
  if (!stopped && !(error instanceof CommandError)) return error
  const cause = stopped ? `Het inlezen van ${name} is gestopt.` : error.message
  if (rows === 0) return new CommandError(cause)
  return new CommandError(
    `${cause} De eerste ${rows.toLocaleString('nl')} regels zijn verwerkt; dezelfde opdracht gaat daarna verder.`,
  )
}

/** Counts under each other, as a closing text lists them. */
export const countLines = (counts: [string, number][]) =>
  counts.map(([what, count]) => `  ${what.padEnd(12)}${count.toLocaleString('nl').padStart(12)}`)

function closingText(
  { name }: Source,
  rows: number,
  intake: Pick<Intake<unknown>, 'outcome' | 'remarks' | 'refusals'>,
  rejects: Rejects,
  seconds: number,
) {
  const speed = Math.round(rows / seconds)
  return [
    `${name}: ${rows.toLocaleString('nl')} regels in ${seconds.toLocaleString('nl', { maximumFractionDigits: 1 })} s (${speed.toLocaleString('nl')} per seconde)`,
    ...countLines([...intake.outcome(), ['afgekeurd', rejects.count]]),
    ...(rejects.count > 0 ? [rejects.text()] : []),
    ...(intake.remarks?.() ?? []),
    ...(intake.refusals?.() ?? []),
  ].join('\n')
}
