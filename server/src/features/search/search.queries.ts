import type { WasteStream } from '@rd4-loket/contract'
import { addressColumns, asAddress, type StoredAddressRow } from '../../domain/places/location.queries.ts'
import { type SystemHitRow, systemHits } from '../../domain/places/system-hits.queries.ts'
import { allOf } from '../../platform/database/conditions.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { allRows, allValues, hasRow } from '../../platform/database/statements.queries.ts'

/** Returns the collection systems whose name begins with the typed text. */
export async function findSystemsByName(db: Db, typed: string, limit: number) {
  const prefix = typed.toLowerCase()
  return allRows<SystemHitRow>(db)`${systemHits}
    where lower(collection_system.name) collate "C" >= ${prefix} and lower(collection_system.name) collate "C" < ${`${prefix}\u{10ffff}`}
    order by lower(collection_system.name) collate "C", collection_system.id limit ${limit}`
}

type ContainerRow = {
  number: string
  chip_number: string | null
  waste_type: WasteStream
  system_alias: string | null
  system_name: string | null
  alias: string
  street: string
  house_number: number
  house_number_extension: string | null
}

type AssessedRow = StoredAddressRow & { assessment_number: string | null; year: number }

/**
 * Returns the addresses and collection systems with this object code, the containers with this chip or number, and the
 * assessments with one of these numbers, with their addresses.
 */
export async function findByCode(db: Db, code: string, assessmentNumbers: string[]) {
  const addresses = (assessed: Sql, from: Sql) => sql`
    select ${addressColumns('address')}, ${assessed}
    from address join street on street.id = street_id join municipality on municipality.id = municipality_id ${from}`
  const coded = sql<AssessedRow>`
    ${addresses(sql`null as assessment_number, null as year`, sql`where object_code = ${code} and retired_on is null`)}
    union all
    ${addresses(
      sql`assessment.number as assessment_number, assessment.year`,
      sql`join assessment on address_id = address.id where assessment.number = any (${assessmentNumbers}::text[])`,
    )}`
  const sites = sql<SystemHitRow>`${systemHits} where collection_system.object_code = ${code}`
  const containers = sql<ContainerRow>`
    select found.number, chip_number, waste_type, collection_system.alias as system_alias, collection_system.name as system_name,
      address.alias, street.name as street, house_number, house_number_extension
    from (
      select * from container where chip_number = ${code} and removed_on is null
      union
      select * from container where number = ${code}
    ) found
    left join collection_system on collection_system.id = collection_system_id
    join address on address.id = coalesce(found.address_id, collection_system.address_id)
    join street on street.id = address.street_id`
  const [addressRows, siteRows, containerRows] = await Promise.all([
    coded.execute(db),
    sites.execute(db),
    containers.execute(db),
  ])
  return {
    addresses: addressRows.rows.filter((row) => row.assessment_number === null).map(asAddress),
    assessments: addressRows.rows.flatMap(({ assessment_number: number, year, ...row }) =>
      number === null ? [] : [{ ...asAddress(row), number, year }],
    ),
    systems: siteRows.rows,
    containers: containerRows.rows,
  }
}

/**
 * The scope of a search for a number: a street in a town, or a postal code. `municipality_id` limits a postal code to
 * one municipality.
 */
export type NumberScope =
  | { postal_code: string; municipality_id: number | undefined }
  | { street: string; city: string; municipality_id: number }

const isWithin = (scope: NumberScope) => sql`
  ${
    'postal_code' in scope
      ? allOf(
          sql`postal_code = ${scope.postal_code}`,
          scope.municipality_id !== undefined &&
            sql`exists (select from street where street.id = street_id and municipality_id = ${scope.municipality_id})`,
        )
      : sql`street_id = (
          select id from street
          where municipality_id = ${scope.municipality_id} and city = ${scope.city} and name = ${scope.street})`
  }`

const within = (scope: NumberScope) => sql`retired_on is null and ${isWithin(scope)}`

export const hasAddresses = (db: Db, scope: NumberScope) =>
  hasRow(db)`select from address where ${within(scope)} limit 1`

/** Returns the nearest existing house numbers below and above a number. */
export function findNearestNumbers(db: Db, scope: NumberScope, house_number: number) {
  return allValues<number>(db)`
    (select house_number from address where ${within(scope)} and house_number < ${house_number}
      order by house_number desc limit 1)
    union all
    (select house_number from address where ${within(scope)} and house_number > ${house_number}
      order by house_number limit 1)`
}

/**
 * Returns the extensions of a house number in their order; null is the number without an extension. Returns an empty
 * list when no address has the number.
 */
export function findExtensions(db: Db, scope: NumberScope, house_number: number) {
  return allValues<string | null>(db)`
    select house_number_extension from address
    where ${within(scope)} and house_number = ${house_number}
    group by extension_key, house_number_extension order by extension_key limit 1000`
}

type FormerRow = StoredAddressRow & {
  retired_on: string | null
  change: 'renumbered' | 'split' | 'merged'
  former_extension: string | null
}

/**
 * Returns the addresses that a former number with this key is now, and after them the retired address itself. With
 * `municipality_id`, only addresses of that municipality.
 */
export async function findFormerNumber(
  db: Db,
  { scope, house_number, extension_key }: { scope: NumberScope; house_number: number; extension_key: string },
  municipality_id: number | undefined,
) {
  const hasNumber = sql`${isWithin(scope)} and house_number = ${house_number} and extension_key = ${extension_key}`
  const rows = await allRows<FormerRow>(db)`
    with retired as (
      select id, register_object_id, house_number_extension as former_extension
      from address where retired_on is not null and ${hasNumber}
    ),
    successor as (
      select address_id, change, former_id, former_extension from address_successor join retired on former_id = retired.id
      union all
      select other.id, 'renumbered', retired.id, former_extension
      from retired join address other on other.register_object_id = retired.register_object_id
      where not exists (select from address_successor where former_id = retired.id)
    ),
    found as (
      select address_id, 'renumbered' as change, house_number_extension as former_extension
      from former_number where ${hasNumber}
      union select address_id, change, former_extension from successor
      union select former_id, change, former_extension from successor
    )
    select ${addressColumns('address')}, retired_on, change, former_extension
    from found
    join address on address.id = address_id
    join street on street.id = street_id join municipality on municipality.id = municipality_id
    where ${municipality_id === undefined ? sql`true` : sql`municipality_id = ${municipality_id}`}
    order by retired_on nulls first, street.name, house_number, address.extension_key limit 25`
  return rows.map(({ change, retired_on, former_extension, ...row }) => ({
    change,
    retired_on,
    former_extension,
    address: asAddress(row),
  }))
}
