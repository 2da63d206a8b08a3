import type { addOpenedPlace, OpenedPlace, ParsedInput } from '@rd4-loket/contract'
import { inMunicipality, type Viewer } from '../../domain/places/in-municipality.queries.ts'
import { addressColumns, asAddress, type StoredAddressRow } from '../../domain/places/location.queries.ts'
import { findSystemsByAlias } from '../../domain/places/system-hits.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows, runSql } from '../../platform/database/statements.queries.ts'

type PlaceKey = ParsedInput<typeof addOpenedPlace>['body']

const maxOpenedPlaces = 12

/** Puts a place first in the list of the session. The list has no duplicates, and only the 12 latest places. */
export const insertOpenedPlace = (db: Db, session_id: string, { kind, alias }: PlaceKey) => {
  const place = JSON.stringify({ kind, alias })
  return runSql(db)`
    update session set opened_places = (
      select jsonb_agg(place order by position)
      from (
        select ${place}::jsonb as place, 0 as position
        union all
        select place, position from jsonb_array_elements(opened_places) with ordinality as stored (place, position)
        where place <> ${place}::jsonb
        order by position limit ${maxOpenedPlaces}
      ) kept
    )
    where id = ${session_id}::uuid`
}

/**
 * Returns the places of the caller's session, latest first. Omits retired and removed places, and addresses that the
 * caller may not see. Collection systems are omitted without `withSystems`.
 */
export async function findOpenedPlaces(
  db: Db,
  caller: Viewer & { session_id: string },
  { withSystems }: { withSystems: boolean },
): Promise<OpenedPlace[]> {
  const keys = await allRows<PlaceKey>(db)`
    select place ->> 'kind' as kind, place ->> 'alias' as alias
    from session, jsonb_array_elements(opened_places) with ordinality as stored (place, position)
    where session.id = ${caller.session_id}::uuid order by position`
  const aliasesOf = (kind: PlaceKey['kind']) => keys.filter((key) => key.kind === kind).map(({ alias }) => alias)
  const addresses = sql<StoredAddressRow>`
    select ${addressColumns('address')}
    from address join street on street.id = street_id join municipality on municipality.id = municipality_id
    where address.alias = any (${aliasesOf('address')}) and retired_on is null
      and ${inMunicipality(caller)}`
  const [addressRows, systems] = await Promise.all([
    addresses.execute(db),
    findSystemsByAlias(db, withSystems ? aliasesOf('collection_system') : []),
  ])
  const places: OpenedPlace[] = [
    ...addressRows.rows.map((row) => ({ kind: 'address' as const, ...asAddress(row) })),
    ...systems.map((row) => ({ kind: 'collection_system' as const, ...row })),
  ]
  return keys.flatMap(({ kind, alias }) => places.find((place) => place.kind === kind && place.alias === alias) ?? [])
}
