import type { BillFacts } from '../domain/bill/bill-facts.queries.ts'
import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/database/sql.ts'
import { dayOf, textOf } from '../platform/runtime/days.ts'
import { insertEmployee, insertRows } from './make.ts'

/** The years of the lifts in `random-bill.ts`, and the days on which they are delivered. */
const years = [2022, 2023, 2024, 2025, 2026]
const deliveredFrom = dayOf('2022-01-01')
const deliveredUntil = dayOf('2027-12-31')

/** Inserts what the bills of `storeBills` share. The id of a delivery is its day. */
export async function prepareBills(db: Db) {
  await insertRows(
    db,
    'clearance_batch',
    Array.from({ length: deliveredUntil - deliveredFrom + 1 }, (_, index) => {
      const id = deliveredFrom + index
      return { id, source: 'test', loaded_at: `${textOf(id)}T12:00:00Z` }
    }),
  )
  await sql`select add_clearance_year(year) from unnest(${years}::int[]) as year`.execute(db)
  for (const [id, name] of [
    [1, 'kim'],
    [2, 'noor'],
  ] as const)
    await insertEmployee(db, { id, email: `${name}@bsgw.example` })
}

/** Returns facts whose ids are from `first` on, so that many bills fit in one database. */
export const withIds = (first: number, facts: BillFacts): BillFacts => {
  const own = <Row extends { id: number }>(row: Row) => ({ ...row, id: first + row.id })
  return {
    ...facts,
    address_id: first,
    occupancies: facts.occupancies.map(own),
    lifts: facts.lifts.map((lift) => ({
      ...own(lift),
      container_id: lift.container_id === null ? null : first + lift.container_id,
    })),
    containers: facts.containers.map(own),
    tariffs: facts.tariffs.map(own),
    assessments: facts.assessments.map(own),
    objections: facts.objections.map((it) => ({ ...own(it), clearance_id: first + it.clearance_id })),
    ...(facts.charge_rules && {
      charge_rules: facts.charge_rules.map((rule) => ({ ...own(rule), municipality_id: first })),
    }),
    ...(facts.schemes && {
      schemes: facts.schemes.map((scheme) => ({
        ...own(scheme),
        address_id: first,
        container_id: scheme.container_id === null ? null : first + scheme.container_id,
      })),
    }),
  }
}

/**
 * Stores the facts of bills, each of an address in a municipality of its own, with one statement per table. The id of
 * the address is also the id of its municipality, its street and its collection system.
 */
export async function storeBills(db: Db, bills: BillFacts[]) {
  const each = <Row>(row: (bill: BillFacts, id: number) => Row) => bills.map((bill) => row(bill, bill.address_id))
  const every = <Row>(rows: (bill: BillFacts, id: number) => Row[]) => each(rows).flat()
  const address = (id: number) => ({ id, street_id: id, house_number: 1 })
  const tables = {
    municipality: each((_, id) => ({ id, name: `Gemeente ${id}` })),
    town: each((_, id) => ({ municipality_id: id, name: 'Heerlen' })),
    street_name: each((_, id) => ({ key: `straat ${id}` })),
    street: each((_, id) => ({
      id,
      municipality_id: id,
      city: 'Heerlen',
      name: `Straat ${id}`,
      key: `straat ${id}`,
      spellings: '',
    })),
    address: each((_, id) => address(id)),
    collection_system: each((_, id) => ({ id, name: 'A', kind_id: 1, address_id: id, lon: 6, lat: 51, street_id: id })),
    container: every(({ containers }, id) =>
      containers.map(({ is_own, ...container }) => ({
        ...container,
        number: `C${container.id}`,
        address_id: is_own ? id : null,
        collection_system_id: is_own ? null : id,
      })),
    ),
    bill_rule: each(({ rule }, id) => ({ municipality_id: id, ...rule })),
    tariff: every(({ tariffs }, id) => tariffs.map((tariff) => ({ ...tariff, municipality_id: id }))),
    charge_rule: every(({ charge_rules = [] }) => charge_rules),
    household_scheme: every(({ schemes = [] }) => schemes),
    occupancy: every(({ occupancies }, id) => occupancies.map((occupancy) => ({ ...occupancy, address_id: id }))),
    assessment: every(({ assessments, year }, id) =>
      assessments.map(({ lines: _, ...imposed }) => ({ ...imposed, number: `A${imposed.id}`, address_id: id, year })),
    ),
    clearance: every(({ lifts }, id) =>
      lifts.map(({ loaded_on, ...lift }) => ({ ...lift, address_id: id, batch_id: dayOf(loaded_on) })),
    ),
    clearance_objection: every(({ objections, lifts }, id) =>
      objections.map(({ filed_by: _, filed_by_id, decided_by, ...objection }) => ({
        ...objection,
        address_id: id,
        cleared_at: lifts.find((lift) => lift.id === objection.clearance_id)?.cleared_at,
        filed_by: filed_by_id,
        decided_by: decided_by && 2,
      })),
    ),
  }
  for (const [table, rows] of Object.entries(tables)) await insertRows(db, table, rows)
}
