import {
  ApiError,
  findResident,
  issueRolls,
  type Purpose,
  type Resident,
  rollsRequestedText,
} from '@rd4-loket/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { reasonOf } from '../../kit/forms/Form.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { call } from '../../session/api.ts'
import { resetArea } from '../../session/client-areas.ts'
import { useIdle } from './idle.ts'
import { usePurpose } from './purpose.ts'

/** What a clerk wants once: so many rolls for the resident whose card was on screen. */
export type Issue = { key: string; resident: Resident; rolls: number; purpose: Purpose }

/** An issue with how far it came. */
export type IssueState = Issue & { at: number; request_id?: number; rolls_this_year?: number; error?: Error }

/** A pass that is looked up, with the number of rolls that was entered before its card was there. */
type Lookup = { number: string; purpose: Purpose; rolls?: number }

/** Without an answer, or from a server in trouble: nobody knows whether it was done. */
export const isUncertain = (error: Error) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500

/** Why an issue failed, and what to do about it. */
export function failureText(error: Error) {
  if (isUncertain(error)) return `${error.message} Probeer het nog eens: er wordt niets dubbel uitgegeven.`
  return reasonOf(error)
}

/**
 * The state of the pass desk: whose card is on screen, and what was issued. A scan and a number may come faster than the
 * server answers; each keeps its meaning, and nothing is issued twice.
 */
export function usePassDesk() {
  const client = useQueryClient()
  const [resident, show] = useState<Resident>()
  const [issues, setIssues] = useState<IssueState[]>([])
  const purpose = usePurpose()
  // What was on screen when nobody was there any more: the pass, and the number that was typed on its card.
  const [setAside, putAside] = useState<string>()
  const typedRolls = useRef('')
  // Of all that are on the way, whose card is shown.
  const latest = useRef<Lookup>(undefined)
  // Rolls for a customer who was followed by the next before the card was there, and whose pass then was not found.
  const [missed, setMissed] = useState<Lookup & { error: Error }>()
  // The key of everything that was sent and of which the outcome is not known yet; a retry goes under the same key.
  const keys = useRef(new Map<string, { key: string; sending: boolean }>())

  const change = (key: string, news: Partial<IssueState>) =>
    setIssues((now) => now.map((issue) => (issue.key === key ? { ...issue, ...news } : issue)))

  // Never in the query cache: a pass number stays no longer than its card.
  const lookup = useMutation({
    gcTime: 0,
    mutationFn: ({ number: environmental_pass_number, purpose }: Lookup) =>
      call(findResident, { body: { environmental_pass_number } }, { purpose }),
    onSuccess: (found, wanted) => {
      if (wanted === latest.current) show(found)
      if (wanted.rolls !== undefined) issue(found, wanted.rolls, wanted.purpose)
    },
    onError: (error, wanted) => {
      if (wanted !== latest.current && wanted.rolls !== undefined) setMissed({ ...wanted, error })
    },
  })

  const sending = useMutation({
    gcTime: 0,
    mutationFn: ({ key: idempotency_key, resident: { environmental_pass_number }, rolls, purpose }: Issue) =>
      call(issueRolls, { body: { environmental_pass_number, rolls } }, { idempotency_key, purpose }),
    onSuccess: ({ request_id, rolls, rolls_this_year }, { key, resident: served }) => {
      change(key, { request_id, rolls_this_year, at: Date.now() })
      show((now) => (now === served ? undefined : now))
      showMessage(rollsRequestedText(rolls))
      // Every list and count of what was handed out is of before.
      resetArea.resident(client)
    },
    onError: (error, { key }) => change(key, { error }),
    onSettled: (_reply, error, issue) => {
      const known = keys.current.get(nameOf(issue))
      if (error && isUncertain(error) && known) known.sending = false
      else keys.current.delete(nameOf(issue))
    },
  })

  const issue = (to: Resident, rolls: number, why = purpose.forPass(to.environmental_pass_number)) => {
    const name = nameOf({ resident: to, rolls })
    const { key, sending: busy } = keys.current.get(name) ?? { key: crypto.randomUUID(), sending: false }
    if (busy) return
    keys.current.set(name, { key, sending: true })
    const wanted = { key, resident: to, rolls, purpose: why }
    // What was refused for this card has been read, and this comes in its place.
    const before = (earlier: IssueState) => earlier.key !== key && !(earlier.resident === to && earlier.error)
    setIssues((now) => [{ ...wanted, at: Date.now() }, ...now.filter(before)])
    sending.mutate(wanted)
  }

  const find = (number: string, typed = '') => {
    typedRolls.current = typed
    putAside(undefined)
    show(undefined)
    // What was refused has been read on its card.
    setIssues((now) => now.filter(({ error }) => !error || isUncertain(error)))
    setMissed((before) => (before?.number === number ? undefined : before))
    latest.current = { number, purpose: purpose.forPass(number) }
    lookup.mutate(latest.current)
  }

  const clear = () => {
    putAside((before) => resident?.environmental_pass_number ?? before)
    show(undefined)
    setIssues([])
    setMissed(undefined)
    latest.current = undefined
    lookup.reset()
  }
  const clearsSoon = useIdle(clear) && resident !== undefined

  return {
    resident,
    lookup,
    issues,
    missed,
    find: (number: string) => find(number),
    /** Looks a pass up once more; the number of rolls that was entered for it stands on its card. */
    findAgain: ({ number, rolls }: Lookup) => find(number, rolls?.toString()),
    purpose,
    /** What is typed as a number of rolls; kept while the card is aside. */
    typedRolls,
    /** Goes the card from the screen in half a minute? */
    clearsSoon,
    /** Brings back whom the desk put aside; undefined where nobody is. */
    showAgain: setAside === undefined ? undefined : () => find(setAside, typedRolls.current),
    /** Issues to the resident on screen, or to the one who is on the way. */
    issue: (rolls: number) => {
      if (resident) issue(resident, rolls)
      else if (latest.current) latest.current.rolls = rolls
    },
    /** Is there somebody to issue to? */
    serving: resident !== undefined || lookup.isPending,
    retry: ({ resident: to, rolls }: Issue) => issue(to, rolls),
    undone: (undoneIssue: Issue) => {
      resetArea.resident(client)
      setIssues((now) => now.filter(({ key }) => key !== undoneIssue.key))
      const number = undoneIssue.resident.environmental_pass_number
      if (resident?.environmental_pass_number === number) find(number)
    },
  }
}

const nameOf = ({ resident, rolls }: Pick<Issue, 'resident' | 'rolls'>) =>
  `${resident.environmental_pass_number}/${rolls}`
