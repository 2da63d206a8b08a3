import pg from 'pg'
import { callLimits } from '../runtime/limits.ts'
import { recordStatement } from '../runtime/tracing.ts'
import { type Db, dbOfConnection, type Execute, type StatementResult } from './db.ts'

/** A pool of connections, on which statements run. */
export type Pool = Db & {
  /** Returns the number of connections in use and idle, and the number of callers that wait for a connection. */
  usage: () => { busy: number; idle: number; waiting: number }
  /** Closes all connections when their statements have ended. */
  close: () => Promise<void>
}

/** The part of a pool of `pg` that a Pool uses. */
export type Connections = Pick<pg.Pool, 'connect' | 'end' | 'totalCount' | 'idleCount' | 'waitingCount'>

/** `prepare`: a connection parses and plans each query only once. `traced`: each statement is a span of its request. */
type SendOptions = { prepare?: boolean; traced?: boolean }

// A day is parsed as text, because a Date depends on the time zone. All numbers in the tables fit a JavaScript number.
const { builtins } = pg.types
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.DATE, (text) => text],
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
])
/** Parses column values into types that JSON can represent. */
const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format),
}

/** The options of every connection. */
export const connectionOptions: pg.ClientConfig = { types: columnTypes, application_name: 'rd4-loket' }

/** Opens a pool of connections for statements. */
export const openPool = ({ prepare = false, traced = false, ...options }: pg.PoolConfig & SendOptions): Pool =>
  poolOf(openConnections(options), { prepare, traced })

/**
 * Opens a pool of `pg`. It removes a connection that fails while it is idle, and opens a new connection for the next
 * statement.
 */
export function openConnections(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...connectionOptions, connectionTimeoutMillis: callLimits.connection_ms, ...options })
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  return pool
}

/** Returns the Pool that takes its connections from `connections`. */
export function poolOf(connections: Connections, options: SendOptions): Pool {
  const connection: Db['connection'] = async (task) => {
    const client = await connections.connect()
    let isDiscarded = false
    const discard = () => {
      isDiscarded = true
    }
    try {
      return await task(dbOfConnection(sender(client, options), discard))
    } finally {
      client.release(isDiscarded)
    }
  }
  let closing: Promise<void> | undefined
  return {
    execute: async (statement) => {
      const client = await connections.connect()
      try {
        return await sender(client, options)(statement)
      } finally {
        client.release()
      }
    },
    connection,
    transaction: (task, end) => connection(({ transaction }) => transaction(task, end)),
    usage: () => {
      const { totalCount, idleCount, waitingCount } = connections
      return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
    },
    close: () => {
      closing ??= connections.end()
      return closing
    },
  }
}

// The server has about a hundred different queries. The maximum protects the memory of the database.
const maxPreparedQueries = 500
/** Returns whether a statement is a query. A union can start with a bracket. */
const isQuery = (statement: string) => /^[\s(]*(select|with)\b/.test(statement)
const nameOfQuery = new Map<string, string>()

function nameOf(text: string) {
  const existing = nameOfQuery.get(text)
  if (existing || nameOfQuery.size === maxPreparedQueries || !isQuery(text)) return existing
  const name = `query_${nameOfQuery.size + 1}`
  nameOfQuery.set(text, name)
  return name
}

/** Returns the function that sends statements over one connection. */
export function sender(client: pg.ClientBase, { prepare = false, traced = false }: SendOptions): Execute {
  return async (statement) => {
    const { text } = statement
    const name = prepare ? nameOf(text) : undefined
    const started_ms = traced ? performance.now() : 0
    const record = (failed: boolean) => traced && recordStatement(text, performance.now() - started_ms, failed)
    try {
      const result = await send<never>(client, name === undefined ? statement : { name, ...statement })
      record(false)
      return result
    } catch (error) {
      record(true)
      throw withCaller(error as Error)
    }
  }
}

// A callback, because a promise of `pg` takes an eighth of the CPU time of a search.
const send = <Row>(client: pg.ClientBase, statement: pg.QueryConfig) =>
  new Promise<StatementResult<Row>>((resolve, reject) => {
    void client.query(statement, (error, result) => (error ? reject(error) : resolve(result)))
  })

/** Adds the functions that ran a statement to the stack of its error, which only names functions of `pg`. */
function withCaller(error: Error) {
  const callers = new Error().stack?.split('\n').slice(1) ?? []
  error.stack = [error.stack, ...callers].join('\n')
  return error
}
