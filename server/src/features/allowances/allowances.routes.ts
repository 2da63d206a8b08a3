import { listAllowances, saveAllowance } from '@rd4-loket/contract'
import { appendAuditEvent } from '../../domain/access-log/audit-log.queries.ts'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api, SessionEmployee } from '../../platform/http/api.ts'
import { findAllowances, saveRolls } from './allowances.queries.ts'

/** How many rolls of bags a pass may have, per municipality and year. */
export function allowanceRoutes(api: Api, db: Db) {
  const asked = (employee: SessionEmployee, { municipality_id }: { municipality_id: string }) =>
    ownMunicipality(db, employee, Number(municipality_id))

  answer(api, listAllowances, async ({ params, employee }) => findAllowances(db, await asked(employee, params)))

  answer(api, saveAllowance, async ({ params, body: { rolls }, employee, actor }) => {
    const year = Number(params.year)
    const municipality_id = await asked(employee, params)
    const object = { kind: 'allowance', key: `${municipality_id}/${year}` }
    await db.transaction().execute(async (transaction) => {
      await saveRolls(transaction, municipality_id, year, rolls)
      await appendAuditEvent(transaction, actor, {
        action: 'change_allowance',
        result: 'done',
        object,
        result_count: rolls,
      })
    })
    return { year, rolls }
  })
}
