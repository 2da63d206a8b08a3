/**
 * The result of one statement. `rowCount`: the number of rows that it returned or changed; null for other statements.
 * `command`: what PostgreSQL did. The result of a text with several statements is undefined.
 */
export type StatementResult<Row> = { rows: Row[]; rowCount: number | null; command: string }

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
 * Returns the Db of one connection. It runs one statement or one transaction at a time, in the order of the calls. When
 * a rollback fails, it calls `discard` and rejects all later statements, because a transaction may still be open.
 */
export function dbOfConnection(send: Execute, discard = () => {}): Db {
  let isDiscarded = false
  const inTurn = makeTurns()
  const sendIfUsable: Execute = async (statement) => {
    if (isDiscarded) throw new Error('The connection has been discarded')
    return send(statement)
  }

  /** Runs a transaction. The statements of its task, and then its end, are one at a time. */
  async function runTransaction<Result>(task: (transaction: Db) => Promise<Result>, end: 'commit' | 'rollback') {
    const inTransaction = makeTurns()
    const execute: Execute = (statement) => inTransaction(() => sendIfUsable(statement))
    await execute(command('begin'))
    try {
      const result = await runTask(execute, task)
      const ended = await execute(command(end))
      // PostgreSQL returns ROLLBACK after the task has hidden the error of a statement.
      if (end === 'commit' && ended.command === 'ROLLBACK')
        throw new Error('PostgreSQL rolled the transaction back instead of committing it')
      return result
    } catch (error) {
      await execute(command('rollback')).catch((failure: unknown) => {
        isDiscarded = true
        discard()
        throw failure
      })
      throw error
    }
  }

  const connection: Db = {
    execute: (statement) => inTurn(() => sendIfUsable(statement)),
    connection: (task) => task(connection),
    transaction: (task, end = 'commit') => inTurn(() => runTransaction(task, end)),
  }
  return connection
}

const command = (text: string): Statement => ({ text, values: [] })

/** Returns a function that runs tasks one at a time, in the order of the calls. */
function makeTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    const previous = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    await previous
    try {
      return await task()
    } finally {
      resolve()
    }
  }
}

/**
 * Runs the task of a transaction. The transaction rejects a statement after the task, because that statement would run
 * in the transaction of another call. It contains no other transaction.
 */
async function runTask<Result>(execute: Execute, task: (transaction: Db) => Promise<Result>) {
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
