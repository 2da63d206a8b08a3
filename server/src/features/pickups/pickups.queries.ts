import { saveDelivery } from '../../domain/deliveries/deliveries.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { dutchToday } from '../../platform/database/dutch-time.queries.ts'
import { allRows, firstRow, firstValue, hasRow, runSql } from '../../platform/database/statements.queries.ts'
import type { Day } from '../../platform/runtime/days.ts'

/** The route of a collection area. `area_id` is null for the municipality's route for addresses without an area. */
export type Route = { municipality_id: number; area_id: number | null }

/** The capacity of a route without a setting: eight gardens of 1.5 m³. */
const defaultCapacity_litres = 12_000

/** Returns today's date in the Netherlands. */
export const findToday = (db: Db) => firstValue<string>(db)`select ${dutchToday} as today`

/** Locks a route on a day until the transaction ends. Later statements see all committed appointments. */
export const lockRouteDay = (transaction: Db, { municipality_id, area_id }: Route, day: Day) =>
  // Area ids are positive, so a negative number identifies the route of a municipality.
  runSql(transaction)`select pg_advisory_xact_lock(${area_id ?? -municipality_id}::int, ${day}::int)`

/** Returns the capacity in litres of each route of a municipality on one day. */
export async function findCapacity(db: Db, municipality_id: number): Promise<number> {
  const row = await firstRow<{ volume_litres: number }>(db)`
    select volume_litres from pickup_capacity where municipality_id = ${municipality_id}`
  return row?.volume_litres ?? defaultCapacity_litres
}

/**
 * Returns the capacity of a municipality's routes, and locks it until the transaction ends. Inserts the default
 * capacity if there is none, because only an existing row can be locked.
 */
export async function lockCapacity(transaction: Db, municipality_id: number) {
  await runSql(transaction)`
    insert into pickup_capacity (municipality_id, volume_litres) values (${municipality_id}, ${defaultCapacity_litres})
    on conflict do nothing`
  await saveDelivery(transaction, 'pickups', [municipality_id])
  return firstValue<number>(transaction)`
    select volume_litres from pickup_capacity where municipality_id = ${municipality_id} for update`
}

export const updateCapacity = (db: Db, municipality_id: number, volume_litres: number) => runSql(db)`
  update pickup_capacity set volume_litres = ${volume_litres} where municipality_id = ${municipality_id}`

/** Returns the planned litres of a route by day. Days without appointments are absent. */
export async function findPlannedLitres(db: Db, { municipality_id, area_id }: Route, from: string, to: string) {
  const rows = await allRows<{ day: string; litres: number }>(db)`
    select day, sum(volume_litres)::int as litres from pickup_appointment
    where municipality_id = ${municipality_id} and collection_area_id is not distinct from ${area_id}::int
      and day between ${from} and ${to} and cancelled_at is null
    group by day`
  return new Map(rows.map(({ day, litres }) => [day, litres]))
}

type AppointmentRow = { id: number; address_id: number; day: string; volume_litres: number; cancelled_at: Date | null }

/** Returns the appointments of an address in a period that are not cancelled, by day. */
export function findAppointments(db: Db, address_id: number, from: string, to: string) {
  return allRows<Pick<AppointmentRow, 'id' | 'day' | 'volume_litres'>>(db)`
    select id, day, volume_litres from pickup_appointment
    where address_id = ${address_id} and day between ${from} and ${to} and cancelled_at is null order by day`
}

export const isRetired = (db: Db, address_id: number) =>
  hasRow(db)`select from address where id = ${address_id} and retired_on is not null`

/** Returns the appointment that an employee made with an idempotency key. */
export const findAppointmentByKey = (db: Db, employee_id: number, key: string) => firstRow<AppointmentRow>(db)`
  select id, address_id, day, volume_litres, cancelled_at from pickup_appointment
  where employee_id = ${employee_id} and idempotency_key = ${key}`

/** Inserts an appointment and returns its id, or undefined when a parallel request used the same idempotency key. */
export async function insertAppointment(
  db: Db,
  appointment: {
    address_id: number
    route: Route
    day: string
    volume_litres: number
    employee_id: number
    idempotency_key: string | null
  },
) {
  const { address_id, route, day, volume_litres, employee_id, idempotency_key } = appointment
  await saveDelivery(db, 'pickups', [route.municipality_id])
  return firstValue<number | undefined>(db)`
    insert into pickup_appointment
      (address_id, municipality_id, collection_area_id, day, volume_litres, employee_id, idempotency_key)
    values (${address_id}, ${route.municipality_id}, ${route.area_id}, ${day}, ${volume_litres},
      ${employee_id}, ${idempotency_key})
    on conflict (employee_id, idempotency_key) do nothing returning id`
}

/** Returns an appointment with the alias of its address, and locks it until the transaction ends. */
export function lockAppointment(transaction: Db, id: number) {
  return firstRow<AppointmentRow & { alias: string }>(transaction)`
    select appointment.id, address_id, alias, day, volume_litres, cancelled_at
    from pickup_appointment appointment join address on address.id = address_id
    where appointment.id = ${id} for update of appointment`
}

/** Moves an appointment to another day, on the current route of its address. */
export const moveAppointment = (db: Db, id: number, { municipality_id, area_id }: Route, day: string) => runSql(db)`
  update pickup_appointment
  set municipality_id = ${municipality_id}, collection_area_id = ${area_id}, day = ${day}
  where id = ${id}`

export const cancelAppointment = (db: Db, id: number) =>
  runSql(db)`update pickup_appointment set cancelled_at = now() where id = ${id}`
