import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { logCheckText } from '@rd4-loket/contract'
import { appendAuditEvent, checkLogs, commandLineActor, type LogName } from '../domain/access-log/audit-log.queries.ts'
import { rejectMissingAnchor } from '../domain/access-log/log-anchors.ts'
import { countDifferences } from '../domain/street-search/derived-data.ts'
import { type Connection, connectToWrite } from '../platform/database/connection.ts'
import type { Db } from '../platform/database/db.ts'
import { migrate } from '../platform/database/migrate.queries.ts'
import { openSource } from '../platform/files/source.ts'
import { type Command, CommandError, UsageError } from '../platform/runtime/command.ts'
import { loadConfig } from '../platform/runtime/config.ts'
import { countMainRows } from './check-restore.queries.ts'
import { dutchMoment } from './restore.ts'
import { type Restored, restoreArchive } from './restore-archive.ts'

const rowLabels: Record<keyof Awaited<ReturnType<typeof countMainRows>>, string> = {
  addresses: 'adressen',
  passes: 'milieupassen',
  roll_issues: 'uitgiften van rollen',
  clearances: 'ledigingen',
  employees: 'medewerkers',
}
const logLabels: Record<LogName, string> = {
  audit: 'logboek',
  security: 'beveiligingslogboek',
  processing: 'verwerkingslogboek',
}

/** Restores a backup into a temporary database, checks that database, and records the outcome in the audit log. */
export const checkRestore: Command = {
  name: 'check restore',
  summary: 'controleert een back-up door die terug te zetten in een tijdelijke database',
  database: 'existing',
  usage: 'BESTAND',
  options: { anchor: { value: 'HASH@LENGTE', summary: 'vergelijkt de logboeken met dit controlegetal (check logs)' } },
  explanation: `De tijdelijke database staat in de map voor tijdelijke bestanden (TMPDIR) en wordt na afloop verwijderd. Zij bevat persoonsgegevens.
Gecontroleerd worden: het controlegetal, alle verwijzingen tussen tabellen, elke regel van de drie logboeken, en de zoekgegevens.
De uitkomst komt in het logboek van de database die de eerste regel noemt.
Gebruikt u de ingebouwde database? Zet dan eerst het portaal uit.
Uitkomst 0: de back-up is goed. 1: de back-up is niet goed, of de controle kon niet worden afgemaakt.
Met - komt de back-up van de standaardinvoer.`,

  async run({ args, options, openDatabase, onProgress, signal }) {
    const [file, ...extraArgs] = args
    if (!file || extraArgs.length > 0) throw new UsageError('Noem één back-up, of - voor de standaardinvoer.')
    const source = await openSource(file)
    const { db } = await openDatabase()
    const { made_at, rows, counts } = await inTemporaryDatabase(async (connection) => {
      let restored: Restored | undefined
      try {
        restored = await restoreArchive(connection, source, { onProgress, signal }).catch(rejectIntegrityError)
        await migrate(connection.db)
        await rejectDifferences(connection.db, options.anchor)
        return { ...restored, counts: await countMainRows(connection.db) }
      } catch (error) {
        // Any other error is a fault of the machine: it says nothing about the backup.
        if (error instanceof CommandError && !signal.aborted) await record(db, 'refused', restored)
        throw error
      }
    })
    await record(db, 'done', { made_at, rows })
    return [
      `De back-up van ${dutchMoment(made_at)} is goed: ${rows.toLocaleString('nl')} rijen.`,
      ...Object.entries(rowLabels).map(
        ([name, label]) => `  ${label.padEnd(22)} ${counts[name as keyof typeof counts].toLocaleString('nl')}`,
      ),
      'De uitkomst staat in het logboek.',
    ].join('\n')
  },
}

/** Calls `use` with an empty database in the folder for temporary files. Removes that database, also after an error. */
async function inTemporaryDatabase<Result>(use: (connection: Connection) => Promise<Result>) {
  const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-check-'))
  try {
    const connection = await connectToWrite(loadConfig({ DATA_DIR: folder }))
    return await use(connection).finally(connection.close)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Throws a CommandError for an integrity error (SQLSTATE class 23), and throws any other error again. */
function rejectIntegrityError(error: Error & { code?: unknown }): never {
  if (!String(error.code).startsWith('23')) throw error
  throw new CommandError('De back-up is niet goed: een verwijzing tussen tabellen klopt niet.')
}

/** Throws a CommandError when a log was shortened or changed, or when derived data of the search differs. */
async function rejectDifferences(db: Db, anchor: string | undefined) {
  for (const checked of await checkLogs(db))
    if (checked.fault !== null)
      throw new CommandError(`De back-up is niet goed: het ${logLabels[checked.log]} is ${logCheckText(checked)}.`)
  if (anchor !== undefined) await rejectMissingAnchor(db, anchor)
  const differences = Object.values(await countDifferences(db)).reduce((sum, count) => sum + count, 0)
  if (differences > 0)
    throw new CommandError(`De back-up is niet goed: in de zoekgegevens zijn ${differences} verschillen.`)
}

/** Adds the outcome of a check to the audit log. `restored` is undefined when no database was restored. */
const record = (db: Db, result: 'done' | 'refused', restored: Restored | undefined) =>
  appendAuditEvent(db, commandLineActor(), {
    action: 'check_restore',
    result,
    object: restored && { kind: 'backup', key: restored.made_at },
    result_count: restored?.rows,
  })
