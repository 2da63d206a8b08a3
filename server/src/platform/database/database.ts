// Reasons: docs/database.md

import { readFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'
import { type Config, typed } from '../runtime/config.ts'
import { callLimits, poolSizes, taskLimits } from '../runtime/limits.ts'
import { type ChangeFeed, followChanges } from './changes.ts'
import { DirectoryError, holdsDatabase } from './embedded/directory.ts'
import { openEmbeddedEngine } from './embedded/embedded.ts'
import { openConnections, openPool, type Pool, poolOf } from './pool.ts'
import { connectionsWithFallback, type ReplicaState, watchReplica } from './replica.ts'

/**
 * An open database. `db` is for all statements. `reads` is for searches, and can be connected to a replica. `replica`
 * returns the state of that replica. `sessionChanges`: the changes of sessions and of their employees, by any process.
 */
export type Database = {
  db: Pool
  reads: Pool
  replica?: () => ReplicaState
  sessionChanges?: ChangeFeed
  close: () => Promise<void>
}

/**
 * Returns a function that creates a socket. The socket fails with ETIMEDOUT after `timeout_ms` without data. Without
 * this limit, a query waits for an hour when a firewall drops its packets, or when the database has moved.
 */
export const socketWithTimeout = (timeout_ms: number) => () => {
  const socket = new Socket()
  const fail = () => socket.destroy(Object.assign(new Error('PostgreSQL fell silent'), { code: 'ETIMEDOUT' }))
  return socket.setTimeout(timeout_ms, fail)
}

const sessionLimits = {
  statement_timeout: callLimits.statement_ms,
  idle_in_transaction_session_timeout: callLimits.idleTransaction_ms,
  stream: socketWithTimeout(callLimits.databaseSilence_ms),
}

/**
 * PostgreSQL's options for queries that read a few rows by index, mostly from memory. Parallel workers and compilation
 * make these slower.
 */
export const shortQueries = '-c jit=off -c max_parallel_workers_per_gather=0 -c random_page_cost=1.1'
// A generic plan is made once and used for all criteria. It is good enough because each step of a search has a limit,
// and it saves time because planning takes longer than the search itself.
const searches = `${shortQueries} -c plan_cache_mode=force_generic_plan`

/** Returns a Dutch description of the configured database, without its password. */
export function databaseName({ database_url, data_dir }: Config): string {
  if (!database_url) return `de ingebouwde database in ${data_dir}`
  const { database, host, port } = new pg.Client({ connectionString: database_url })
  return `PostgreSQL ${database} op ${host}${port === 5432 ? '' : `:${port}`}`
}

/** Returns false when the configured database is an embedded database that does not exist. */
export const hasDatabase = async ({ database_url, data_dir }: Config): Promise<boolean> =>
  database_url !== undefined || (await holdsDatabase(join(data_dir, 'postgres')))

/** Throws a DirectoryError when the configured database is an embedded database that does not exist. */
export async function rejectMissingDatabase(config: Config): Promise<void> {
  if (await hasDatabase(config)) return
  throw new DirectoryError(
    `Er is geen ingebouwde database in ${config.data_dir}, en DATABASE_URL is niet ingesteld. ` +
      `Stel DATABASE_URL in, of maak eerst een ingebouwde database met '${typed.start}' of '${typed.command} demo'.`,
  )
}

/**
 * Returns the options for a connection to a PostgreSQL server. With DATABASE_PASSWORD_FILE, each new connection reads
 * the password from that file, because a vault can change the password at any time.
 */
export function serverOptions(url: string, { database_password_file: file }: Pick<Config, 'database_password_file'>) {
  const options = parseIntoClientConfig(url)
  return file ? { ...options, password: async () => (await readFile(file, 'utf8')).trim() } : options
}

/** Opens the configured database. `withoutTimeouts` is for imports and migrations, which can take hours. */
export async function openDatabase(config: Config, { withoutTimeouts = false } = {}): Promise<Database> {
  const { database_url, database_replica_url, prepare } = config
  const traced = config.otlp_endpoint !== undefined
  if (!database_url) {
    const engine = await openEmbeddedEngine({ directory: join(config.data_dir, 'postgres') })
    // The embedded engine has one session, which must stay open while it is idle.
    const db = openPool({ stream: engine.stream, max: 1, idleTimeoutMillis: 0, prepare: true, traced })
    return { db, reads: db, close: () => db.close().then(() => engine.close()) }
  }
  if (withoutTimeouts) {
    const db = openPool({ max: poolSizes.everything, ...serverOptions(database_url, config) })
    return { db, reads: db, close: () => db.close() }
  }
  const open = (url: string, options: pg.PoolConfig) =>
    openConnections({ ...sessionLimits, ...options, ...serverOptions(url, config) })
  const db = poolOf(open(database_url, { max: poolSizes.everything, options: shortQueries }), { prepare, traced })
  const server = serverOptions(database_url, config)
  const sessionChanges = followChanges(
    { ...sessionLimits, ...server, stream: socketWithTimeout(taskLimits.changes_ms) },
    'session_changes',
  )
  const openSearches = (url: string) => open(url, { max: poolSizes.searches, options: searches })
  const onLeader = openSearches(database_url)
  if (!database_replica_url) {
    const reads = poolOf(onLeader, { prepare, traced })
    const closeAll = () => Promise.all([db.close(), reads.close(), sessionChanges.close()]).then(() => {})
    return { db, reads, sessionChanges, close: closeAll }
  }
  const { state, close } = await watchReplica(server, serverOptions(database_replica_url, config))
  const isUsable = () => state().isUp && state().lag_s <= config.replica_max_lag_s
  const connections = connectionsWithFallback(openSearches(database_replica_url), onLeader, isUsable)
  const reads = poolOf(connections, { prepare, traced })
  const closeAll = () => Promise.all([db.close(), reads.close(), close(), sessionChanges.close()]).then(() => {})
  return { db, reads, replica: state, sessionChanges, close: closeAll }
}
