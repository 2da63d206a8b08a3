import type { Db } from './db.ts'
import { type Sql, sql } from './sql.ts'

/**
 * A template tag that runs a statement. The functions below return such a tag: `firstRow<Row>(db)`select …``.
 * A value in the template becomes a parameter. A fragment of `sql` in the template becomes a part of the statement.
 */
type StatementTag<Result> = (text: TemplateStringsArray, ...values: unknown[]) => Promise<Result>

const firstColumn = (row: object | undefined) => row && Object.values(row)[0]

/** Returns all rows of a query. */
export const allRows =
  <Row extends object>(db: Db): StatementTag<Row[]> =>
  async (text, ...values) =>
    (await sql<Row>(text, ...values).execute(db)).rows

/** Returns the first column of all rows. */
export const allValues =
  <Value>(db: Db): StatementTag<Value[]> =>
  async (text, ...values) =>
    (await allRows(db)(text, ...values)).map(firstColumn)

/** Returns the first row of a query, or undefined. */
export const firstRow =
  <Row extends object>(db: Db): StatementTag<Row | undefined> =>
  async (text, ...values) =>
    (await allRows<Row>(db)(text, ...values))[0]

/** Returns the first column of the first row. `Value` must include undefined when a query may return no row. */
export const firstValue =
  <Value>(db: Db): StatementTag<Value> =>
  async (text, ...values) =>
    firstColumn(await firstRow(db)(text, ...values))

/** Returns whether a query returns a row. */
export const hasRow =
  (db: Db): StatementTag<boolean> =>
  async (text, ...values) =>
    (await allRows(db)(text, ...values)).length > 0

/** Runs a statement, and returns the number of rows that it changed or returned. */
export const runSql =
  (db: Db): StatementTag<number> =>
  async (text, ...values) =>
    (await sql(text, ...values).execute(db)).rowCount ?? 0

/** The rows of a query as one JSON array, so that one statement returns several lists. */
export const jsonList = (query: Sql) => sql`(select coalesce(json_agg(item), '[]') from (${query}) item)`
