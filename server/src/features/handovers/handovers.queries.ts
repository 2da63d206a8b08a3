import type { DeskAction, Handover, Purpose } from '@rd4-loket/contract'
import { handoverColumns, handovers, occupancyOfHandover } from '../../domain/bill/handover-rows.queries.ts'
import { hiddenPeriods } from '../../domain/occupancy/occupancy.queries.ts'
import { inMunicipality, type Viewer } from '../../domain/places/in-municipality.queries.ts'
import { deskAction, isUndoable, type Undoer } from '../../domain/undo/undo.queries.ts'
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

/** Returns the handed-over objections of a resident, newest first. */
export const findResidentHandovers = (db: Db, resident_id: number, employee_id: number) => allRows<Handover>(db)`
  select ${handoverColumns(employee_id)} from ${handovers} where resident_id = ${resident_id}
  order by handover.handed_over_at desc, handover.id desc`

/**
 * Locks a resident until the transaction ends. At most one hand-over of a resident and a year may become open, by
 * handing it over and by undoing an outcome.
 */
export const lockResident = (transaction: Db, resident_id: number) =>
  runSql(transaction)`select from resident where id = ${resident_id} for no key update`

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

export type StoredHandover = Handover & {
  closed_by_id: number | null
  resident_id: number
  address_id: number
  occupancy_id: number | null
}

/**
 * Returns a hand-over with its household. Returns undefined for an unknown id, and for a hand-over of another
 * municipality.
 */
export const findHandover = (db: Db, viewer: Viewer & { id: number }, id: number) =>
  firstRow<StoredHandover>(db)`
    select ${handoverColumns(viewer.id)}, closed_by as closed_by_id, resident.id as resident_id, resident.address_id,
      ${occupancyOfHandover} as occupancy_id
    from ${handovers}
      join resident on resident.id = resident_id
      join address on address.id = resident.address_id
      join street on street.id = street_id
    where handover.id = ${id} and ${inMunicipality(viewer)}`

/** Closes a hand-over if it is open. Waits for a parallel close first, so only one of two closes has effect. */
export const closeIfOpen = (
  db: Db,
  { id, outcome, answer, employee_id }: { id: number; outcome: string; answer: string | null; employee_id: number },
) => runSql(db)`
  update objection_handover set outcome = ${outcome}, answer = ${answer}, closed_by = ${employee_id}, closed_at = now()
  where id = ${id} and outcome is null`

/** Returns whose outcome it is, and how long ago; undefined for an open hand-over. */
export const findOutcome = (db: Db, id: number, employee_id: number) =>
  firstRow<DeskAction>(db)`
    select ${deskAction(employee_id, { by: sql`closed_by`, at: sql`closed_at` })} from objection_handover
    where id = ${id} and outcome is not null`

/**
 * Opens a hand-over again if this employee may undo the outcome, and no other hand-over of the same resident and year is
 * open.
 */
export const undoOutcome = (db: Db, id: number, undoer: Undoer) =>
  runSql(db)`
    update objection_handover handover
    set outcome = null, answer = null, closed_by = null, closed_at = null, outcome_seen_at = null
    where id = ${id} and ${isUndoable(undoer, { by: sql`closed_by`, at: sql`closed_at` })}
      and not exists (
        select from objection_handover other
        where other.resident_id = handover.resident_id and other.year = handover.year and other.outcome is null)`
