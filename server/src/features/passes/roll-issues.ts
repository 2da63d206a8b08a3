import {
  ApiError,
  type BlockedReason,
  blockedReasonNames,
  type cancelRollIssue,
  type IssueOrder,
  inRollWords,
  type issueRolls,
  type listRollIssues,
  mayIssueRolls,
  mayUndo,
  type ParsedInput,
  type Reply,
  type RollIssue,
  type RollWords,
} from '@rd4-loket/contract'
import type { Viewer } from '../../domain/places/in-municipality.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { booleanCell, minuteCell, type SheetColumn } from '../../platform/files/sheet.ts'
import type { Call } from '../../platform/http/answer.ts'
import { invalidField, notFound, requireAllowed } from '../../platform/http/errors.ts'
import { idempotencyKey, storeOnce } from '../../platform/http/idempotency.ts'
import { page, readCursor } from '../../platform/http/page.ts'
import { findPass } from './residents.queries.ts'
import {
  cancelIssue,
  findIssueByKey,
  findIssues,
  findRollsByWeek,
  type IssueCriteria,
  insertRollIssue,
  lockIssue,
  lockPassesOfResident,
} from './roll-issues.queries.ts'

/** Throws the same 404 for an unknown pass and for a pass of another municipality. */
export const unknownPass = () => notFound('Deze pas is niet bekend in uw gemeente')

const rejectPass = (message: string) => invalidField('environmental_pass_number', message)
const blockedText = (reason: BlockedReason | null) =>
  reason ? `Deze pas is geblokkeerd: ${blockedReasonNames[reason]}` : 'Deze pas is geblokkeerd'

function tooManyRollsText(this_year: number, allowance: number) {
  const left = allowance - this_year
  const ofAll = `${allowance} ${allowance === 1 ? 'rol' : 'rollen'}`
  return left > 0
    ? `Dit huishouden kan dit jaar nog ${left} van de ${ofAll} krijgen`
    : `Dit huishouden kan dit jaar niets meer krijgen: het maximum is ${ofAll}`
}

/**
 * Issues rolls on a pass, at most once per idempotency key. Reads and writes in the transaction of the logged access.
 * Locks the passes of the resident, so that no parallel call issues rolls to the household. Throws 404 for an unknown
 * pass. Throws 409 for a key that was used with other input, for a cancelled issue, and without an allowance. Throws 422
 * when the pass may not get these rolls.
 */
export async function issueRollsOnce({ employee, body, access, request }: Call<typeof issueRolls>) {
  const { environmental_pass_number: number, rolls } = body
  const idempotency_key = idempotencyKey(request)
  const { transaction, recordLookup, recordFound } = access
  recordLookup(number)
  await lockPassesOfResident(transaction, number)
  const pass = (await findPass(transaction, employee, number)) ?? unknownPass()
  recordFound(number)
  return storeOnce(idempotency_key, {
    find: (key) => findIssueByKey(transaction, employee.id, key),
    hasSameInput: (stored) => stored.number === number && stored.rolls === rolls,
    repeat: ({ request_id, is_cancelled, rolls_this_year }) => {
      if (is_cancelled)
        throw new ApiError(
          409,
          inRollWords('Deze uitgifte is ongedaan gemaakt. Geef de rollen zo nodig opnieuw uit.', pass),
        )
      return { rolls, request_id, rolls_this_year }
    },
    store: async () => {
      if (pass.status === 'blocked') rejectPass(blockedText(pass.blocked_reason))
      if (pass.status === 'expired') rejectPass('Deze pas is verlopen')
      const { this_year, allowance } = pass
      const refusal = mayIssueRolls(pass)
      requireAllowed(refusal && inRollWords(refusal, pass))
      if (allowance !== null && this_year + rolls > allowance)
        invalidField('rolls', inRollWords(tooManyRollsText(this_year, allowance), pass))
      const issue = { environmental_pass_id: pass.pass_id, employee_id: employee.id, rolls, idempotency_key }
      const request_id = await insertRollIssue(transaction, issue)
      return request_id === undefined ? undefined : { rolls, request_id, rolls_this_year: pass.this_year + rolls }
    },
  })
}

/**
 * Cancels an issue of this employee within five minutes. Cancelling an own cancelled issue again has no effect, also
 * later, because the first reply may have been lost. Throws 404 for an unknown issue, and for an issue in another
 * municipality. Throws 409 for any other issue.
 */
export async function cancelOwnIssue({ employee, params, access }: Call<typeof cancelRollIssue>) {
  const { transaction } = access
  const issue = (await lockIssue(transaction, employee, params.request_id)) ?? notFound('Deze uitgifte bestaat niet')
  if (!issue.is_own || !issue.is_cancelled) requireAllowed(mayUndo(issue))
  const cancelled = (await cancelIssue(transaction, params.request_id)) ?? unknownPass()
  access.recordFound(cancelled.number)
  return { rolls_this_year: cancelled.rolls_this_year }
}

/** Returns a page of the matching issues that the caller may see, newest first. */
export async function findRollIssuePage(
  db: Db,
  viewer: Viewer,
  {
    cursor,
    limit,
    ...criteria
  }: IssueCriteria & { order?: IssueOrder; cursor?: string | null | undefined; limit: number },
) {
  const [after] = cursor ? (readCursor(cursor, ['number']) as [number]) : []
  const issues = await findIssues(db, viewer, { ...criteria, after, limit: limit + 1 })
  const { rows: data, meta } = page(issues, limit, ({ id }) => [id])
  return { data, meta }
}

const issuesPerPage = 50

/** Returns a page of the matching issues for the screen, with the totals of all matching issues. */
export async function findRollIssues(
  db: Db,
  viewer: Viewer,
  { cursor, ...criteria }: ParsedInput<typeof listRollIssues>['query'],
): Promise<Reply<typeof listRollIssues>> {
  const { data, meta } = await findRollIssuePage(db, viewer, { ...criteria, cursor, limit: issuesPerPage })
  const weeks = await findRollsByWeek(db, viewer, criteria)
  return { data, meta: { ...meta, total_rolls: weeks.reduce((sum, { rolls }) => sum + rolls, 0), weeks } }
}

/** Returns the columns of exported roll issues. As on the screen, only the end of the pass number is included. */
export const rollIssueFileColumns = (words: RollWords | undefined): readonly SheetColumn<RollIssue>[] => [
  ['Moment', ({ requested_at }) => minuteCell(requested_at)],
  [inRollWords('Rollen', words), ({ rolls }) => rolls],
  ['Door', ({ requested_by }) => requested_by],
  ['Einde pasnummer', ({ pass_ending }) => pass_ending],
  ['Ongedaan gemaakt', ({ cancelled }) => booleanCell(cancelled)],
]
