import { inventedMunicipalities } from './invented-municipalities.ts'
import { region } from './region.ts'

/** The maximum number of addresses in the region. Any further addresses are in invented municipalities. */
export const regionAddresses = 130_000

/** Returns municipalities that together have this number of addresses. */
export const municipalitiesFor = (addresses: number) => [
  ...region,
  ...inventedMunicipalities(Math.max(0, addresses - regionAddresses)),
]

/** Divides a whole number into whole parts in proportion to weights. */
export function divide(number: number, weights: number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  let weighed = 0
  let assigned = 0
  return weights.map((weight) => {
    weighed += weight
    const part = Math.round((number * weighed) / sum) - assigned
    assigned += part
    return part
  })
}
