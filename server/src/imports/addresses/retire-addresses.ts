import type { Db } from '../../platform/database/database.ts'
import { UsageError } from '../../platform/runtime/command.ts'
import type { IdSet } from '../reader/id-set.ts'
import { findCurrentAddresses, retireAddresses } from './import-addresses.queries.ts'

const formatCount = (count: number) => count.toLocaleString('nl')

/** Returns the maximum percentage of addresses that may retire; undefined without the option. */
export function parseRetireLimit(option: string | undefined) {
  if (option === undefined) return undefined
  if (/^(100|[0-9]{1,2})$/.test(option)) return Number(option)
  throw new UsageError('Geef met --retire een geheel percentage van 0 tot en met 100, zoals 5.')
}

type CompleteFile = {
  /** The names of the municipalities in the file, by id. */
  municipalities: Map<number, string>
  /** The addresses in the file. */
  seen: IdSet
  rejected: number
}

/**
 * Retires the addresses that a complete file does not contain, in the municipalities of the file. Returns their
 * number, and in Dutch why other addresses did not retire. In a municipality where more than `limit` per cent would
 * retire, none do: such a file is hardly complete. After a reject none retire at all, because the rejected row can be
 * one of their rows.
 */
export async function retireMissing(db: Db, { municipalities, seen, rejected }: CompleteFile, limit: number) {
  const failures: string[] = []
  let ended = 0
  if (rejected > 0) {
    const rows = rejected === 1 ? 'is 1 regel' : `zijn ${formatCount(rejected)} regels`
    failures.push(`Er vervalt niets: er ${rows} afgekeurd, en die kunnen over adressen gaan die er nog zijn.`)
    return { ended, failures }
  }
  for (const [municipality_id, name] of municipalities) {
    const current = await findCurrentAddresses(db, municipality_id)
    const missing = current.filter((id) => !seen.has(id))
    if (missing.length > (current.length * limit) / 100)
      failures.push(
        `In ${name} vervalt niets: ${formatCount(missing.length)} van de ${formatCount(current.length)} adressen staan niet in het bestand, meer dan ${limit} procent. Klopt dat, geef dan met --retire een hoger percentage.`,
      )
    else {
      await retireAddresses(db, missing)
      ended += missing.length
    }
  }
  return { ended, failures }
}
