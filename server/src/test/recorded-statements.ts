import type { Db, Statement } from '../platform/database/db.ts'

/** Returns a database that first calls `record` for each statement, also for those of a transaction. */
export const recordedBy = <D extends Db>(db: D, record: (statement: Statement) => void): D => ({
  ...db,
  execute: (statement) => {
    record(statement)
    return db.execute<never>(statement)
  },
  connection: (task) => db.connection((connection) => task(recordedBy(connection, record))),
  transaction: (task, end) => db.transaction((transaction) => task(recordedBy(transaction, record)), end),
})

/** Runs `work` on a database. Returns the result, and the statements that `work` sent to the database. */
export async function recordStatements<D extends Db, Result>(db: D, work: (recorded: D) => Promise<Result>) {
  const statements: Statement[] = []
  const result = await work(recordedBy(db, (statement) => statements.push(statement)))
  return { result, statements }
}
