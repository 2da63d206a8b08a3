import type { Db } from '../src/platform/database/db.ts'
import { sql } from '../src/platform/database/sql.ts'

// The SQL type of the array with a column's values, and the SQL expression that converts one value.
const columnTypes = {
  int: { array: 'int[]', expressionOf: (column: string) => column },
  number: { array: 'float8[]', expressionOf: (column: string) => column },
  text: { array: 'text[]', expressionOf: (column: string) => column },
  boolean: { array: 'boolean[]', expressionOf: (column: string) => column },
  /** Days since 1970. */
  day: { array: 'int[]', expressionOf: (column: string) => `date 'epoch' + ${column}` },
  /** An array of days, in PostgreSQL's array text. */
  days: { array: 'text[]', expressionOf: (column: string) => `${column}::date[]` },
  /** Seconds since 1970. */
  moment: { array: 'float8[]', expressionOf: (column: string) => `to_timestamp(${column})` },
} as const
type ColumnType = keyof typeof columnTypes
type ColumnTypes = Record<string, ColumnType>
type ValueOf<Type> = Type extends 'text' | 'days' ? string : Type extends 'boolean' ? boolean : number
type RowOf<Types> = { [Column in keyof Types]: ValueOf<Types[Column]> | null }

type Value = string | number | boolean | null

/** The rows of one statement, column by column. */
type Batch = { rows: number; values: Value[][] }
type OpenTable = { name: string; types: ColumnTypes; full: Batch[]; filling: Batch; lastId: number }

/** Collects the rows of many tables, and inserts them in the background. */
export type Writer = ReturnType<typeof openWriter>

// More rows per statement are not faster, and need more memory.
const rowsPerStatement = 5000

/** Opens a writer, which executes its statements one after the other on one connection. */
export function openWriter(db: Db) {
  const tables: OpenTable[] = []
  let writing: Promise<unknown> = Promise.resolve()

  async function write(table: OpenTable, batch: Batch) {
    // Does not wait for this batch: the next rows are generated while the database inserts it.
    await writing
    writing = insertBatch(db, table, batch)
    // The next `await writing` throws the error; until then it must not be an unhandled rejection.
    writing.catch(() => {})
  }

  return {
    tables,
    /** Opens a table with the columns to insert. All other columns get their defaults. */
    table<const Types extends ColumnTypes>(name: string, types: Types) {
      const columns = Object.keys(types)
      const emptyBatch = (): Batch => ({ rows: 0, values: columns.map(() => []) })
      const table: OpenTable = { name, types, full: [], filling: emptyBatch(), lastId: 0 }
      tables.push(table)
      return {
        nextId: () => {
          table.lastId += 1
          return table.lastId
        },
        add: (row: RowOf<Types>) => {
          const batch = table.filling
          for (const [index, column] of columns.entries()) batch.values[index]?.push(row[column] ?? null)
          batch.rows += 1
          if (batch.rows < rowsPerStatement) return
          table.full.push(batch)
          table.filling = emptyBatch()
        },
      }
    },
    /** Inserts the full batches. Returns while the last of these batches may still be in progress. */
    async writeFull() {
      for (const table of tables) for (const batch of table.full.splice(0)) await write(table, batch)
    },
    /** Inserts all rows, and waits until they are inserted. */
    async writeAll() {
      for (const table of tables)
        for (const batch of [...table.full.splice(0), table.filling]) if (batch.rows > 0) await write(table, batch)
      await writing
    },
  }
}

/** The type of the elements of an array in PostgreSQL's binary form, and their size in bytes, if it is fixed. */
const elements = {
  'int[]': { oid: 23, bytes: 4 },
  'float8[]': { oid: 701, bytes: 8 },
  'boolean[]': { oid: 16, bytes: 1 },
  'text[]': { oid: 25, bytes: null },
} as const

/** Returns a column as an array in PostgreSQL's binary form, which the engine reads faster than text. */
function encodeArray(type: keyof typeof elements, values: Value[]): Buffer {
  const { oid, bytes } = elements[type]
  const headerBytes = 20
  const size = values.reduce<number>(
    (total, value) => total + 4 + (value === null ? 0 : (bytes ?? Buffer.byteLength(`${value}`))),
    headerBytes,
  )
  const buffer = Buffer.allocUnsafe(size)
  // The number of dimensions, whether there are nulls, the type, the length, and the index of the first element.
  let at = headerBytes
  for (const [index, word] of [1, Number(values.includes(null)), oid, values.length, 1].entries())
    buffer.writeInt32BE(word, index * 4)
  for (const value of values) {
    if (value === null) {
      at = buffer.writeInt32BE(-1, at)
      continue
    }
    if (bytes === null) {
      const written = buffer.write(`${value}`, at + 4)
      buffer.writeInt32BE(written, at)
      at += 4 + written
      continue
    }
    at = buffer.writeInt32BE(bytes, at)
    if (type === 'int[]') at = buffer.writeInt32BE(Number(value), at)
    else if (type === 'float8[]') at = buffer.writeDoubleBE(Number(value), at)
    else at = buffer.writeUInt8(Number(value), at)
  }
  return buffer
}

/**
 * Inserts rows from one array per column, which is the fastest way on both engines: the embedded engine has no COPY.
 */
function insertBatch(db: Db, { name, types }: OpenTable, { values }: Batch) {
  const columns = Object.entries(types).map(([column, type]) => ({ column, ...columnTypes[type] }))
  const names = sql.raw(columns.map(({ column }) => column).join(', '))
  const expressions = sql.raw(columns.map(({ column, expressionOf }) => expressionOf(column)).join(', '))
  const arrays = columns.map(({ array }, index) => sql`${encodeArray(array, values[index] ?? [])}::${sql.raw(array)}`)
  return sql`
    insert into ${sql.identifier(name)} (${names})
    select ${expressions} from unnest(${sql.join(arrays)}) as batch (${names})`.execute(db)
}

/** Sets an identity column to continue after rows with explicit ids. */
export const advanceSequence = (transaction: Db, table: string, lastId: number) =>
  sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${lastId})`.execute(transaction)
