import { sql } from './sql.ts'

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

/** Column names, by SQL type. */
type ColumnsByType = { [Type in keyof typeof arrays]?: readonly string[] }
type ColumnOf<Types extends ColumnsByType> = NonNullable<Types[keyof Types & keyof ColumnsByType]>[number]

const typesOf = (columns: ColumnsByType) =>
  Object.entries(columns).flatMap(([type, names]) => names.map((name) => [name, type as keyof ColumnsByType] as const))

/** Returns the column names as SQL: `a, b, c`. */
export const columnNames = (columns: ColumnsByType) => sql.join(typesOf(columns).map(([name]) => sql.identifier(name)))

/**
 * Returns `unnest($1::int[], …) as name (a, …)`, by which a statement reads `rows` as a table called `name`.
 * With `position`, the table also has a column of that name, which numbers the rows from 1.
 */
export function tableOf<const Types extends ColumnsByType>(
  name: string,
  rows: readonly { [Column in ColumnOf<Types>]: unknown }[],
  columns: Types,
  position?: string,
) {
  const values = typesOf(columns).map(([column, type]) => {
    const cells = (rows as readonly Record<string, unknown>[]).map((row) => row[column])
    return sql`${cells}::${arrays[type]}`
  })
  const names =
    position === undefined ? columnNames(columns) : sql`${columnNames(columns)}, ${sql.identifier(position)}`
  const ordinality = position === undefined ? sql`` : sql`with ordinality`
  return sql`unnest(${sql.join(values)}) ${ordinality} as ${sql.identifier(name)} (${names})`
}
