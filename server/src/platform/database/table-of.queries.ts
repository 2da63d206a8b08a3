import { sql } from 'kysely'

const arrays = {
  boolean: sql`boolean[]`,
  smallint: sql`smallint[]`,
  int: sql`int[]`,
  bigint: sql`bigint[]`,
  numeric: sql`numeric[]`,
  float8: sql`float8[]`,
  text: sql`text[]`,
  date: sql`date[]`,
}

/** The SQL types of the columns that a statement reads from rows of the program. */
type ColumnTypes = Record<string, keyof typeof arrays>

/** Returns `a, b, c`: the names of columns. */
export const columnNames = (types: ColumnTypes) => sql.join(Object.keys(types).map((column) => sql.ref(column)))

/**
 * Returns `unnest($1::int[], …) as name (a, …)`: rows of the program as a table in a statement.
 * With `position`, the table also has a column of that name with the number of the row, from 1.
 */
export function tableOf<Types extends ColumnTypes>(
  name: string,
  rows: readonly { [Column in keyof Types]: unknown }[],
  types: Types,
  position?: string,
) {
  const values = Object.entries(types).map(([column, type]) => sql`${rows.map((row) => row[column])}::${arrays[type]}`)
  const columns = position === undefined ? columnNames(types) : sql`${columnNames(types)}, ${sql.ref(position)}`
  const ordinality = position === undefined ? sql`` : sql`with ordinality`
  return sql`unnest(${sql.join(values)}) ${ordinality} as ${sql.ref(name)} (${columns})`
}
