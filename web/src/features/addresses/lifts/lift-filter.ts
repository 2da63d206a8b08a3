import type { Bill, BillClearance, WasteStream } from '@rd4-loket/contract'

/** Filters the list of lifts. The first and last day are inclusive, and '' is no limit. `ids`: only these lifts. */
export type LiftFilter = { from: string; to: string; stream?: WasteStream | undefined; ids?: number[] | undefined }

export const allLifts: LiftFilter = { from: '', to: '' }

export const isNarrowed = ({ from, to, stream, ids }: LiftFilter) => Boolean(from || to || stream || ids)

/** The Dutch day of a lift. Timestamps are in Dutch time. */
const dayOf = ({ cleared_at }: BillClearance) => cleared_at.slice(0, 10)

export const matches = (lift: BillClearance, { from, to, stream, ids }: LiftFilter) =>
  (!from || dayOf(lift) >= from) &&
  (!to || dayOf(lift) <= to) &&
  (!stream || lift.waste_type === stream) &&
  (!ids || ids.includes(lift.id))

/** The first and last day of a month; 0 is January. */
export function monthBounds(year: number, month: number) {
  const text = `${year}-${String(month + 1).padStart(2, '0')}`
  return { from: `${text}-01`, to: `${text}-${new Date(Date.UTC(year, month + 1, 0)).getUTCDate()}` }
}

export type TimelineOutcome = Bill['days'][number]['outcome']

/** Returns the outcomes per stream and month, of the collection days and of the lifts without a collection day. */
export function outcomesOf({ days, clearances }: Bill) {
  const placed = new Set(days.flatMap(({ clearance_ids }) => clearance_ids))
  const events = [
    ...days,
    ...clearances
      .filter(({ id }) => !placed.has(id))
      .map((lift) => ({ day: dayOf(lift), waste_type: lift.waste_type, outcome: 'emptied' as const })),
  ].sort((one, other) => one.day.localeCompare(other.day))
  return [...Map.groupBy(events, ({ waste_type }) => waste_type)].map(([stream, own]) => ({
    stream: stream as WasteStream,
    months: Array.from({ length: 12 }, (_, month) =>
      own.filter(({ day }) => Number(day.slice(5, 7)) === month + 1).map(({ outcome }): TimelineOutcome => outcome),
    ),
  }))
}
