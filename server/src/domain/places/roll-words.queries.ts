import type { RollWords } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { allRows, firstRow } from '../../platform/database/statements.queries.ts'

/** Returns what each municipality calls the rolls that its desk issues, by the id of the municipality. */
export async function findRollWords(db: Db) {
  const rows = await allRows<RollWords & { id: number }>(db)`select id, roll_singular, roll_plural from municipality`
  return new Map(rows.map(({ id, ...words }): [number, RollWords] => [id, words]))
}

/** Returns the words of a municipality. Undefined: the rows are of several municipalities. */
export const findRollWordsOf = (db: Db, municipality_id: number | undefined) => firstRow<RollWords>(db)`
  select roll_singular, roll_plural from municipality where id = ${municipality_id ?? null}`
