import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Does this statement only ask? A union may begin with a bracket. */
export const isQuestion = (statement: string) => /^[\s(]*(select|with)\b/.test(statement)

/** A connection on loan, and since when each question waits that it has not answered yet, the oldest first. */
type Loan = { client: Promise<PostgresPoolClient>; waiting_since: number[] }

/**
 * Lets questions share the connections of a pool: each is sent at once, behind those that its connection still answers, so that
 * what is asked together leaves and comes back together. When one has waited for more than `brief_ms`, those who ask next get
 * another connection, as the pool has them. Only for questions that stand alone: what others ask would be in the same transaction.
 */
export function shareConnections(pool: Pick<pg.Pool, 'connect' | 'end' | 'options'>, brief_ms: number): PostgresPool {
  let last: Loan | undefined
  const leave = (loan: Loan) => {
    if (last === loan) last = undefined
  }

  function borrow(): Loan {
    const client = pool.connect().then((connected) => lent(connected, loan))
    const loan: Loan = { client, waiting_since: [] }
    client.catch(() => leave(loan))
    return loan
  }
  function lent(client: pg.PoolClient, loan: Loan): PostgresPoolClient {
    const send = client.query.bind(client) as PostgresPoolClient['query']
    const query: PostgresPoolClient['query'] = (text: unknown, values?: readonly unknown[]) => {
      if (!isQuestion(String(text))) throw new Error('Only questions can share a connection')
      return send(text as string, values ?? []) as never
    }
    // Answers come in the order of the questions.
    const release = () => {
      loan.waiting_since.shift()
      if (loan.waiting_since.length > 0) return
      leave(loan)
      client.release()
    }
    return { query, release }
  }

  const connect = () => {
    const now = performance.now()
    if (!last || now - (last.waiting_since[0] ?? now) > brief_ms) last = borrow()
    last.waiting_since.push(now)
    return last.client
  }
  return { connect, end: () => pool.end(), options: pool.options }
}
