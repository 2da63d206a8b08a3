import type { Handover, ListedHandover, Purpose } from '@rd4-loket/contract'
import { coversDay, hiddenPeriods } from '../../domain/occupancy/occupancy.queries.ts'
import { inMunicipality, type Viewer } from '../../domain/places/in-municipality.queries.ts'
import type { LinkedAddressColumns } from '../../domain/places/linked-address.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows, firstRow, firstValue, runSql } from '../../platform/database/statements.queries.ts'

/**
 * Returns the resident of a pass, and the latest year with an imposed bill at the address. Returns undefined for an
 * unknown pass and for a pass of another municipality.
 */
export const findResidentOfPass = (db: Db, viewer: Viewer, number: string) =>
  firstRow<{ resident_id: number; assessed_year: number | null }>(db)`
    select resident_id, (select max(year) from assessment where assessment.address_id = pass.address_id) as assessed_year
    from environmental_pass pass
      join address on address.id = pass.address_id
      join street on street.id = street_id
    where number = ${number}
      and ${inMunicipality(viewer)}`

const handoverColumns = (employee_id: number) => sql`
  handover.id, year, note, author.name as handed_over_by, author.id = ${employee_id} as is_own, dutch_time(handed_over_at) as handed_over_at,
  outcome, answer, closer.name as closed_by, dutch_time(closed_at) as closed_at`

const handovers = sql`
  objection_handover handover
  join employee author on author.id = handed_over_by
  left join employee closer on closer.id = closed_by`

/** Returns the handed-over objections of a resident, newest first. */
export const findResidentHandovers = (db: Db, resident_id: number, employee_id: number) => allRows<Handover>(db)`
  select ${handoverColumns(employee_id)} from ${handovers} where resident_id = ${resident_id}
  order by handover.handed_over_at desc, handover.id desc`

/** Inserts a hand-over. Has no effect when the resident already has an open one for the same year. */
export const insertHandover = (
  db: Db,
  { resident_id, year, note, employee_id }: { resident_id: number; year: number; note: string; employee_id: number },
) => runSql(db)`
  insert into objection_handover (resident_id, year, note, handed_over_by)
  values (${resident_id}, ${year}, ${note}, ${employee_id})
  on conflict (resident_id, year) where outcome is null do nothing`

/** Returns the open hand-over of a resident and a year. */
export const findOpenHandover = (db: Db, resident_id: number, year: number, employee_id: number) =>
  firstRow<Handover>(db)`
    select ${handoverColumns(employee_id)} from ${handovers}
    where resident_id = ${resident_id} and year = ${year} and outcome is null`

const occupancyOfHandover = sql`(
  select occupancy.id from occupancy
  where occupancy.address_id = resident.address_id
    and ${coversDay(sql`(handed_over_at at time zone 'Europe/Amsterdam')::date`)})`

type StoredListedHandover = Handover &
  LinkedAddressColumns & {
    address_id: number
    occupancy_id: number | null
    municipality: ListedHandover['municipality']
  }

/** Returns the open hand-overs with their addresses and households, the oldest first. */
export const findOpenHandovers = (db: Db, limit: number, employee_id: number) => allRows<StoredListedHandover>(db)`
  select ${handoverColumns(employee_id)}, resident.address_id, ${occupancyOfHandover} as occupancy_id, alias, street.name as street,
    street.city, house_number, house_number_extension, postal_code,
    json_build_object('id', municipality.id, 'name', municipality.name) as municipality
  from ${handovers}
    join resident on resident.id = resident_id
    join address on address.id = resident.address_id
    join street on street.id = street_id
    join municipality on municipality.id = street.municipality_id
  where outcome is null order by handover.handed_over_at, handover.id limit ${limit}`

/** Returns the number of open hand-overs. */
export const countOpenHandovers = (db: Db) =>
  firstValue<number>(db)`select count(*)::int from objection_handover where outcome is null`

/** Returns the id of an address; undefined for an unknown address. */
export const findAddressId = (db: Db, alias: string) =>
  firstValue<number | undefined>(db)`select id from address where alias = ${alias}`

/** Returns the hand-overs of an address, newest first, without those of households that the purpose hides. */
export const findAddressHandovers = (
  db: Db,
  address_id: number,
  purpose: Purpose,
  employee_id: number,
) => allRows<Handover>(db)`
  select ${handoverColumns(employee_id)} from ${handovers} join resident on resident.id = resident_id
  where resident.address_id = ${address_id}
    and not handed_over_at <@ ${hiddenPeriods(sql`resident.address_id`, purpose)}
  order by handover.handed_over_at desc, handover.id desc`

/** Returns a hand-over with its household; undefined for an unknown id. */
export const findHandover = (db: Db, id: number, employee_id: number) =>
  firstRow<Handover & { address_id: number; occupancy_id: number | null }>(db)`
    select ${handoverColumns(employee_id)}, resident.address_id, ${occupancyOfHandover} as occupancy_id
    from ${handovers} join resident on resident.id = resident_id where handover.id = ${id}`

/** Closes a hand-over if it is open. Waits for a parallel close first, so only one of two closes has effect. */
export const closeIfOpen = (
  db: Db,
  { id, outcome, answer, employee_id }: { id: number; outcome: string; answer: string | null; employee_id: number },
) => runSql(db)`
  update objection_handover set outcome = ${outcome}, answer = ${answer}, closed_by = ${employee_id}, closed_at = now()
  where id = ${id} and outcome is null`
