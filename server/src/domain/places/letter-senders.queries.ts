import type { LetterSender } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { firstRow } from '../../platform/database/statements.queries.ts'

/** Returns how residents of a municipality reach the sender of a letter; undefined when the municipality set none. */
export const findLetterSender = (db: Db, municipality_id: number) => firstRow<LetterSender>(db)`
  select contact, opening_hours, names_employee from letter_sender where municipality_id = ${municipality_id}`
