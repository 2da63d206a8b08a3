// Reasons: docs/objections.md

import { type HandoverFilter, handoversPerPage, type listHandovers, type Reply } from '@rd4-loket/contract'
import { findListedHandovers, providerHandover } from '../../domain/bill/handover-rows.queries.ts'
import type { ObjectionRules } from '../../domain/bill/objection-terms.ts'
import { withLinkedAddress } from '../../domain/places/linked-address.ts'
import type { Call } from '../../platform/http/answer.ts'
import { readCursor, writeCursor } from '../../platform/http/page.ts'
import { today } from '../../platform/runtime/days.ts'
import { findOpenByDates, type OpenObjections } from './handovers.queries.ts'

/** Open objections with one decision day and one day of receipt. `key` sorts them: an unknown decision day is first. */
type SortedObjections = { key: string; ids: number[] }

/** Returns which filters show objections with these dates, and the key that sorts them. */
function judge(objections: OpenObjections, rules: ObjectionRules, now: string) {
  const terms = rules.terms(objections, now)
  const { penalty_days } = rules.penalty(objections, terms, now)
  const shownBy: Record<HandoverFilter, boolean> = {
    late: terms.days_to_decide !== null && terms.days_to_decide < 0,
    penalty: penalty_days !== null && penalty_days > 0,
    unknown: terms.decide_by === null,
  }
  return { ids: objections.ids, key: `${terms.decide_by ?? ''} ${objections.received_on}`, shownBy }
}

/** Returns the objections in the order of the list: by decision day, then by receipt, then by id. */
function sorted(objections: SortedObjections[]) {
  const idsOf = new Map<string, number[]>()
  for (const { key, ids } of objections) {
    const known = idsOf.get(key)
    if (known) known.push(...ids)
    else idsOf.set(key, [...ids])
  }
  return [...idsOf]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([key, ids]) => ids.sort((one, other) => one - other).map((id) => ({ key, id })))
}

/**
 * Returns a page of the open objections with their addresses, and the number of all. The terms of all are computed,
 * because no computed day is stored: none past its day is left out.
 */
export async function openObjections(
  { access, employee, query: { only, municipality_id, cursor } }: Call<typeof listHandovers>,
  rules: ObjectionRules,
): Promise<Reply<typeof listHandovers>> {
  const { transaction, recordHousehold } = access
  const now = today()
  const [afterKey, afterId] = cursor === undefined ? ['', 0] : readCursor(cursor, ['string', 'number'])
  const judged = (await findOpenByDates(transaction, municipality_id)).map((it) => judge(it, rules, now))
  const count = (filter?: HandoverFilter) =>
    judged.reduce((sum, { ids, shownBy }) => sum + (!filter || shownBy[filter] ? ids.length : 0), 0)
  const listed = sorted(judged.filter(({ shownBy }) => !only || shownBy[only])).filter(
    ({ key, id }) => key > String(afterKey) || (key === afterKey && id > Number(afterId)),
  )
  const shown = listed.slice(0, handoversPerPage)
  const last = shown.at(-1)
  const rows = await findListedHandovers(
    transaction,
    shown.map(({ id }) => id),
    employee.id,
  )
  return {
    data: rows.map(({ address_id, occupancy_id, ...row }) => {
      recordHousehold({ address_id, occupancy_id })
      return withLinkedAddress(providerHandover(row, rules, now))
    }),
    meta: {
      next: last && listed.length > shown.length ? writeCursor([last.key, last.id]) : null,
      total: count(),
      counts: { late: count('late'), penalty: count('penalty'), unknown: count('unknown') },
    },
  }
}
