import { sql } from 'kysely'
import type { Db } from '../src/platform/database/database.ts'
import type { Tables } from '../src/platform/database/tables.ts'

// How a column travels: the type of its array, and what the database makes of each value.
const columnTypes = {
  int: { array: 'int[]', read: (name: string) => name },
  number: { array: 'float8[]', read: (name: string) => name },
  text: { array: 'text[]', read: (name: string) => name },
  boolean: { array: 'boolean[]', read: (name: string) => name },
  /** A day, as days since 1970. */
  day: { array: 'int[]', read: (name: string) => `date 'epoch' + ${name}` },
  /** Several days, as the text of an array of them. */
  days: { array: 'text[]', read: (name: string) => `${name}::date[]` },
  /** A moment, as seconds since 1970. */
  moment: { array: 'float8[]', read: (name: string) => `to_timestamp(${name})` },
}
type ColumnType = keyof typeof columnTypes
type Columns<Name extends keyof Tables> = Partial<Record<keyof Tables[Name] & string, ColumnType>>
type Row<Types> = { [Column in keyof Types]: TypeOf<Types[Column]> | null }
type TypeOf<Type> = Type extends 'text' | 'days' ? string : Type extends 'boolean' ? boolean : number

/** Rows of one statement, column by column: as PostgreSQL writes them in an array. */
type Batch = { rows: number; values: (string | number | boolean)[][] }
type OpenTable = { name: string; columns: Record<string, ColumnType>; full: Batch[]; filling: Batch; lastId: number }

/** Takes the rows of many tables as they are made, and inserts them in the background. */
export type Writer = ReturnType<typeof openWriter>

// Larger statements are no quicker, and take more memory.
const rowsPerStatement = 5000

/** Opens a writer; what it writes goes by one connection, one statement after the other. */
export function openWriter(db: Db) {
  const tables: OpenTable[] = []
  let writing: Promise<unknown> = Promise.resolve()

  async function write(table: OpenTable, batch: Batch) {
    // While the database inserts these rows, the next ones are made.
    await writing
    writing = insertBatch(db, table, batch)
    // Whoever writes next, or ends, hears of a failure; until then it is nobody's.
    writing.catch(() => {})
  }

  return {
    tables,
    /** Opens a table: its columns that are filled, each with how it travels. */
    table<Name extends keyof Tables, const Types extends Columns<Name>>(name: Name, columns: Types) {
      const names = Object.keys(columns)
      const emptyBatch = (): Batch => ({ rows: 0, values: names.map(() => []) })
      const table: OpenTable = {
        name,
        columns: columns as OpenTable['columns'],
        full: [],
        filling: emptyBatch(),
        lastId: 0,
      }
      tables.push(table)
      return {
        nextId: () => {
          table.lastId += 1
          return table.lastId
        },
        add: (row: Row<Types>) => {
          const batch = table.filling
          for (const [index, column] of names.entries()) batch.values[index]?.push(element(row[column as keyof Types]))
          batch.rows += 1
          if (batch.rows < rowsPerStatement) return
          table.full.push(batch)
          table.filling = emptyBatch()
        },
      }
    },
    /** Writes the rows of tables that have enough for a statement; waits while the database is behind. */
    async writeFull() {
      for (const table of tables) for (const batch of table.full.splice(0)) await write(table, batch)
    },
    /** Writes every row, and waits until they are there. */
    async writeAll() {
      for (const table of tables)
        for (const batch of [...table.full.splice(0), table.filling]) if (batch.rows > 0) await write(table, batch)
      await writing
    },
  }
}

/** A value as it stands in an array's text. The driver would write arrays too, but takes a quarter longer over all. */
function element(value: string | number | boolean | null) {
  if (value === null) return 'NULL'
  return typeof value !== 'string' ? value : `"${value.replace(/["\\]/g, '\\$&')}"`
}

/** Inserts rows by one array for each column: what is quickest on both engines, as the embedded one has no COPY. */
function insertBatch(db: Db, { name, columns }: OpenTable, { values }: Batch) {
  const names = Object.keys(columns)
  const types = names.map((column) => columnTypes[columns[column] ?? 'text'])
  const arrays = values.map((column, index) => sql`${`{${column.join(',')}}`}::${sql.raw(types[index]?.array ?? '')}`)
  const read = names.map((column, index) => types[index]?.read(column)).join(', ')
  return sql`insert into ${sql.table(name)} (${sql.raw(names.join(', '))})
    select ${sql.raw(read)} from unnest(${sql.join(arrays)}) as made (${sql.raw(names.join(', '))})`.execute(db)
}
