import type { Db } from '../../platform/database/db.ts'
import { computeNorms, findClearanceYears, findMunicipalitiesOf } from './norms.queries.ts'

const addressesPerQuery = 50_000

type NormScope = {
  municipality_ids: number[]
  /** Default: all years with clearances. */
  years?: Iterable<number> | undefined
  onYear?: (year: number, norms: number) => void
}

/** Computes the norms of municipalities again. */
export async function computeNormsIn(db: Db, { municipality_ids, years, onYear }: NormScope) {
  if (municipality_ids.length === 0) return
  for (const year of years ?? (await findClearanceYears(db))) {
    const norms = await computeNorms(db, year, municipality_ids)
    onYear?.(year, norms)
  }
}

/** Computes again the norms of the municipalities of these addresses, in these years or in all years. */
export async function computeNormsOfAddresses(db: Db, address_ids: Iterable<number>, years?: Iterable<number>) {
  const municipality_ids: number[] = []
  let part: number[] = []
  const findNext = async () => {
    municipality_ids.push(...(await findMunicipalitiesOf(db, part, municipality_ids)))
    part = []
  }
  for (const id of address_ids) {
    part.push(id)
    if (part.length === addressesPerQuery) await findNext()
  }
  await findNext()
  await computeNormsIn(db, { municipality_ids, years })
}
