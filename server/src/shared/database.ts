import { Socket } from 'node:net'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Config } from './config.ts'
import { openEmbeddedEngine } from './embedded/embedded.ts'
import type { Tables } from './tables.ts'

/** The database as queries use it: typed by the tables, on the embedded engine and on PostgreSQL alike. */
export type Db = Kysely<Tables>

/** An open database: `db` for everything, `reads` for searches that a replica may answer. */
export type Database = { db: Db; reads: Db; close: () => Promise<void> }

// Days stay text: a Date would move them by the time zone. Whole and decimal numbers here fit a JavaScript number.
const { builtins } = pg.types
const readers = new Map<number, (text: string) => unknown>([
  [builtins.DATE, (text) => text],
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
])
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && readers.get(oid)) || pg.types.getTypeParser(oid, format),
}

/** A Kysely database over a pool of connections. A connection that breaks while idle is dropped; the next query opens another. */
export function openPool(options: pg.PoolConfig): Db {
  const pool = new pg.Pool({ types, connectionTimeoutMillis: 5000, application_name: 'rd4-loket', ...options })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * Makes sockets that break after so many milliseconds of silence. Where the network swallows what is sent (a firewall, a
 * database that moved), nobody is told: queries would wait for an hour, and the pool with them.
 */
export const impatientSocket = (silence: number) => () => {
  const socket = new Socket()
  const giveUp = () => socket.destroy(Object.assign(new Error('PostgreSQL fell silent'), { code: 'ETIMEDOUT' }))
  return socket.setTimeout(silence, giveUp)
}

// A database that lives ends every statement within five seconds; silence for longer is nobody there.
// Who waits for a lock gives up earlier: the others need the connection.
const limits = {
  statement_timeout: 5000,
  lock_timeout: 3000,
  idle_in_transaction_session_timeout: 10_000,
  stream: impatientSocket(8000),
}

/** Opens the database that the settings name. `patient` lets a statement run for hours, as an import's may. */
export async function openDatabase(config: Config, { patient = false } = {}): Promise<Database> {
  if (!config.database_url) {
    const engine = await openEmbeddedEngine({ directory: join(config.data_dir, 'postgres') })
    // The embedded engine has one session, which is nobody else's to want: it stays open.
    const db = openPool({ stream: engine.stream, max: 1, idleTimeoutMillis: 0 })
    return { db, reads: db, close: () => db.destroy().then(() => engine.close()) }
  }
  const options = { max: 8, ...(!patient && limits) }
  const db = openPool({ connectionString: config.database_url, ...options })
  const reads = config.database_replica_url
    ? openPool({ connectionString: config.database_replica_url, ...options })
    : db
  return {
    db,
    reads,
    close: async () => {
      await db.destroy()
      if (reads !== db) await reads.destroy()
    },
  }
}
