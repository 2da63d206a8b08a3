import type {
  AddressHandover,
  DeskAction,
  HandoverOutcome,
  ObjectionPart,
  Purpose,
  ReceivedBy,
} from '@rd4-loket/contract'
import { type HandoverRow, handoverColumns, handovers } from '../../domain/bill/handover-rows.queries.ts'
import type { ObjectionDates } from '../../domain/bill/objection-terms.ts'
import { hiddenPeriods, occupancyOn, showsFormer } from '../../domain/occupancy/occupancy.queries.ts'
import { inMunicipality, type Viewer } from '../../domain/places/in-municipality.queries.ts'
import { addressColumns, type StoredAddressRow } from '../../domain/places/location.queries.ts'
import { deskAction, isUndoable, type Undoer } from '../../domain/undo/undo.queries.ts'
import { isUndoableFiling } from '../../domain/undo/undoable-decisions.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows, firstRow, firstValue, jsonList, runSql } from '../../platform/database/statements.queries.ts'
import type { Household } from '../../platform/http/api.ts'

/** A household. The address of a resident who moved away has another household, which the resident may not see. */
type PassHousehold = Household & { moved_away?: boolean }

type ResidentOfPass = Household & {
  moved_away: boolean
  resident_id: number
  assessed_year: number | null
  address: StoredAddressRow
}

/**
 * Returns the resident of a pass with the household of today, and the latest year with an imposed bill at the address.
 * A resident who moved away has neither. Returns undefined for an unknown pass and for a pass of another municipality.
 */
export const findResidentOfPass = (db: Db, viewer: Viewer, number: string) =>
  firstRow<ResidentOfPass>(db)`
    select resident_id, resident.address_id, blocked_reason is not distinct from 'move' as moved_away,
      case when blocked_reason is distinct from 'move' then ${occupancyOn(sql`resident.address_id`, sql`now()`)} end
        as occupancy_id,
      (select max(year) from assessment
        where assessment.address_id = pass.address_id and blocked_reason is distinct from 'move') as assessed_year,
      (select to_json(found) from (select ${addressColumns('address')}) found) as address
    from environmental_pass pass
      join resident on resident.id = resident_id
      join address on address.id = resident.address_id
      join street on street.id = street_id
      join municipality on municipality.id = street.municipality_id
    where number = ${number}
      and ${inMunicipality(viewer)}`

/**
 * Returns the date of the newest imposed bill of a household for each year, the newest year first. Without a household:
 * of all bills of the address, except those of former households that the purpose hides.
 */
export const findAssessedDays = (
  db: Db,
  { address_id, occupancy_id, moved_away = false }: PassHousehold,
  purpose: Purpose,
) =>
  allRows<{ year: number; assessed_on: string }>(db)`
    select year, max(assessed_on) as assessed_on from assessment
    where address_id = ${address_id} and not ${moved_away} and case when ${occupancy_id}::int is null
      then ${showsFormer(purpose)}
        or subject_id not in (select subject_id from occupancy where address_id = ${address_id})
      else subject_id = (select subject_id from occupancy where id = ${occupancy_id}) end
    group by year order by year desc`

/** Returns the objections of a resident, newest first. */
export const findResidentHandovers = (db: Db, resident_id: number, employee_id: number) => allRows<HandoverRow>(db)`
  select ${handoverColumns(employee_id)} from ${handovers} where resident_id = ${resident_id}
  order by handover.handed_over_at desc, handover.id desc`

/** A received objection of a household. */
export type ReceivedObjection = PassHousehold & {
  resident_id: number | null
  year: number
  note: string
  received_on: string
  received_by: ReceivedBy
  posted_on: string | null
  assessed_on: string | null
  missing: ObjectionPart[]
}

/** Inserts an objection. Has no effect when the household already has an open one for the same year. */
export const insertHandover = (db: Db, of: ReceivedObjection, employee_id: number) => runSql(db)`
  insert into objection_handover (address_id, occupancy_id, resident_id, year, note, received_on, received_by,
    posted_on, assessed_on, missing, handed_over_by)
  values (${of.address_id}, ${of.occupancy_id}, ${of.resident_id}, ${of.year}, ${of.note}, ${of.received_on},
    ${of.received_by}, ${of.posted_on}, ${of.assessed_on}, ${of.missing}::text[], ${employee_id})
  on conflict do nothing`

/** The condition that a row is of the same household as an objection. Without an occupancy, the resident counts. */
const sameHousehold = ({ address_id, occupancy_id, resident_id }: Household & { resident_id: number | null }) => sql`
  handover.address_id = ${address_id}
  and coalesce(handover.occupancy_id, -handover.resident_id, 0)
    = coalesce(${occupancy_id}::int, -(${resident_id}::int), 0)`

/** Returns the open objection of a household and a year. */
export const findOpenHandover = (db: Db, of: ReceivedObjection, employee_id: number) =>
  firstRow<HandoverRow>(db)`
    select ${handoverColumns(employee_id)} from ${handovers}
    where ${sameHousehold(of)} and handover.year = ${of.year} and outcome is null`

/** The open objections with the same dates. */
export type OpenObjections = ObjectionDates & { count: number }

/** The dates that the rules of law use, of an open objection. */
const openDates = sql.raw(
  'assessed_on, published_on, received_on, received_by, posted_on, extended_on, notice_of_default_on',
)

const ofMunicipality = (municipality_id: number | undefined) =>
  municipality_id === undefined
    ? sql`true`
    : sql`address_id in (
        select address.id from address join street on street.id = street_id
        where street.municipality_id = ${municipality_id})`

/**
 * Counts the open objections of all municipalities, or of one, by their dates. The database groups them and sends one
 * text: to read 20,000 rows takes five times as long.
 */
export async function countOpenByDates(db: Db, municipality_id: number | undefined): Promise<OpenObjections[]> {
  const found = await firstValue<string | null>(db)`
    select string_agg(concat(count, ',', assessed_on, ',', published_on, ',', received_on, ',', received_by, ',',
      posted_on, ',', extended_on, ',', notice_of_default_on), ';')
    from (
      select ${openDates}, count(*) from objection_handover
      where outcome is null and ${ofMunicipality(municipality_id)}
      group by ${openDates}) dates`
  return (found?.split(';') ?? []).map((dates) => {
    const [count, assessed_on, published_on, received_on, received_by, posted_on, extended_on, notice_of_default_on] =
      dates.split(',').map((date) => date || null) as [string, null, null, string, ReceivedBy, null, null, null]
    const later = { published_on, posted_on, extended_on, notice_of_default_on, decided_on: null }
    return { count: Number(count), assessed_on, received_on, received_by, ...later }
  })
}

/** A place in the list: by decision day and receipt, then by id. */
export type Place = { key: string; id: number }

/** Returns the first places after a place, of the open objections with these dates. Each of the dates has its key. */
export const findPlacesAfter = (
  db: Db,
  municipality_id: number | undefined,
  dates: (ObjectionDates & Pick<Place, 'key'>)[],
  after: Place,
  limit: number,
) => allRows<Place>(db)`
  select key, id
  from jsonb_to_recordset(${JSON.stringify(dates)}::jsonb) sought (key text, assessed_on date, published_on date,
      received_on date, received_by text, posted_on date, extended_on date, notice_of_default_on date)
    join objection_handover handover using (received_on, received_by)
  where outcome is null and ${ofMunicipality(municipality_id)}
    and row (handover.assessed_on, handover.published_on, handover.posted_on, handover.extended_on,
        handover.notice_of_default_on)
      is not distinct from row (sought.assessed_on, sought.published_on, sought.posted_on, sought.extended_on,
        sought.notice_of_default_on)
    and (key <> ${after.key} or id > ${after.id})
  order by key collate "C", id limit ${limit}`

/** Returns an address with its household of today; undefined for an unknown address. */
export const findHousehold = (db: Db, alias: string) =>
  firstRow<Household>(db)`
    select id as address_id, ${occupancyOn(sql`address.id`, sql`now()`)} as occupancy_id
    from address where alias = ${alias}`

/**
 * Returns the last household that was liable at an address in a period, both days included; undefined for an unknown
 * address.
 */
export const findHouseholdIn = (db: Db, alias: string, [from, to]: [string, string]) =>
  firstRow<Household>(db)`
    select id as address_id, (
      select occupancy.id from occupancy
      where occupancy.address_id = address.id and first_day <= ${to}
        and (last_day is null or last_day >= ${from})
      order by first_day desc limit 1) as occupancy_id
    from address where alias = ${alias}`

/**
 * Returns the objections of an address, newest first, without those of households that the purpose hides. Without a
 * known household, the day of filing decides.
 */
export const findAddressHandovers = (db: Db, address_id: number, purpose: Purpose, employee_id: number) => allRows<
  HandoverRow & Pick<AddressHandover, 'lifts' | 'first_day' | 'last_day'>
>(db)`
  select ${handoverColumns(employee_id)}, first_day, last_day, ${jsonList(sql`
      select objection.id, clearance_id, dutch_time(clearance.cleared_at) as cleared_at, waste_type, reason, state
      from clearance_objection objection
        join clearance on clearance.id = clearance_id and clearance.cleared_at = objection.cleared_at
      where handover_id = handover.id order by clearance.cleared_at, objection.id`)} as lifts
  from ${handovers} left join occupancy on occupancy.id = occupancy_id
  where handover.address_id = ${address_id}
    and not coalesce(first_day::timestamp at time zone 'Europe/Amsterdam', handed_over_at)
      <@ ${hiddenPeriods(sql`handover.address_id`, purpose)}
  order by handover.handed_over_at desc, handover.id desc`

export type StoredHandover = HandoverRow &
  Household & { closed_by_id: number | null; resident_id: number | null; address: StoredAddressRow }

/**
 * Returns a hand-over with its household. Returns undefined for an unknown id, and for a hand-over of another
 * municipality.
 */
export const findHandover = (db: Db, viewer: Viewer & { id: number }, id: number) =>
  firstRow<StoredHandover>(db)`
    select ${handoverColumns(viewer.id)}, closed_by as closed_by_id, resident_id, address_id, occupancy_id,
      (select to_json(found) from (select ${addressColumns('address')}) found) as address
    from ${handovers}
      join address on address.id = address_id
      join street on street.id = street_id
      join municipality on municipality.id = street.municipality_id
    where handover.id = ${id} and ${inMunicipality(viewer)}`

type Outcome = { outcome: HandoverOutcome; answer: string | null; decided_on: string | null }

/** Closes a hand-over if it is open. Waits for a parallel close first, so only one of two closes has effect. */
export const closeIfOpen = (
  db: Db,
  { id, outcome, answer, decided_on, employee_id }: Outcome & { id: number; employee_id: number },
) => runSql(db)`
  update objection_handover
  set outcome = ${outcome}, answer = ${answer}, decided_on = ${decided_on}, closed_by = ${employee_id},
    closed_at = now()
  where id = ${id} and outcome is null`

/** Returns whose outcome it is, and how long ago; undefined for an open hand-over. */
export const findOutcome = (db: Db, id: number, employee_id: number) =>
  firstRow<DeskAction>(db)`
    select ${deskAction(employee_id, { by: sql`closed_by`, at: sql`closed_at` })} from objection_handover
    where id = ${id} and outcome is not null`

/**
 * Opens a hand-over again if this employee may undo the outcome, and no other objection of the same household and year
 * is open. Returns whether it did.
 */
export const undoOutcome = async (db: Db, of: StoredHandover, undoer: Undoer) =>
  (await firstValue<number | undefined>(db)`
    update objection_handover
    set outcome = null, answer = null, decided_on = null, closed_by = null, closed_at = null, outcome_seen_at = null
    where id = ${of.id} and ${isUndoable(undoer, { by: sql`closed_by`, at: sql`closed_at` })}
      and not exists (
        select from objection_handover handover
        where ${sameHousehold(of)} and handover.year = ${of.year} and outcome is null)
    returning id`) !== undefined

/** Returns whose filing it is, and how long ago. */
export async function findFiling(db: Db, id: number, employee_id: number) {
  const filing = await firstRow<DeskAction>(db)`
    select ${deskAction(employee_id, { by: sql`handed_over_by`, at: sql`handed_over_at` })} from objection_handover
    where id = ${id}`
  return filing ?? { is_own: false, seconds_ago: 0 }
}

/** Deletes an open hand-over if this employee may undo its filing, and no lift belongs to it. Returns whether it did. */
export const deleteFiled = async (db: Db, id: number, undoer: Undoer) =>
  (await firstValue<number | undefined>(db)`
    delete from objection_handover where id = ${id} and ${isUndoableFiling(undoer)} returning id`) !== undefined

/** The dates of an objection that the provider learns after its receipt. */
export type LaterDates = {
  assessed_on: string | null
  published_on: string | null
  extended_on: string | null
  notice_of_default_on: string | null
}

/** Stores the dates of an objection if it is open. */
export const storeDates = (db: Db, id: number, dates: LaterDates) =>
  runSql(db)`
    update objection_handover
    set assessed_on = ${dates.assessed_on}, published_on = ${dates.published_on}, extended_on = ${dates.extended_on},
      notice_of_default_on = ${dates.notice_of_default_on}
    where id = ${id} and outcome is null`
