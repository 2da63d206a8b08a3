import type { Db } from '../shared/database.ts'
import { BadUse, CommandFailed } from './command.ts'
import { findAddressIds, retireAddresses } from './retire-addresses.queries.ts'
import type { SeenIds } from './seen-ids.ts'

const written = (count: number) => count.toLocaleString('nl')

/** Reads how many per cent of the addresses may retire at once; undefined where nothing was typed. */
export function readRetireLimit(typed: string | undefined) {
  if (typed === undefined) return undefined
  if (/^(100|[0-9]{1,2})$/.test(typed)) return Number(typed)
  throw new BadUse('Geef met --retire een geheel percentage van 0 tot en met 100, zoals 5.')
}

/**
 * Retires the addresses of these municipalities that a complete file did not name, and answers how many. It retires none and
 * fails where rows were rejected, which may have been theirs, or where more than `limit` per cent would go: such a file is
 * hardly complete.
 */
export async function retireMissing(
  db: Db,
  {
    municipalities,
    seen,
    rejected,
    limit,
  }: { municipalities: Iterable<number>; seen: SeenIds; rejected: number; limit: number },
): Promise<number> {
  if (rejected > 0)
    throw new CommandFailed(
      `De adressen zijn ingelezen, maar er vervalt niets: ${written(rejected)} regels zijn afgekeurd, en die kunnen over adressen gaan die er nog zijn.`,
    )
  const missing: number[] = []
  let known = 0
  for (const municipality_id of municipalities) {
    const ids = await findAddressIds(db, municipality_id)
    known += ids.length
    for (const id of ids) if (!seen.has(id)) missing.push(id)
  }
  if (missing.length > (known * limit) / 100)
    throw new CommandFailed(
      `De adressen zijn ingelezen, maar er vervalt niets: ${written(missing.length)} van de ${written(known)} adressen van deze gemeenten staan niet in het bestand, meer dan ${limit} procent. Klopt dat, geef dan met --retire een hoger percentage.`,
    )
  await retireAddresses(db, missing)
  return missing.length
}
