import { ApiError, type BlockedReason, blockedReasonNames, type issueRolls, type Received } from '@rd4-loket/contract'
import type { LoggedAccess, SessionEmployee } from '../../platform/http/api.ts'
import { invalidInput, notFound } from '../../platform/http/errors.ts'
import { storeOnce } from '../../platform/http/idempotency.ts'
import { findPass } from './residents.queries.ts'
import { findRequestByKey, insertRollIssue, lockPass } from './roll-issues.queries.ts'

const refusePass = (message: string): never => {
  throw new ApiError(422, message, { environmental_pass_number: [message] })
}
const blockedBecause = (reason: BlockedReason | null) =>
  reason ? `Deze pas is geblokkeerd: ${blockedReasonNames[reason]}` : 'Deze pas is geblokkeerd'

function refuseRolls(left: number): never {
  const message =
    left <= 0
      ? 'Deze pas heeft dit jaar alle rollen al gehad'
      : `Deze pas kan dit jaar nog ${left} ${left === 1 ? 'rol' : 'rollen'} krijgen`
  throw new ApiError(422, invalidInput, { rolls: [message] })
}

/**
 * Hands out rolls on a pass, exactly once for a key: everything is read, decided and kept in the transaction of the look, in
 * which nobody else can hand out on the same pass.
 */
export async function handOutRolls(
  { transaction, recordSought, recordFound }: LoggedAccess,
  employee: SessionEmployee,
  { environmental_pass_number: number, rolls }: Received<typeof issueRolls>['body'],
  idempotency_key: string | null,
) {
  recordSought(number)
  await lockPass(transaction, number)
  const pass = (await findPass(transaction, employee, number)) ?? notFound('Deze pas is niet bekend in uw gemeente')
  recordFound(number)
  return storeOnce(idempotency_key, {
    find: (key) => findRequestByKey(transaction, employee.id, key),
    hasSameInput: (stored) => stored.number === number && stored.rolls === rolls,
    repeat: ({ request_id, rolls_this_year }) => ({ rolls, request_id, rolls_this_year }),
    store: async () => {
      if (pass.status === 'blocked') refusePass(blockedBecause(pass.blocked_reason))
      if (pass.status === 'expired') refusePass('Deze pas is verlopen')
      if (pass.this_year + rolls > pass.allowance) refuseRolls(pass.allowance - pass.this_year)
      const issue = { environmental_pass_id: pass.pass_id, employee_id: employee.id, rolls, idempotency_key }
      const request_id = await insertRollIssue(transaction, issue)
      return request_id === undefined ? undefined : { rolls, request_id, rolls_this_year: pass.this_year + rolls }
    },
  })
}
