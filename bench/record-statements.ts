import { createRequire } from 'node:module'
import pg from 'pg'

// Preloaded into a portal with `node --import`. Records each statement that the portal sends to PostgreSQL.

/** A statement, its values in PostgreSQL's text form, and the options of its session. */
export type RecordedStatement = { text: string; values: (string | null)[]; options: string }

const { prepareValue }: { prepareValue: (value: unknown) => string | null } = createRequire(import.meta.url)(
  'pg/lib/utils',
)
const { query } = pg.Client.prototype
let statements: RecordedStatement[] = []

pg.Client.prototype.query = function (this: pg.Client, statement: string | pg.QueryConfig, ...rest: unknown[]) {
  const { text, values = rest[0] } = typeof statement === 'string' ? { text: statement } : statement
  const { options = '' } = (this as unknown as { connectionParameters: { options?: string } }).connectionParameters
  statements.push({ text, values: Array.isArray(values) ? values.map((value) => prepareValue(value)) : [], options })
  return Reflect.apply(query, this, [statement, ...rest])
} as typeof query

// Replies to each message of the parent process with the statements since the previous message.
process.on('message', () => {
  process.send?.(statements)
  statements = []
})
process.channel?.unref()
