import type { Db } from '../../platform/database/db.ts'
import { notFound } from '../../platform/http/errors.ts'
import type { Viewer } from '../places/in-municipality.queries.ts'
import { findAddressAndArea, findAreas } from './collection-days.queries.ts'

/** Returns an address with its area. Throws 404 when the caller may not see it. */
export const findVisibleAddress = async (db: Db, viewer: Viewer, alias: string, missing = 'Dit adres bestaat niet') =>
  (await findAddressAndArea(db, viewer, alias)) ?? notFound(missing)

/** Returns an area of a municipality. Throws 404 for an unknown area, and for an area that serves only one address. */
export const requireArea = async (db: Db, municipality_id: number, area_id: number) =>
  (await findAreas(db, municipality_id)).find(({ id }) => id === area_id) ?? notFound('Dit ophaalgebied bestaat niet')
