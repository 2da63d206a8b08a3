import { listNonClearances, type NonClearance, type Purpose } from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { countText } from '../../kit/browser/format.ts'
import { query } from '../../session/queries.ts'

/** What was not emptied at an address, and why: in a year, or the most recent. */
export const useNonClearances = (alias: string, purpose: Purpose | undefined, year?: number, enabled = true) =>
  useQuery({
    ...query(
      listNonClearances,
      { params: { alias }, query: year === undefined ? {} : { year: `${year}` } },
      { purpose },
    ),
    ...(!enabled && { enabled }),
  })

/** The number of non-clearances behind the number of lifts: `, 2 keer niet geleegd`; empty without any. */
export const missedText = (missed: readonly unknown[]) =>
  missed.length > 0 ? `, ${countText(missed.length, 'keer', 'keer')} niet geleegd` : ''

/** Returns the non-clearances since the oldest of some lifts. All of them when the list of lifts has no earlier ones. */
export const missedSince = (lifts: { cleared_at: string }[], missed: NonClearance[], limit = 50) => {
  const oldest = lifts.length < limit ? undefined : lifts.at(-1)
  return oldest ? missed.filter(({ happened_at }) => Date.parse(happened_at) >= Date.parse(oldest.cleared_at)) : missed
}
