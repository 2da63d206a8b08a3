import type { saveAllowance } from '@rd4-loket/contract'
import { appendAuditEvent } from '../../domain/access-log/audit-log.queries.ts'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Call } from '../../platform/http/answer.ts'
import { upsertAllowance } from './allowances.queries.ts'

/** Stores and logs the maximum number of rolls of a pass in a municipality and year. */
export async function storeAllowance(
  db: Db,
  { employee, params: { municipality_id: id, year }, body: { rolls }, actor }: Call<typeof saveAllowance>,
) {
  const municipality_id = await ownMunicipality(db, employee, id)
  const object = { kind: 'allowance', key: `${municipality_id}/${year}` }
  await db.transaction().execute(async (transaction) => {
    await upsertAllowance(transaction, { municipality_id, year, rolls })
    await appendAuditEvent(transaction, actor, {
      action: 'change_allowance',
      result: 'done',
      object,
      result_count: rolls,
    })
  })
  return { year, rolls }
}
