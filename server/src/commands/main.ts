import { loadConfig } from '../shared/config.ts'
import { type Database, databaseName, openDatabase, refuseMissingDatabase } from '../shared/database.ts'
import { migrate } from '../shared/migrate.queries.ts'
import { terminalProgress } from '../shared/terminal-progress.ts'
import { backup } from './backup.ts'
import type { Command } from './command.ts'
import { runCommandLine } from './command-line.ts'
import { demo } from './demo.ts'
import { importAddresses } from './import-addresses.ts'
import { importAreas } from './import-areas.ts'
import { importCalendar } from './import-calendar.ts'
import { importClearances, retryClearances } from './import-clearances.ts'
import { importCollectionSystems } from './import-collection-systems.ts'
import { importEquipment } from './import-equipment.ts'
import { importTariffs } from './import-tariffs.ts'
import { migrateDatabase } from './migrate.ts'
import { printApiDocument } from './openapi.ts'
import { renewSecret } from './renew-secret.ts'
import { restore } from './restore.ts'
import { retireRows } from './retention.ts'
import { addUser, blockUser, resetUser } from './user.ts'

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
    // What waits for something that never comes (a terminal, a lock) ends all the same.
    setTimeout(() => process.exit(1), 5000).unref()
  })

// Whoever reads our output may stop reading (| head).
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit(1))

let database: Database | undefined
const code = await runCommandLine(commands, process.argv.slice(2), {
  findDatabase: async (database) => {
    const config = loadConfig()
    if (database === 'existing') await refuseMissingDatabase(config)
    return databaseName(config)
  },
  openDatabase: async () => {
    database = await openDatabase(loadConfig(), { patient: true })
    return { db: database.db, migrated: await migrate(database.db) }
  },
  onProgress: terminalProgress(process.stderr),
  signal: stop.signal,
  out: (text) => process.stdout.write(`${text}\n`),
  // Over the bar, where there is one.
  err: (text) => process.stderr.write(`${process.stderr.isTTY ? '\r\x1b[K' : ''}${text}\n`),
})
await database?.close()
process.exitCode = code
