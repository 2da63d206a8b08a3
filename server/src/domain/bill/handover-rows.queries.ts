import type { Handover, ListedHandover, mayDisputeLift, ProviderHandover } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows, firstRow, runSql } from '../../platform/database/statements.queries.ts'
import type { LinkedAddressColumns } from '../places/linked-address.ts'
import type { ObjectionRules } from './objection-terms.ts'

/** A stored objection, as an employee sees it. The terms and the penalty are computed. */
export type HandoverRow = Omit<ProviderHandover, 'terms' | 'penalty'>

/** The columns of a HandoverRow, as this employee sees it. */
export const handoverColumns = (employee_id: number) => sql`
  handover.id, handover.year, handover.note, author.name as handed_over_by, author.id = ${employee_id} as is_own,
  dutch_time(handed_over_at) as handed_over_at, received_on, received_by, posted_on, handover.assessed_on, published_on,
  missing, extended_on, notice_of_default_on, outcome, decided_on, answer, closer.name as closed_by,
  dutch_time(closed_at) as closed_at, (
    select count(*)::int from clearance_objection where handover_id = handover.id and state = 'open') as open_lifts`

/** The tables of a HandoverRow. */
export const handovers = sql`
  objection_handover handover
  join employee author on author.id = handed_over_by
  left join employee closer on closer.id = closed_by`

/** Returns an objection as the provider sees it on a day. */
export function providerHandover<Row extends HandoverRow>(row: Row, rules: ObjectionRules, today: string) {
  const terms = rules.terms(row, today)
  return { ...row, terms, penalty: rules.penalty(row, terms, today) }
}

/** Returns an objection as the pass desk sees it on a day: without its lifts, the penalty and the dates that start one. */
export function deskHandover(row: HandoverRow, rules: ObjectionRules, today: string): Handover {
  const { published_on: _, extended_on: __, notice_of_default_on: ___, open_lifts: ____, ...shown } = row
  return { ...shown, terms: rules.terms(row, today) }
}

/**
 * Locks an address until the transaction ends. At most one objection of a household and a year may become open, by
 * filing it and by undoing an outcome. A lift may become open only while the objection that names it is.
 */
export const lockAddress = (transaction: Db, address_id: number) =>
  runSql(transaction)`select from address where id = ${address_id} for no key update`

/** Returns an objection of an address, and the days of its household; undefined for one of another address. */
export const findDisputing = (db: Db, id: number, address_id: number) =>
  firstRow<Parameters<typeof mayDisputeLift>[0]>(db)`
    select year, outcome, closer.name as closed_by, first_day, last_day
    from objection_handover handover
      left join employee closer on closer.id = closed_by
      left join occupancy on occupancy.id = occupancy_id
    where handover.id = ${id} and handover.address_id = ${address_id}`

type StoredListedHandover = HandoverRow &
  LinkedAddressColumns & {
    address_id: number
    occupancy_id: number | null
    municipality: ListedHandover['municipality']
  }

const listed = (employee_id: number) => sql`
  select ${handoverColumns(employee_id)}, address_id, occupancy_id, alias, street.name as street,
    street.city, house_number, house_number_extension, postal_code,
    json_build_object('id', municipality.id, 'name', municipality.name) as municipality
  from ${handovers}
    join address on address.id = address_id
    join street on street.id = street_id
    join municipality on municipality.id = street.municipality_id`

/** Returns the first received open objections of colleagues, with their addresses and households. */
export const findOpenHandovers = (db: Db, limit: number, employee_id: number) => allRows<StoredListedHandover>(db)`
  ${listed(employee_id)}
  where outcome is null and handed_over_by <> ${employee_id}
  order by received_on, handover.id limit ${limit}`

/** Returns the open objections with these ids, with their addresses and households, in the order of the ids. */
export const findListedHandovers = (db: Db, ids: number[], employee_id: number) => allRows<StoredListedHandover>(db)`
  ${listed(employee_id)}
  where outcome is null and handover.id = any (${ids}::int[])
  order by array_position(${ids}::int[], handover.id)`
