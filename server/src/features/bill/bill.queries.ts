import { inMunicipality, type Viewer } from '../../domain/places/in-municipality.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { firstValue } from '../../platform/database/statements.queries.ts'

/**
 * Returns the address of a pass; undefined for an unknown pass, for a pass of another municipality, and for the pass of
 * a resident who moved away.
 */
export const findAddressOfPass = (db: Db, viewer: Viewer, number: string) =>
  firstValue<number | undefined>(db)`
    select address.id
    from environmental_pass join resident on resident.id = resident_id join address on address.id = resident.address_id
      join street on street.id = street_id
    where number = ${number} and blocked_reason is distinct from 'move'
      and ${inMunicipality(viewer)}`
