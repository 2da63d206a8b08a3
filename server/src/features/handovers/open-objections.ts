// Reasons: docs/objections.md

import { type HandoverFilter, handoversPerPage, type listHandovers, type Reply } from '@rd4-loket/contract'
import { findListedHandovers, providerHandover } from '../../domain/bill/handover-rows.queries.ts'
import type { ObjectionRules } from '../../domain/bill/objection-terms.ts'
import { withLinkedAddress } from '../../domain/places/linked-address.ts'
import type { Call } from '../../platform/http/answer.ts'
import { page, readCursor } from '../../platform/http/page.ts'
import { today } from '../../platform/runtime/days.ts'
import { countOpenByDates, findPlacesAfter, type OpenObjections, type Place } from './handovers.queries.ts'

/** Returns which filters show objections with these dates, and the key that sorts them: an unknown day is first. */
function judge(objections: OpenObjections, rules: ObjectionRules, now: string) {
  const terms = rules.terms(objections, now)
  const { penalty_days } = rules.penalty(objections, terms, now)
  const shownBy: Record<HandoverFilter, boolean> = {
    late: terms.days_to_decide !== null && terms.days_to_decide < 0,
    penalty: penalty_days !== null && penalty_days > 0,
    unknown: terms.decide_by === null,
  }
  return { ...objections, key: `${terms.decide_by ?? ''} ${objections.received_on}`, shownBy }
}

/**
 * Returns the dates of the first objections after a place. Those of the place itself are included, because some of them
 * come after it.
 */
function datesAfter(objections: ReturnType<typeof judge>[], after: Place, limit: number) {
  const sorted = objections
    .filter(({ key }) => key >= after.key)
    .sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
  let found = 0
  let last = after.key
  return sorted.filter(({ key, count }) => {
    if (found >= limit && key !== last) return false
    last = key
    if (key !== after.key) found += count
    return true
  })
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
  const judged = (await countOpenByDates(transaction, municipality)).map((it) => judge(it, rules, now))
  const countOf = (filter?: HandoverFilter) =>
    judged.reduce((sum, { count, shownBy }) => sum + (!filter || shownBy[filter] ? count : 0), 0)
  const matching = judged.filter(({ shownBy }) => !only || shownBy[only])
  const after = { key: String(key), id: Number(id) }
  const limit = handoversPerPage + 1
  const found = await findPlacesAfter(transaction, municipality, datesAfter(matching, after, limit), after, limit)
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
      total: countOf(),
      counts: { late: countOf('late'), penalty: countOf('penalty'), unknown: countOf('unknown') },
    },
  }
}
