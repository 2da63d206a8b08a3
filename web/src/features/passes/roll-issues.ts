import { ApiError, issueRolls, type Purpose, type Resident, rollsRequestedText } from '@rd4-loket/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { reloadUndoable } from '../../domain/passes/undo.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { errorText } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { resetArea } from '../../session/client-areas.ts'
import { hasExtraCalls } from '../../session/extra-calls.tsx'

/** A request to issue rolls to the resident of a card. */
type IssueRequest = { key: string; resident: Resident; rolls: number; purpose: Purpose }

/** A request with its progress: `request_id` when the rolls were issued, `error` when the request failed. */
export type DeskIssue = IssueRequest & { at: number; request_id?: number; rolls_this_year?: number; error?: Error }

/** Returns whether the outcome is unknown: no response, or a server error that may have occurred after the issue. */
export const isUncertain = (error: Error) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500

/** The reason of a call without a reply. It stays true when the connection is back. */
export const noReplyText = 'Er kwam geen antwoord van het loket.'

/** Returns why an issue failed, and what the clerk can do. */
export function failureText(error: Error) {
  const reason = error instanceof ApiError && error.status === 0 ? noReplyText : errorText(error)
  if (!isUncertain(error)) return reason
  // A server without calls beyond the specification may not recognise a repeated request by its idempotency key.
  const advice = hasExtraCalls.read()
    ? 'Probeer het nog eens: er wordt niets dubbel uitgegeven.'
    : 'Controleer eerst of de rollen al zijn aangevraagd.'
  return `${reason.replace(/\.?$/, '.')} ${advice}`
}

/** Returns whether the server rejected a number of rolls that the card allows, because a colleague issued rolls too. */
const isCardOutdated = (error: Error, { resident: { rolls: counts }, rolls }: IssueRequest) =>
  error instanceof ApiError && error.status === 422 && !!counts && rolls <= counts.allowance - counts.this_year

const requestName = ({ resident, rolls }: Pick<IssueRequest, 'resident' | 'rolls'>) =>
  `${resident.environmental_pass_number}/${rolls}`

type IssueHandlers = { onIssued: (resident: Resident) => void; onOutdated: (resident: Resident) => void }

/** Issues rolls and lists the issues of this desk, latest first. The same request is never issued twice. */
export function useRollIssues({ onIssued, onOutdated }: IssueHandlers) {
  const client = useQueryClient()
  const [issues, setIssues] = useState<DeskIssue[]>([])
  // The idempotency keys of requests whose outcome is unknown. A retry uses the same key.
  const keys = useRef(new Map<string, { key: string; isSending: boolean }>())

  const update = (key: string, progress: Partial<DeskIssue>) =>
    setIssues((now) => now.map((it) => (it.key === key ? { ...it, ...progress } : it)))

  const sending = useMutation({
    gcTime: 0,
    mutationFn: ({ key: idempotency_key, resident: { environmental_pass_number }, rolls, purpose }: IssueRequest) =>
      call(issueRolls, { body: { environmental_pass_number, rolls } }, { idempotency_key, purpose }),
    onSuccess: ({ request_id, rolls, rolls_this_year }, { key, resident }) => {
      update(key, { request_id, rolls_this_year, at: Date.now() })
      onIssued(resident)
      showMessage(rollsRequestedText(rolls))
      // Cached lists and totals of issues are out of date.
      resetArea.resident(client)
      void reloadUndoable(client)
    },
    onError: (error, request) => {
      update(request.key, { error })
      if (isCardOutdated(error, request)) onOutdated(request.resident)
    },
    onSettled: (_reply, error, request) => {
      const entry = keys.current.get(requestName(request))
      if (error && isUncertain(error) && entry) entry.isSending = false
      else keys.current.delete(requestName(request))
    },
  })

  const issue = (resident: Resident, rolls: number, purpose: Purpose) => {
    const name = requestName({ resident, rolls })
    const { key, isSending } = keys.current.get(name) ?? { key: crypto.randomUUID(), isSending: false }
    if (isSending) return
    keys.current.set(name, { key, isSending: true })
    const request = { key, resident, rolls, purpose }
    // The new request replaces a failed request for the same card.
    const isUnrelated = (it: DeskIssue) => it.key !== key && !(it.resident === resident && it.error)
    setIssues((now) => [{ ...request, at: Date.now() }, ...now.filter(isUnrelated)])
    sending.mutate(request)
  }

  return {
    issues,
    issue,
    /** Updates the resident of the requests for a card. */
    updateResident: (before: Resident, resident: Resident) =>
      setIssues((now) => now.map((it) => (it.resident === before ? { ...it, resident } : it))),
    removeIssue: (request_id: number) => setIssues((now) => now.filter((it) => it.request_id !== request_id)),
    /** Removes the rejected requests, because the clerk has read their errors. */
    removeRejected: () => setIssues((now) => now.filter(({ error }) => !error || isUncertain(error))),
    removeAll: () => setIssues([]),
  }
}
