import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Whether a statement only reads. A union can start with a bracket. */
export const isQuery = (statement: string) => /^[\s(]*(select|with)\b/.test(statement)

/** A connection of the pool, and the start times of its queries in flight, oldest first. */
type PipelinedConnection = { client: Promise<PostgresPoolClient>; startTimes: number[] }

/**
 * Returns a pool whose callers share connections: a query is sent at once, behind the queries in flight on the same
 * connection. When the oldest of these was sent more than `maxInFlight_ms` ago, the next query gets another connection.
 * Throws on statements other than queries, because the queries of other callers would be in the same transaction.
 */
export function pipelinePool(pool: Pick<pg.Pool, 'connect' | 'end' | 'options'>, maxInFlight_ms: number): PostgresPool {
  let current: PipelinedConnection | undefined
  const retire = (connection: PipelinedConnection) => {
    if (current === connection) current = undefined
  }

  function open(): PipelinedConnection {
    const client = pool.connect().then((connected) => pipelineClient(connected, connection))
    const connection: PipelinedConnection = { client, startTimes: [] }
    client.catch(() => retire(connection))
    return connection
  }
  function pipelineClient(client: pg.PoolClient, connection: PipelinedConnection): PostgresPoolClient {
    const send = client.query.bind(client) as PostgresPoolClient['query']
    const query: PostgresPoolClient['query'] = (text: unknown, values?: readonly unknown[]) => {
      if (!isQuery(String(text))) throw new Error('Only queries can share a connection')
      return send(text as string, values ?? []) as never
    }
    // Results arrive in the order of the queries.
    const release = () => {
      connection.startTimes.shift()
      if (connection.startTimes.length > 0) return
      retire(connection)
      client.release()
    }
    return { query, release }
  }

  const connect = () => {
    const now = performance.now()
    if (!current || now - (current.startTimes[0] ?? now) > maxInFlight_ms) current = open()
    current.startTimes.push(now)
    return current.client
  }
  return { connect, end: () => pool.end(), options: pool.options }
}
