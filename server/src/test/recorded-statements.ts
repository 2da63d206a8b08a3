import type { CompiledQuery } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/** Runs `work` on a database. Returns the result, and the statements that `work` sent to the database. */
export async function recordStatements<Result>(db: Db, work: (recorded: Db) => Promise<Result>) {
  const statements: CompiledQuery[] = []
  const recorded = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      statements.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { result: await work(recorded), statements }
}
