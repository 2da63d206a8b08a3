import type { Db } from '../../platform/database/db.ts'
import type { SessionEmployee } from '../../platform/http/api.ts'
import { notFound } from '../../platform/http/errors.ts'
import { municipalityExists } from './municipalities.queries.ts'

/**
 * Returns the id of a municipality for which the employee works. An employee without a municipality works for all
 * municipalities. Throws 404 for an unknown municipality, and for a municipality for which the employee does not work.
 */
export async function ownMunicipality(db: Db, { municipality }: SessionEmployee, id: number): Promise<number> {
  const isOwn = municipality === null || municipality.id === id
  return isOwn && (await municipalityExists(db, id)) ? id : notFound('Deze gemeente is niet bekend')
}
