// Reasons: docs/database.md

import pg from 'pg'
import type { Db, Statement, StatementResult } from './db.ts'

/** A statement or a part of one. `Row` is the type of the rows that the statement returns. */
export class Sql<Row = unknown> {
  readonly #texts: readonly string[]
  readonly #values: readonly unknown[]

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.#texts = texts
    this.#values = values
  }

  /** Returns the text, with a placeholder for each value, and the values. */
  statement(): Statement {
    const statement: Statement = { text: '', values: [] }
    this.#appendTo(statement)
    return statement
  }

  execute(db: Db): Promise<StatementResult<Row>> {
    return db.execute<Row>(this.statement())
  }

  #appendTo(statement: Statement) {
    statement.text += this.#texts[0]
    for (const [index, value] of this.#values.entries()) {
      if (value instanceof Sql) value.#appendTo(statement)
      else statement.text += `$${statement.values.push(value)}`
      statement.text += this.#texts[index + 1]
    }
  }
}

const raw = <Row = unknown>(text: string) => new Sql<Row>([text], [])

/**
 * The template tag for SQL. A value in the template becomes a parameter of the statement. Another `Sql` in the template
 * becomes a part of the statement.
 */
export const sql = Object.assign(
  <Row = unknown>(texts: readonly string[], ...values: unknown[]) => new Sql<Row>(texts, values),
  {
    /** Text that is not escaped. */
    raw,
    /** The name of a table, column, role or database. `sql.identifier('address', 'id')` is the column `address.id`. */
    identifier: (...parts: string[]) => raw(parts.map((part) => pg.escapeIdentifier(part)).join('.')),
    /** A value as text, for a statement that cannot have parameters, or whose plan must depend on the value. */
    literal: (value: string | number | boolean) =>
      raw(typeof value === 'string' ? pg.escapeLiteral(value) : String(value)),
    /** Values and parts, with a separator between them. */
    join: (items: readonly unknown[], separator: Sql = raw(', ')) => {
      const values: unknown[] = []
      for (const item of items) {
        if (values.length > 0) values.push(separator)
        values.push(item)
      }
      return new Sql(Array<string>(values.length + 1).fill(''), values)
    },
  },
)
