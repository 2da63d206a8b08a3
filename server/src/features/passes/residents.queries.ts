import type { BlockedReason, PassStatus, Resident, RollWords } from '@rd4-loket/contract'
import { inMunicipality, type Viewer } from '../../domain/places/in-municipality.queries.ts'
import { addressColumns, asAddress, type StoredAddressRow } from '../../domain/places/location.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { dutchToday, dutchYear } from '../../platform/database/dutch-time.queries.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { allRows, firstRow } from '../../platform/database/statements.queries.ts'

type PassRow = StoredAddressRow &
  RollWords & {
    pass_id: number
    resident_id: number
    number: string
    status: PassStatus
    blocked_reason: BlockedReason | null
    replaced_by: string | null
    collection_system: string | null
    change_id: number | null
    name: string
    this_year: number
    on_previous_pass: number
    allowance: number | null
    retired_on: string | null
  }

/**
 * The SQL condition that an issue of rolls was made on a pass of this resident. A replacement pass has the resident of
 * the old pass, and the pass of the next household has another resident.
 */
export const onPassOf = (resident_id: Sql | number) => sql`
  roll_issue.environmental_pass_id in (select id from environmental_pass where resident_id = ${resident_id})`

/** The SQL condition that a roll issue was made in the current calendar year in Dutch time. */
export const inThisYear = sql`requested_at >= make_timestamptz(${dutchYear}, 1, 1, 0, 0, 0, 'Europe/Amsterdam')`

/** Returns the pass of this number; undefined for an unknown pass and for a pass of another municipality. */
export function findPass(db: Db, viewer: Viewer, number: string) {
  return firstRow<PassRow>(db)`
    select ${addressColumns('address')}, environmental_pass.id as pass_id, resident_id, environmental_pass.number,
      case when environmental_pass.status = 'active' and valid_until < ${dutchToday} then 'expired'
        else environmental_pass.status end as status,
      environmental_pass.blocked_reason, resident.name, address.retired_on,
      (select system.name from collection_system system where system.id = environmental_pass.collection_system_id) as collection_system,
      (
        select max(pass_change.id) from pass_change where undone_at is null and (
          environmental_pass_id = environmental_pass.id or (kind = 'replace' and environmental_pass_id in (
            select replaced.id from environmental_pass replaced where replaced.replaced_by_id = environmental_pass.id)))
      ) as change_id,
      (select replacement.number from environmental_pass replacement where replacement.id = environmental_pass.replaced_by_id) as replaced_by,
      issued.this_year, issued.on_previous_pass, roll_singular, roll_plural,
      (select rolls from roll_allowance
        where roll_allowance.municipality_id = street.municipality_id and year = ${dutchYear}) as allowance
    from environmental_pass
    join resident on resident.id = resident_id
    join address on address.id = resident.address_id
    join street on street.id = street_id
    join municipality on municipality.id = street.municipality_id
    cross join lateral (
      select coalesce(sum(rolls), 0)::int as this_year,
        coalesce(sum(rolls) filter (where issued_on_pass.id <> environmental_pass.id and issued_on_pass.status <> 'active'), 0)::int
          as on_previous_pass
      from environmental_pass issued_on_pass join roll_issue on environmental_pass_id = issued_on_pass.id
      where issued_on_pass.resident_id = environmental_pass.resident_id and cancelled_at is null and ${inThisYear}
    ) issued
    where environmental_pass.number = ${number}
      and ${inMunicipality(viewer)}`
}

/**
 * Returns the resident of a pass with this year's rolls; undefined for an unknown pass and for a pass of another
 * municipality.
 */
export async function findResidentOfPass(db: Db, viewer: Viewer, number: string): Promise<Resident | undefined> {
  const pass = await findPass(db, viewer, number)
  if (!pass) return undefined
  const last = await firstRow<{ request_id: number; rolls: number; requested_at: string; requested_by: string }>(db)`
    select roll_issue.id as request_id, rolls, dutch_time(requested_at) as requested_at, employee.name as requested_by
    from roll_issue join employee on employee.id = employee_id
    where ${onPassOf(pass.resident_id)} and cancelled_at is null
    order by roll_issue.requested_at desc, roll_issue.id desc limit 1`
  const handovers = await allRows<NonNullable<Resident['handovers']>[number]>(db)`
    select id, year, outcome from objection_handover
    where resident_id = ${pass.resident_id} and (outcome is null or closed_at > now() - interval '1 year')
    order by handed_over_at desc, id desc`
  return {
    environmental_pass_number: pass.number,
    status: pass.status,
    blocked_reason: pass.blocked_reason,
    replaced_by: pass.replaced_by,
    collection_system: pass.collection_system,
    change_id: pass.change_id,
    handovers,
    name: pass.name,
    address: asAddress(pass),
    address_retired_on: pass.retired_on,
    rolls: {
      this_year: pass.this_year,
      on_previous_pass: pass.on_previous_pass,
      allowance: pass.allowance,
      last_request: last ?? null,
    },
  }
}

/**
 * The SQL condition that a pass is active, or that its resident has not moved away. A resident moved away if any of the
 * resident's passes is blocked for a move.
 */
export const isOfResident = sql`(status = 'active' or not exists (
  select from environmental_pass moved
  where moved.resident_id = environmental_pass.resident_id and moved.blocked_reason = 'move'))`

/**
 * Returns an address with the number of its active pass. Without an active pass, `number` is the number of the last
 * pass of a resident who did not move away, or null. Returns undefined for an address of another municipality.
 */
export const findPassOfAddress = (db: Db, viewer: Viewer, alias: string) =>
  firstRow<StoredAddressRow & { address_id: number; number: string | null }>(db)`
    select ${addressColumns('address')}, address.id as address_id, (
      select number from environmental_pass where address_id = address.id and ${isOfResident}
      order by status = 'active' desc, issued_on desc, id desc limit 1
    ) as number
    from address
    join street on street.id = street_id
    join municipality on municipality.id = street.municipality_id
    where alias = ${alias}
      and ${inMunicipality(viewer)}`
