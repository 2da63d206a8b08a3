import { type Clearance, ClearanceCategory, WasteStream } from '@rd4-loket/contract'

type Total = { count: number; litres: number; cents: number }

/** Returns the totals of clearances. A missing volume or amount counts as 0. */
export const totalOf = (clearances: Clearance[]): Total => ({
  count: clearances.length,
  litres: clearances.reduce((sum, { volume_litres }) => sum + (volume_litres ?? 0), 0),
  cents: clearances.reduce((sum, { amount_cents }) => sum + (amount_cents ?? 0), 0),
})

/** Returns whether anyone pays for any of the clearances. Emptying a shared container is not charged. */
export const isCharged = (clearances: Clearance[]) => clearances.some(({ amount_cents }) => amount_cents !== null)

const groupBy = <Id>(ids: Id[], clearances: Clearance[], idOf: (clearance: Clearance) => Id) =>
  ids.flatMap((id) => {
    const own = clearances.filter((it) => idOf(it) === id)
    return own.length > 0 ? [{ id, clearances: own }] : []
  })

/** Groups clearances by waste stream, in the fixed order of the streams. */
export const byStream = (clearances: Clearance[]) => groupBy(WasteStream.options, clearances, (it) => it.waste_type)

/** Groups clearances by category of the bill, in the bill's order. */
export const byCategory = (clearances: Clearance[]) =>
  groupBy(ClearanceCategory.options, clearances, (it) => it.category)

/** Counts clearances per month. Timestamps are in Dutch time, so their digits name the Dutch month. */
export function byMonth(clearances: Clearance[]) {
  const months = Array<number>(12).fill(0)
  for (const { cleared_at } of clearances) {
    const month = Number(cleared_at.slice(5, 7)) - 1
    months[month] = (months[month] ?? 0) + 1
  }
  return months
}
