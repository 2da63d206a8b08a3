import type { LetterSender } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { firstRow, runSql } from '../../platform/database/statements.queries.ts'

/**
 * Returns the sender of a municipality's letters, and locks it until the transaction ends. Inserts `initial` if the
 * municipality has set none, because only an existing row can be locked.
 */
export async function lockLetterSender(transaction: Db, municipality_id: number, initial: LetterSender) {
  const { contact, opening_hours, names_employee } = initial
  await runSql(transaction)`
    insert into letter_sender (municipality_id, contact, opening_hours, names_employee)
    values (${municipality_id}, ${contact}, ${opening_hours}, ${names_employee}) on conflict do nothing`
  return firstRow<LetterSender>(transaction)`
    select contact, opening_hours, names_employee from letter_sender
    where municipality_id = ${municipality_id} for update`
}

/** Stores the sender of a municipality's letters. */
export const updateLetterSender = (db: Db, municipality_id: number, sender: LetterSender) => runSql(db)`
  update letter_sender
  set contact = ${sender.contact}, opening_hours = ${sender.opening_hours}, names_employee = ${sender.names_employee}
  where municipality_id = ${municipality_id}`
