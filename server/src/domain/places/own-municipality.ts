import type { Db } from '../../platform/database/db.ts'
import type { Caller } from '../../platform/http/api.ts'
import { notFound } from '../../platform/http/errors.ts'
import { municipalityExists } from './municipalities.queries.ts'

/** Returns the id of a municipality that the caller may see. Throws 404 for any other id. */
export const ownMunicipality = async (db: Db, caller: Caller, id: number): Promise<number> =>
  (await municipalityExists(db, caller, id)) ? id : notFound('Deze gemeente is niet bekend')
