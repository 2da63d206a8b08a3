import {
  type Bill,
  type BillClearance,
  type DayOutcome,
  daysWithReasons,
  type listNonClearances,
  type NonClearance,
  notEmptiedText,
  type Reply,
  type WasteStream,
} from '@rd4-loket/contract'

/** The streams with a part of their own in the picture of the years. */
const ownParts = ['residual_waste', 'gft'] as const

/** The lifts of a part of the picture of the years. `other`: all streams without a part of their own. */
export type LiftPart = (typeof ownParts)[number] | 'other'

/**
 * Filters the list of lifts. The first and last day are inclusive, and '' is no limit. `ids`: only these lifts.
 * `isOther`: only streams without a part of their own.
 */
export type LiftFilter = {
  from: string
  to: string
  stream?: WasteStream | undefined
  ids?: number[] | undefined
  isOther?: boolean
}

/** The filter of a part of the picture of the years. */
export const ofPart = (part: LiftPart): LiftFilter => ({
  ...allLifts,
  ...(part === 'other' ? { isOther: true } : { stream: part }),
})

export const allLifts: LiftFilter = { from: '', to: '' }

export const isNarrowed = ({ from, to, stream, ids, isOther }: LiftFilter) =>
  Boolean(from || to || stream || ids || isOther)

/** A lift, or what the crew did not empty. */
export type LiftOrMissed = BillClearance | NonClearance

/** The moment of a row of the list, in Dutch time. */
export const momentOf = (event: LiftOrMissed) => ('reason' in event ? event.happened_at : event.cleared_at)

/** The Dutch day of a row of the list. */
const dayOf = (event: LiftOrMissed) => momentOf(event).slice(0, 10)

/** Returns whether a filter shows a lift, or what the crew did not empty. Chosen lifts are only lifts. */
export const matches = (lift: LiftOrMissed, { from, to, stream, ids, isOther }: LiftFilter) =>
  (!from || dayOf(lift) >= from) &&
  (!to || dayOf(lift) <= to) &&
  (!stream || lift.waste_type === stream) &&
  (!ids || (!('reason' in lift) && ids.includes(lift.id))) &&
  (!isOther || !ownParts.some((own) => own === lift.waste_type))

/** Returns whether a lift is of a year. */
export const isOfYear = ({ cleared_at }: BillClearance, year: number) => cleared_at.startsWith(`${year}-`)

/** A flag of more lifts concerns the whole list: it marks no lift. */
export const maxFlagged = 4

/** The first and last day of a month; 0 is January. */
export function monthBounds(year: number, month: number) {
  const text = `${year}-${String(month + 1).padStart(2, '0')}`
  return { from: `${text}-01`, to: `${text}-${new Date(Date.UTC(year, month + 1, 0)).getUTCDate()}` }
}

/** A collection day in the strip of a year, or a day with lifts. */
export type StripDay = {
  day: string
  outcome: DayOutcome
  /** The number of lifts on the day. */
  lifts: number
  /** Whether a lift of the day is to be checked, or has an open objection. */
  isOpen: boolean
  /** Why the crew did not empty a container or bag on the day: `niet geleegd: te zwaar`. */
  missed: string[]
}

export type Reasons = Reply<typeof listNonClearances> | undefined

/**
 * Returns the days of a bill per stream and month: its collection days, the lifts on no collection day, and what the
 * crew did not empty.
 */
export function stripOf({ year, days, clearances, flags, objections }: Bill, reasons: Reasons) {
  const placed = new Set(days.flatMap(({ clearance_ids }) => clearance_ids))
  const open = new Set([
    ...flags.flatMap(({ clearance_ids }) => (clearance_ids.length <= maxFlagged ? clearance_ids : [])),
    ...objections.filter(({ state }) => state === 'open').map(({ clearance_id }) => clearance_id),
  ])
  const unplaced = Map.groupBy(
    // Lifts of the year before can stand on the bill.
    clearances.filter((lift) => !placed.has(lift.id) && isOfYear(lift, year)),
    (lift) => `${dayOf(lift)} ${lift.waste_type}`,
  )
  const all = [
    ...daysWithReasons(days, reasons),
    ...[...unplaced.values()].flatMap(([lift, ...others]) =>
      lift
        ? [
            {
              day: dayOf(lift),
              waste_type: lift.waste_type,
              outcome: 'emptied' as const,
              clearance_ids: [lift, ...others].map(({ id }) => id),
              non_clearances: [],
            },
          ]
        : [],
    ),
  ].sort((one, other) => one.day.localeCompare(other.day))
  return [...Map.groupBy(all, ({ waste_type }) => waste_type as WasteStream)].map(([stream, own]) => ({
    stream,
    months: Array.from({ length: 12 }, (_, month) =>
      own
        .filter(({ day }) => Number(day.slice(5, 7)) === month + 1)
        .map(
          ({ day, outcome, clearance_ids, non_clearances }): StripDay => ({
            day,
            outcome,
            lifts: clearance_ids.length,
            isOpen: clearance_ids.some((id) => open.has(id)),
            missed: non_clearances.map(notEmptiedText),
          }),
        ),
    ),
  }))
}
