// Reasons: docs/objections.md

import { type HandoverFilter, handoversPerPage, type listHandovers, type Reply } from '@rd4-loket/contract'
import { findListedHandovers, providerHandover } from '../../domain/bill/handover-rows.queries.ts'
import type { ObjectionRules } from '../../domain/bill/objection-terms.ts'
import { withLinkedAddress } from '../../domain/places/linked-address.ts'
import type { Call } from '../../platform/http/answer.ts'
import { page, readCursor } from '../../platform/http/page.ts'
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

/** A place in the list: by decision day and receipt, then by id. */
type Place = { key: string; id: number }

/** Returns the first places after a place. Sorts only the ids that it visits. */
function placesAfter(objections: SortedObjections[], after: Place, limit: number) {
  const groups = new Map<string, number[][]>()
  for (const { key, ids } of objections) {
    if (key < after.key) continue
    const known = groups.get(key)
    if (known) known.push(ids)
    else groups.set(key, [ids])
  }
  const places: Place[] = []
  for (const key of [...groups.keys()].sort()) {
    const ids = (groups.get(key) ?? []).flat().sort((one, other) => one - other)
    places.push(...ids.filter((id) => key > after.key || id > after.id).map((id) => ({ key, id })))
    if (places.length >= limit) break
  }
  return places.slice(0, limit)
}

/**
 * Returns a page of the open objections with their addresses, and the number of all. The terms of all are computed,
 * because no computed day is stored: none past its day is left out.
 */
export async function openObjections(
  { access, employee, query: { only, municipality, cursor } }: Call<typeof listHandovers>,
  rules: ObjectionRules,
): Promise<Reply<typeof listHandovers>> {
  const { transaction, recordHousehold } = access
  const now = today()
  const [key, id] = cursor === undefined ? ['', 0] : readCursor(cursor, ['string', 'number'])
  const judged = (await findOpenByDates(transaction, municipality)).map((it) => judge(it, rules, now))
  const count = (filter?: HandoverFilter) =>
    judged.reduce((sum, { ids, shownBy }) => sum + (!filter || shownBy[filter] ? ids.length : 0), 0)
  const matching = judged.filter(({ shownBy }) => !only || shownBy[only])
  const found = placesAfter(matching, { key: String(key), id: Number(id) }, handoversPerPage + 1)
  const { rows: shown, meta } = page(found, handoversPerPage, (place) => [place.key, place.id])
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
      ...meta,
      total: count(),
      counts: { late: count('late'), penalty: count('penalty'), unknown: count('unknown') },
    },
  }
}
