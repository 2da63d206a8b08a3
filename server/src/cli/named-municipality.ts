import { findMunicipality } from '../domain/places/municipalities.queries.ts'
import type { Db } from '../platform/database/db.ts'
import { CommandError } from '../platform/runtime/command.ts'

/** Returns the municipality with a name or CBS code. Throws a CommandError when no addresses of it were imported. */
export async function findNamedMunicipality(db: Db, nameOrCode: string) {
  const found = await findMunicipality(db, nameOrCode)
  if (!found) throw new CommandError(`Van de gemeente ${nameOrCode} zijn er geen adressen. Lees die eerst in.`)
  return found
}
