import { type BillDay, outcomeNames } from './bill.ts'
import { reasonsLoaded } from './deliveries.ts'
import type { Reply } from './endpoint.ts'
import type { listNonClearances, NonClearance } from './non-clearances.ts'
import type { WasteStream } from './waste-streams.ts'

/** The Dutch words for what is known about a collection day, with the reasons of the crew. */
export const dayOutcomeNames = {
  ...outcomeNames,
  /** Planned, and not emptied for a reason. */
  not_emptied: 'niet geleegd',
  /** Planned, with neither a lift nor a reason, while all lifts and reasons of the day are known. */
  not_presented: 'niet aangeboden',
}
export type DayOutcome = keyof typeof dayOutcomeNames

/** A collection day with what the crew did not empty, or another day with only the latter. */
export type ReasonedDay = Pick<BillDay, 'day' | 'clearance_ids'> & {
  waste_type: WasteStream
  outcome: DayOutcome
  non_clearances: NonClearance[]
}

const emptied: ReadonlySet<DayOutcome> = new Set(['emptied', 'moved', 'outside'])
const day_ms = 86_400_000

/** Adds to collection days what the crew did not empty, at most one day earlier or later. Returns them by day. */
export function daysWithReasons(
  days: Pick<BillDay, 'day' | 'waste_type' | 'outcome' | 'clearance_ids'>[],
  reasons: Reply<typeof listNonClearances> | undefined,
): ReasonedDay[] {
  const found: ReasonedDay[] = days.map((day) => ({ ...day, non_clearances: [] }))
  for (const non_clearance of reasons?.data ?? []) {
    const { waste_type } = non_clearance
    const day = non_clearance.happened_at.slice(0, 10)
    const distance = (it: ReasonedDay) => Math.abs(Date.parse(it.day) - Date.parse(day))
    const [nearest] = found
      .filter((it) => it.waste_type === waste_type && distance(it) <= day_ms)
      .sort((one, other) => distance(one) - distance(other))
    if (nearest) nearest.non_clearances.push(non_clearance)
    else found.push({ day, waste_type, outcome: 'not_emptied', clearance_ids: [], non_clearances: [non_clearance] })
  }
  const isComplete = ({ day, waste_type }: ReasonedDay) =>
    reasonsLoaded(reasons?.meta.delivered.streams ?? [], waste_type, day) === 'complete'
  for (const it of found)
    if (it.non_clearances.length > 0 && !emptied.has(it.outcome)) it.outcome = 'not_emptied'
    else if (it.outcome === 'not_offered' && isComplete(it)) it.outcome = 'not_presented'
  return found.sort((one, other) => one.day.localeCompare(other.day))
}
