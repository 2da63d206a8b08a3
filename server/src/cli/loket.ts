import { apiDocument } from '../app/openapi.ts'
import { backup } from '../backup/backup.ts'
import { restore } from '../backup/restore.ts'
import { importAddresses } from '../imports/addresses/import-addresses.ts'
import { importAreas } from '../imports/areas/import-areas.ts'
import { importCalendar } from '../imports/calendar/import-calendar.ts'
import { importClearances, retryClearances } from '../imports/clearances/import-clearances.ts'
import { importCollectionSystems } from '../imports/collection-systems/import-collection-systems.ts'
import { importEquipment } from '../imports/equipment/import-equipment.ts'
import { importTariffs } from '../imports/tariffs/import-tariffs.ts'
import { type Database, databaseName, openDatabase, rejectMissingDatabase } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.queries.ts'
import type { Command } from '../platform/runtime/command.ts'
import { loadConfig } from '../platform/runtime/config.ts'
import { terminalProgress } from '../platform/runtime/progress.ts'
import { checkSearch } from './check-search.ts'
import { runCommandLine } from './command-line.ts'
import { demo } from './demo.ts'
import { migrateDatabase } from './migrate.ts'
import { renewSecret } from './renew-secret.ts'
import { retireRows } from './retire-rows.ts'
import { addUser, blockUser, resetUser } from './user.ts'

/** Prints the document that `/api/v1/openapi.json` returns. */
const printApiDocument: Command = {
  name: 'openapi',
  summary: 'toont de beschrijving van de API (OpenAPI 3.1, JSON)',
  database: 'none',
  run: async () => JSON.stringify(apiDocument(), undefined, 2),
}

/** Every command of `npm run loket -- …`. */
const commands: Command[] = [
  importAddresses,
  importCollectionSystems,
  importEquipment,
  importTariffs,
  importClearances,
  retryClearances,
  importAreas,
  importCalendar,
  demo,
  migrateDatabase,
  checkSearch,
  retireRows,
  addUser,
  blockUser,
  resetUser,
  renewSecret,
  backup,
  restore,
  printApiDocument,
]

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stop.abort()
    // A command may wait for a terminal or a lock that never becomes available.
    setTimeout(() => process.exit(1), 5000).unref()
  })

// The program that reads the output may end first (| head).
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit(1))

let database: Database | undefined
const code = await runCommandLine(commands, process.argv.slice(2), {
  findDatabase: async (database) => {
    const config = loadConfig()
    if (database === 'existing') await rejectMissingDatabase(config)
    return databaseName(config)
  },
  openDatabase: async () => {
    database = await openDatabase(loadConfig(), { withoutTimeouts: true })
    return { db: database.db, migrated: await migrate(database.db) }
  },
  onProgress: terminalProgress(process.stderr),
  signal: stop.signal,
  out: (text) => process.stdout.write(`${text}\n`),
  // On a terminal, an error replaces the progress bar.
  err: (text) => process.stderr.write(`${process.stderr.isTTY ? '\r\x1b[K' : ''}${text}\n`),
})
await database?.close()
process.exitCode = code
