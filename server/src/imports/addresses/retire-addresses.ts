import type { Db } from '../../platform/database/database.ts'
import { UsageError } from '../../platform/runtime/command.ts'
import type { SeenIds } from '../reader/seen-ids.ts'
import { findAddressIds, retireAddresses } from './retire-addresses.queries.ts'

const written = (count: number) => count.toLocaleString('nl')

/** Reads how many per cent of the addresses may retire at once; undefined where nothing was typed. */
export function readRetireLimit(typed: string | undefined) {
  if (typed === undefined) return undefined
  if (/^(100|[0-9]{1,2})$/.test(typed)) return Number(typed)
  throw new UsageError('Geef met --retire een geheel percentage van 0 tot en met 100, zoals 5.')
}

type Retired = {
  count: number
  /** In Dutch, where nothing retires and why. */
  refusals: string[]
}

/**
 * Retires the addresses of these municipalities that a complete file did not name. Of a municipality where more than `limit` per
 * cent would go none retires: such a file is hardly complete. Nowhere does one where rows were rejected, which may be theirs.
 */
export async function retireMissing(
  db: Db,
  {
    municipalities,
    seen,
    rejected,
    limit,
  }: { municipalities: Map<number, string>; seen: SeenIds; rejected: number; limit: number },
): Promise<Retired> {
  if (rejected > 0)
    return {
      count: 0,
      refusals: [
        `Er vervalt niets: er ${rejected === 1 ? 'is 1 regel' : `zijn ${written(rejected)} regels`} afgekeurd, en die kunnen over adressen gaan die er nog zijn.`,
      ],
    }
  let count = 0
  const refusals: string[] = []
  for (const [municipality_id, name] of municipalities) {
    const known = await findAddressIds(db, municipality_id)
    const missing = known.filter((id) => !seen.has(id))
    if (missing.length > (known.length * limit) / 100) {
      refusals.push(
        `In ${name} vervalt niets: ${written(missing.length)} van de ${written(known.length)} adressen staan niet in het bestand, meer dan ${limit} procent. Klopt dat, geef dan met --retire een hoger percentage.`,
      )
      continue
    }
    await retireAddresses(db, missing)
    count += missing.length
  }
  return { count, refusals }
}
