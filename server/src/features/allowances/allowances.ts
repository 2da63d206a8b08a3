import { appendAuditEvent } from '../../domain/access-log/audit-log.queries.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/api.ts'
import { upsertAllowance } from './allowances.queries.ts'

/** Stores and logs the maximum number of rolls of a pass in a municipality and year. */
export async function storeAllowance(
  db: Db,
  { municipality_id, year, rolls }: { municipality_id: number; year: number; rolls: number },
  actor: Actor,
) {
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
