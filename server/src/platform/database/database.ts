import { Socket } from 'node:net'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Config } from '../runtime/config.ts'
import { callLimits, poolSizes } from '../runtime/limits.ts'
import { DirectoryError, holdsDatabase } from './embedded/directory.ts'
import { openEmbeddedEngine } from './embedded/embedded.ts'
import { isQuestion, shareConnections } from './shared-connections.ts'
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
/** How the values of columns are read: what the JSON of the API can carry as it is. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && readers.get(oid)) || pg.types.getTypeParser(oid, format),
}

/**
 * A Kysely database over a pool of connections. A connection that breaks while idle is dropped; the next query opens another.
 * With `prepare` each connection reads and plans a question once, and is sent the values alone from then on.
 */
export function openPool({ prepare = false, ...options }: pg.PoolConfig & { prepare?: boolean }): Db {
  const pool = new pg.Pool({
    types: columnTypes,
    connectionTimeoutMillis: callLimits.connection_ms,
    application_name: 'rd4-loket',
    ...options,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    if (prepare) prepareQuestions(client)
  })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return db
}

const pools = new WeakMap<Db, pg.Pool>()
/**
 * The same database for questions that stand alone: where it was opened to `pipeline`, they share its connections. Behind one that
 * takes longer than so many milliseconds no other is put.
 */
export function sharing(db: Db, brief_ms: number): Db {
  const pool = pools.get(db)
  if (!pool?.options.pipeline) return db
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: shareConnections(pool, brief_ms) }) })
}

/** How a pool stands: its connections that work and that wait for work, and the calls that wait for a connection. */
export function connectionsOf(db: Db) {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(db) ?? {}
  return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

// The product asks some hundred different questions; whatever makes more must not fill the database's memory with them.
const mostQuestions = 500
const nameOfQuestion = new Map<string, string>()

function nameOf(text: string) {
  const known = nameOfQuestion.get(text)
  if (known || nameOfQuestion.size === mostQuestions || !isQuestion(text)) return known
  const name = `question_${nameOfQuestion.size + 1}`
  nameOfQuestion.set(text, name)
  return name
}

function prepareQuestions(client: pg.PoolClient) {
  const send = client.query.bind(client) as (question: unknown, values?: unknown) => unknown
  const query = (question: unknown, values: unknown) => {
    const name = typeof question === 'string' && values ? nameOf(question) : undefined
    return name ? send({ name, text: question, values }) : send(question, values)
  }
  Object.assign(client, { query })
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

const sessionLimits = {
  statement_timeout: callLimits.statement_ms,
  lock_timeout: callLimits.lock_ms,
  idle_in_transaction_session_timeout: callLimits.idleTransaction_ms,
  stream: impatientSocket(callLimits.databaseSilence_ms),
}

// Our questions read a few rows by index, mostly from memory: over before parallel workers or compiled code begin to pay.
const brief = '-c jit=off -c max_parallel_workers_per_gather=0 -c random_page_cost=1.1'
// A search is bounded step by step: one plan fits whatever was typed, and takes longer to make than to carry out.
const searching = `${brief} -c plan_cache_mode=force_generic_plan`

/** Returns the name of the database of the settings in Dutch, without its password. */
export function databaseName({ database_url, data_dir }: Config): string {
  if (!database_url) return `de ingebouwde database in ${data_dir}`
  const { database, host, port } = new pg.Client({ connectionString: database_url })
  return `PostgreSQL ${database} op ${host}${port === 5432 ? '' : `:${port}`}`
}

/** Throws a DirectoryError when the settings name an embedded database that does not exist. */
export async function refuseMissingDatabase({ database_url, data_dir }: Config): Promise<void> {
  if (database_url || (await holdsDatabase(join(data_dir, 'postgres')))) return
  throw new DirectoryError(
    `Er is geen ingebouwde database in ${data_dir}, en DATABASE_URL is niet ingesteld. ` +
      "Stel DATABASE_URL in, of maak eerst een ingebouwde database met 'npm start' of 'npm run loket -- demo'.",
  )
}

/** Opens the database that the settings name. `patient` lets a statement run for hours, as an import's may. */
export async function openDatabase(config: Config, { patient = false } = {}): Promise<Database> {
  const { database_url, database_replica_url, prepare } = config
  if (!database_url) {
    const engine = await openEmbeddedEngine({ directory: join(config.data_dir, 'postgres') })
    // The embedded engine has one session, which is nobody else's to want: it stays open.
    const db = openPool({ stream: engine.stream, max: 1, idleTimeoutMillis: 0, prepare: true })
    return { db, reads: db, close: () => db.destroy().then(() => engine.close()) }
  }
  if (patient) {
    const db = openPool({ connectionString: database_url, max: poolSizes.everything })
    return { db, reads: db, close: () => db.destroy() }
  }
  const open = (url: string, options: pg.PoolConfig) =>
    openPool({ connectionString: url, prepare, ...sessionLimits, ...options })
  const db = open(database_url, { max: poolSizes.everything, options: brief })
  const replica_url = database_replica_url ?? database_url
  const reads = open(replica_url, { max: poolSizes.searches, options: searching, pipeline: true })
  return { db, reads, close: () => Promise.all([db.destroy(), reads.destroy()]).then(() => {}) }
}
