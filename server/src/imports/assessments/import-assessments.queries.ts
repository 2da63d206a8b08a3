import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows, jsonList, runSql } from '../../platform/database/statements.queries.ts'
import { columnNames, tableOf } from '../../platform/database/table-of.queries.ts'

/** A line of an imposed bill. Amounts are in cents. */
export type ImposedLine = {
  position: number
  description: string
  count: number | null
  unit_cents: number | null
  amount_cents: number
}

/** An imposed bill. */
export type ImposedAssessment = {
  number: string
  subject_id: string
  address_id: number
  year: number
  assessed_on: string
  lines: ImposedLine[]
}
type StoredAssessment = ImposedAssessment & { id: number }

const columns = {
  text: ['number', 'subject_id'],
  int: ['address_id', 'year', 'amount_cents'],
  date: ['assessed_on'],
} as const
const names = columnNames(columns)
const lineColumns = {
  int: ['assessment_id', 'count', 'unit_cents', 'amount_cents'],
  smallint: ['position'],
  text: ['description'],
} as const
const lineNames = columnNames(lineColumns)

/** Returns the assessments with these numbers, with their lines in order. */
export async function findAssessments(db: Db, numbers: string[]): Promise<Map<string, StoredAssessment>> {
  const rows = await allRows<StoredAssessment>(db)`
    select id, number, subject_id, address_id, year, assessed_on,
      ${jsonList(sql`
        select position, description, count, unit_cents, amount_cents
        from assessment_line where assessment_id = assessment.id order by position`)} as lines
    from assessment where number = any (${numbers}::text[])`
  return new Map(rows.map((row) => [row.number, row]))
}

const withAmount = (assessment: ImposedAssessment) => ({ ...assessment, amount_cents: amountOf(assessment) })

/** Returns the sum of the lines in cents. */
export const amountOf = ({ lines }: Pick<ImposedAssessment, 'lines'>) =>
  lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0)

/** Inserts assessments with new numbers, and replaces assessments with known numbers. Returns the id of each. */
export async function upsertAssessments(db: Db, assessments: ImposedAssessment[]): Promise<Map<string, number>> {
  const rows = await allRows<{ id: number; number: string }>(db)`
    insert into assessment (${names}) select * from ${tableOf('file', assessments.map(withAmount), columns)}
    on conflict (number) do update set subject_id = excluded.subject_id, address_id = excluded.address_id,
      year = excluded.year, assessed_on = excluded.assessed_on, amount_cents = excluded.amount_cents
    returning id, number`
  const ids = new Map(rows.map(({ id, number }) => [number, id]))
  await runSql(db)`delete from assessment_line where assessment_id = any (${[...ids.values()]}::int[])`
  const lines = assessments.flatMap(({ number, lines }) =>
    lines.map((line) => ({ ...line, assessment_id: ids.get(number) })),
  )
  await runSql(db)`
    insert into assessment_line (${lineNames}) select * from ${tableOf('file', lines, lineColumns)}`
  return ids
}
