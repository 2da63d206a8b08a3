import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { runSql } from '../../platform/database/statements.queries.ts'

/** Updates the statistics of the planner: the embedded engine has no autovacuum. */
export const analyzeTables = (db: Db, tables: string[]) =>
  runSql(db)`analyze ${sql.join(tables.map((table) => sql.identifier(table)))}`
