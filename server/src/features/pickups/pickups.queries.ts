import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { dutchToday } from '../../platform/database/dutch-time.queries.ts'
import { dayOf } from '../../platform/runtime/days.ts'

/** Whose lorry comes: that of a collection area, or of a whole municipality for addresses that lie in none. */
export type Route = { municipality_id: number; area_id: number | null }

/** What a route takes on a day where its municipality did not say so: eight gardens of 1.5 m³. */
const usualCapacity = 12_000

/** The day that it is in the Netherlands. */
export async function findToday(db: Db): Promise<string> {
  const { rows } = await sql<{ today: string }>`select ${dutchToday} as today`.execute(db)
  return rows[0]?.today ?? ''
}

/** Makes whoever else plans on this route and day wait until the transaction ends; what is read after this is up to date. */
export const lockRouteDay = (transaction: Db, { municipality_id, area_id }: Route, day: string) =>
  // Areas count up from 1, so a municipality of which they are not part goes below zero.
  sql`select pg_advisory_xact_lock(${area_id ?? -municipality_id}::int, ${dayOf(day)}::int)`.execute(transaction)

/** What each route in a municipality takes on a day. */
export async function findCapacity(db: Db, municipality_id: number): Promise<number> {
  const row = await db
    .selectFrom('pickup_capacity')
    .where('municipality_id', '=', municipality_id)
    .select('volume_litres')
    .executeTakeFirst()
  return row?.volume_litres ?? usualCapacity
}

/** Keeps what each route in a municipality takes on a day. */
export const keepCapacity = (db: Db, municipality_id: number, volume_litres: number) =>
  db
    .insertInto('pickup_capacity')
    .values({ municipality_id, volume_litres })
    .onConflict((conflict) => conflict.column('municipality_id').doUpdateSet({ volume_litres }))
    .execute()

/** How many litres are planned on a route in a period, by the day; days without are not there. */
export async function findPlanned(db: Db, { municipality_id, area_id }: Route, from: string, to: string) {
  const { rows } = await sql<{ day: string; litres: number }>`
    select day, sum(volume_litres)::int as litres from pickup_appointment
    where municipality_id = ${municipality_id} and collection_area_id is not distinct from ${area_id}::int
      and day between ${from} and ${to} and cancelled_at is null
    group by day`.execute(db)
  return new Map(rows.map(({ day, litres }) => [day, litres]))
}

/** The appointments of an address in a period, by day. */
export const findAppointments = (db: Db, address_id: number, from: string, to: string) =>
  db
    .selectFrom('pickup_appointment')
    .where('address_id', '=', address_id)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('cancelled_at', 'is', null)
    .select(['id', 'day', 'volume_litres'])
    .orderBy('day')
    .execute()

/** Since when the register no longer has an address; null of one that it has. */
export async function findRetirement(db: Db, address_id: number): Promise<string | null> {
  const row = await db.selectFrom('address').where('id', '=', address_id).select('retired_on').executeTakeFirst()
  return row?.retired_on ?? null
}

/** The appointment that an employee made under this key. */
export const findAppointmentByKey = (db: Db, employee_id: number, key: string) =>
  db
    .selectFrom('pickup_appointment')
    .where('employee_id', '=', employee_id)
    .where('idempotency_key', '=', key)
    .select(['id', 'address_id', 'day', 'volume_litres', 'cancelled_at'])
    .executeTakeFirst()

/** Keeps an appointment; gives its id, or undefined when the employee's key was used for another at the same moment. */
export async function insertAppointment(
  db: Db,
  appointment: {
    address_id: number
    municipality_id: number
    collection_area_id: number | null
    day: string
    volume_litres: number
    employee_id: number
    idempotency_key: string | null
  },
) {
  const row = await db
    .insertInto('pickup_appointment')
    .values(appointment)
    .onConflict((conflict) => conflict.columns(['employee_id', 'idempotency_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** An appointment with the address that it is for; nobody else changes it until the transaction ends. */
export const lockAppointment = (transaction: Db, id: number) =>
  transaction
    .selectFrom('pickup_appointment')
    .innerJoin('address', 'address.id', 'address_id')
    .where('pickup_appointment.id', '=', id)
    .select(['pickup_appointment.id', 'address_id', 'alias', 'day', 'volume_litres', 'cancelled_at'])
    .forUpdate('pickup_appointment')
    .executeTakeFirst()

/** Puts an appointment on another day, by the route that its address has now. */
export const moveAppointment = (db: Db, id: number, { municipality_id, area_id }: Route, day: string) =>
  db
    .updateTable('pickup_appointment')
    .set({ municipality_id, collection_area_id: area_id, day })
    .where('id', '=', id)
    .execute()

/** Ends an appointment. */
export const cancelAppointment = (db: Db, id: number) =>
  db.updateTable('pickup_appointment').set({ cancelled_at: sql`now()` }).where('id', '=', id).execute()
