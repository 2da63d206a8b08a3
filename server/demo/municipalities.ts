import { inventedMunicipalities } from './invented-municipalities.ts'
import { region } from './region.ts'

/** So many addresses have the ten municipalities together; more than that are in invented ones. */
export const regionAddresses = 130_000

/** The municipalities that so many addresses are spread over. */
export const municipalitiesFor = (addresses: number) => [
  ...region,
  ...inventedMunicipalities(Math.max(0, addresses - regionAddresses)),
]

/** Divides a number over weights in whole parts that add up to it. */
export function divide(total: number, weights: number[]): number[] {
  const sum = weights.reduce((sofar, weight) => sofar + weight, 0)
  let weighed = 0
  let given = 0
  return weights.map((weight) => {
    weighed += weight
    const part = Math.round((total * weighed) / sum) - given
    given += part
    return part
  })
}
