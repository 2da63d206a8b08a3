import { type Database, databaseName, openDatabase, rejectMissingDatabase } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.queries.ts'
import { loadConfig, unknownSettings } from '../platform/runtime/config.ts'
import { stopLimits } from '../platform/runtime/limits.ts'
import { terminalProgress } from '../platform/runtime/progress.ts'
import { runCommandLine } from './command-line.ts'
import { commands } from './command-table.ts'

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stop.abort()
    setTimeout(() => process.exit(1), stopLimits.command_ms).unref()
  })

// The program that reads the output can end first, for example in `| head`.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit(1))

for (const sentence of unknownSettings()) console.error(sentence)
let database: Database | undefined
const code = await runCommandLine(commands, process.argv.slice(2), {
  findDatabase: async (database) => {
    const config = loadConfig()
    if (database === 'existing') await rejectMissingDatabase(config)
    return databaseName(config)
  },
  openDatabase: async ({ unchanged } = { unchanged: false }) => {
    database = await openDatabase(loadConfig(), { withoutTimeouts: true })
    return { db: database.db, migrated: unchanged ? [] : await migrate(database.db) }
  },
  onProgress: terminalProgress(process.stderr),
  signal: stop.signal,
  out: (text) => process.stdout.write(`${text}\n`),
  // On a terminal, an error replaces the progress bar.
  err: (text) => process.stderr.write(`${process.stderr.isTTY ? '\r\x1b[K' : ''}${text}\n`),
})
await database?.close()
process.exitCode = code
