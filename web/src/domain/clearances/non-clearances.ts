import { listNonClearances, type NonClearance } from '@rd4-loket/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { countText } from '../../kit/browser/format.ts'
import { useContactIfAny } from '../../session/ContactFrame.tsx'
import { query } from '../../session/queries.ts'

/** What was not emptied at the address of the contact, and why: in a year, or the most recent. */
export function useNonClearances(alias: string, year?: number, enabled = true) {
  const contact = useContactIfAny()
  const sent = { params: { alias }, query: year === undefined ? {} : { year: `${year}` } }
  const options = query(listNonClearances, sent, contact)
  return useQuery({ ...options, ...(!(contact && enabled) && { queryFn: skipToken, enabled: false }) })
}

/** The number of non-clearances behind the number of lifts: `, 2 keer niet geleegd`; empty without any. */
export const missedText = (missed: readonly unknown[]) =>
  missed.length > 0 ? `, ${countText(missed.length, 'keer', 'keer')} niet geleegd` : ''

/** Returns the non-clearances since the oldest of some lifts. All of them when the list of lifts has no earlier ones. */
export const missedSince = (lifts: { cleared_at: string }[], missed: NonClearance[], limit = 50) => {
  const oldest = lifts.length < limit ? undefined : lifts.at(-1)
  return oldest ? missed.filter(({ happened_at }) => Date.parse(happened_at) >= Date.parse(oldest.cleared_at)) : missed
}
