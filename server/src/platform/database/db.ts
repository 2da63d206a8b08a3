/** The result of a statement. `rowCount`: the number of rows that it returned or changed; null for other statements. */
export type StatementResult<Row> = { rows: Row[]; rowCount: number | null }

/** A statement, with the values of its parameters `$1`, `$2` and so on. */
export type Statement = { text: string; values: unknown[] }

/** Runs a statement. `Row` is the type of the rows that it returns. */
export type Execute = <Row>(statement: Statement) => Promise<StatementResult<Row>>

/** What statements run on: a pool of connections, one connection, or a transaction. */
export type Db = {
  execute: Execute
  /** Runs a task in a transaction. Ends it by `end` when the task returns, and rolls back when it throws. */
  transaction: <Result>(task: (transaction: Db) => Promise<Result>, end?: 'commit' | 'rollback') => Promise<Result>
  /** Runs a task whose statements all use the same connection. */
  connection: <Result>(task: (connection: Db) => Promise<Result>) => Promise<Result>
}

/**
 * Returns the Db of one connection. It runs one statement at a time, in the order of the calls. When a rollback fails,
 * it calls `discard` and rejects all later statements, because a transaction may still be open.
 */
export function dbOfConnection(send: Execute, discard = () => {}): Db {
  let isDiscarded = false
  let last: Promise<unknown> = Promise.resolve()
  const execute: Execute = async (statement) => {
    const previous = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    await previous
    try {
      if (isDiscarded) throw new Error('The connection has been discarded')
      return await send<never>(statement)
    } finally {
      resolve()
    }
  }
  const rollBack = async () => {
    try {
      await execute(command('rollback'))
    } catch (error) {
      isDiscarded = true
      discard()
      throw error
    }
  }
  const connection: Db = {
    execute,
    connection: (task) => task(connection),
    transaction: async (task, end = 'commit') => {
      await execute(command('begin'))
      try {
        const result = await inTransaction(execute, task)
        await execute(command(end))
        return result
      } catch (error) {
        await rollBack()
        throw error
      }
    },
  }
  return connection
}

const command = (text: string): Statement => ({ text, values: [] })

/**
 * Runs the task of a transaction. The transaction rejects a statement after the task, because that statement would run
 * in the transaction of another call. It contains no other transaction.
 */
async function inTransaction<Result>(execute: Execute, task: (transaction: Db) => Promise<Result>) {
  let isOpen = true
  const reject = async () => {
    throw new Error('A transaction contains no other transaction')
  }
  const transaction: Db = {
    execute: async (statement) => {
      if (!isOpen) throw new Error('This transaction has ended')
      return execute(statement)
    },
    transaction: reject,
    connection: reject,
  }
  try {
    return await task(transaction)
  } finally {
    isOpen = false
  }
}
