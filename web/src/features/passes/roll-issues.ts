import { ApiError, type Purpose, type Resident } from '@rd4-loket/contract'
import { errorText } from '../../kit/page/Page.tsx'
import { hasExtraCalls } from '../../session/offered.tsx'
import { rollText } from '../../session/session.ts'

/** A request to issue rolls to the resident of a card. `key` is its idempotency key. */
export type IssueRequest = { key: string; resident: Resident; rolls: number; purpose: Purpose }

/** A request with its progress: `request_id` when the rolls were issued, `error` when the request failed. */
export type DeskIssue = IssueRequest & { at: number; request_id?: number; rolls_this_year?: number; error?: Error }

/** Returns whether the outcome is unknown: no response, or a server error that may have occurred after the issue. */
export const isUncertain = (error: Error) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500

/** Returns whether a call got no reply, because the server is unreachable. */
export const neverArrived = (error: Error) => error instanceof ApiError && error.status === 0

/** The reason of a call without a reply. It stays true when the connection is back. */
export const noReplyText = 'Er kwam geen antwoord van het loket.'

/** Returns why an issue failed, and what the clerk can do. */
export function failureText(error: Error) {
  const reason = neverArrived(error) ? noReplyText : errorText(error)
  if (!isUncertain(error)) return reason
  // A server without calls beyond the specification may not recognise a repeated request by its idempotency key.
  const advice = hasExtraCalls.read()
    ? 'Probeer het nog eens: er wordt niets dubbel uitgegeven.'
    : rollText('Controleer eerst of de rollen al zijn aangevraagd.')
  return `${reason.replace(/\.?$/, '.')} ${advice}`
}

/** Returns whether the server rejected a number of rolls that the card allows, because a colleague issued rolls too. */
export const isCardOutdated = (error: Error, { resident: { rolls: counts }, rolls }: IssueRequest) =>
  error instanceof ApiError &&
  error.status === 422 &&
  !!counts &&
  (counts.allowance === null || rolls <= counts.allowance - counts.this_year)

/** Returns the name under which a request is the same as an earlier request: the pass and the number of rolls. */
export const requestName = ({ resident, rolls }: Pick<IssueRequest, 'resident' | 'rolls'>) =>
  `${resident.environmental_pass_number}/${rolls}`
