import { type Clearance, ClearanceCategory, WasteStream } from '@rd4-loket/contract'

/** How often, how much and for how much. */
export type Total = { count: number; litres: number; cents: number }

/** Adds clearances up. What has no volume or no amount counts for none. */
export const totalOf = (clearances: Clearance[]): Total => ({
  count: clearances.length,
  litres: clearances.reduce((sum, { volume_litres }) => sum + (volume_litres ?? 0), 0),
  cents: clearances.reduce((sum, { amount_cents }) => sum + (amount_cents ?? 0), 0),
})

/** Does anybody pay for any of these? Nobody does for emptying a shared container. */
export const isCharged = (clearances: Clearance[]) => clearances.some(({ amount_cents }) => amount_cents !== null)

/** The clearances of each stream that has any, in the streams' own order. */
export const byStream = (clearances: Clearance[]) =>
  WasteStream.options
    .map((stream) => ({ stream, clearances: clearances.filter(({ waste_type }) => waste_type === stream) }))
    .filter(({ clearances: own }) => own.length > 0)

/** The clearances of each part of the bill that has any, in the order of the listing. */
export const byCategory = (clearances: Clearance[]) =>
  ClearanceCategory.options
    .map((category) => ({ category, clearances: clearances.filter((it) => it.category === category) }))
    .filter(({ clearances: own }) => own.length > 0)

/** How many clearances fell in each month of their year. The moments carry Dutch time, so their own digits tell the month. */
export function byMonth(clearances: Clearance[]) {
  const months = Array<number>(12).fill(0)
  for (const { cleared_at } of clearances) {
    const month = Number(cleared_at.slice(5, 7)) - 1
    months[month] = (months[month] ?? 0) + 1
  }
  return months
}
