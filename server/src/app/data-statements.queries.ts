import type { Db } from '../platform/database/db.ts'
import { allRows } from '../platform/database/statements.queries.ts'

/** A period after which rows are deleted. It begins at the first of some columns. */
export type RetentionPeriod = {
  months: number
  columns: string[]
  /** The period applies only to the rows with this value. Null: to all rows. */
  where: { column: string; value: string } | null
}

/**
 * A sentence at the end of a table's comment. It states whose data the table holds, and how long. `subject` is null
 * when the table has no personal data. The other fields are null when the sentence has no such part.
 */
export type DataStatement = {
  table: string
  subject: string | null
  period: RetentionPeriod | null
  /** The table with which the rows are deleted, by a foreign key. */
  deletedWith: string | null
  /** The event at which code deletes the rows. */
  deletedWhen: string | null
}

const ofSomebody = /^(?:No personal data|Personal data of (?<subject>[^,]+)), (?<rest>.+)\.$/
const afterMonths =
  /^deleted (?<months>\d+) months after (?<columns>\w+(?: or \w+)*)(?: where (?<column>\w+) is (?<value>\w+))?$/
const deletedWith = /^deleted with (?<table>\w+)$/
const deletedWhen = /^deleted when (?<event>.+)$/

/** Returns the statement of a sentence; undefined for any other sentence. */
function parseSentence(table: string, sentence: string): DataStatement | undefined {
  const nothing = { table, subject: null, period: null, deletedWith: null, deletedWhen: null }
  if (sentence === 'No personal data.') return nothing
  const { subject = null, rest = '' } = ofSomebody.exec(sentence)?.groups ?? {}
  const stated = { ...nothing, subject }
  const { months, columns = '', column, value = '' } = afterMonths.exec(rest)?.groups ?? {}
  if (months) {
    const where = column === undefined ? null : { column, value }
    return { ...stated, period: { months: Number(months), columns: columns.split(' or '), where } }
  }
  const parent = deletedWith.exec(rest)?.groups?.['table']
  if (parent) return { ...stated, deletedWith: parent }
  const event = deletedWhen.exec(rest)?.groups?.['event']
  if (event) return { ...stated, deletedWhen: event }
  return rest === 'without a period' && subject !== null ? stated : undefined
}

/** Returns the statements at the end of a table's comment, in their order. Empty: the comment ends otherwise. */
export function parseDataStatements(table: string, comment: string): DataStatement[] {
  const statements: DataStatement[] = []
  for (const sentence of comment.split(/(?<=\.) /).toReversed()) {
    const statement = parseSentence(table, sentence)
    if (!statement) break
    statements.unshift(statement)
  }
  return statements
}

/** Returns the comment of each table, without the parts of partitioned tables and the list of migrations. */
export const findTableComments = (db: Db) => allRows<{ table: string; comment: string }>(db)`
  select relname as table, coalesce(obj_description(oid, 'pg_class'), '') as comment
  from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    and relname <> 'migration'
  order by relname`

/** Returns what the comments of all tables state, sorted by table. */
export const findDataStatements = async (db: Db): Promise<DataStatement[]> =>
  (await findTableComments(db)).flatMap(({ table, comment }) => parseDataStatements(table, comment))
