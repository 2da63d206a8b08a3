import { defaultAllowance, type saveAllowance } from '@rd4-loket/contract'
import { appendAuditEvent } from '../../domain/access-log/audit-log.queries.ts'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import type { Call } from '../../platform/http/answer.ts'
import { lockAllowance, updateAllowance } from './allowances.queries.ts'

/** Stores and logs the maximum number of rolls of a pass in a municipality and year. */
export async function storeAllowance({ db, employee, params, body: { rolls }, actor }: Call<typeof saveAllowance>) {
  const { year } = params
  const municipality_id = await ownMunicipality(db, employee, params.municipality_id)
  const object = { kind: 'allowance', key: `${municipality_id}/${year}` }
  await db.transaction().execute(async (transaction) => {
    const before = { rolls: await lockAllowance(transaction, { municipality_id, year }, defaultAllowance) }
    await updateAllowance(transaction, { municipality_id, year }, rolls)
    const change = { before, after: { rolls } }
    await appendAuditEvent(transaction, actor, { action: 'change_allowance', result: 'done', object, change })
  })
  return { year, rolls }
}
