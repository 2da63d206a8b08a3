// Reasons: docs/pickups.md

import {
  type cancelPickupAppointment,
  cubicMetreText,
  type listPickupAppointments,
  type makePickupAppointment,
  mayChangePickup,
  mayMakePickup,
  type movePickupAppointment,
  type PickupDay,
  pickupIsCancelled,
  type savePickupCapacity,
  type showPickupCapacity,
} from '@rd4-loket/contract'
import { findVisibleAddress } from '../../domain/collection-days/calendar-access.ts'
import { addLastChanges, recordPlanningChange } from '../../domain/collection-days/collection-changes.queries.ts'
import { recordShownHouseholds } from '../../domain/occupancy/record-households.ts'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Call } from '../../platform/http/answer.ts'
import type { Caller, LoggedAccess } from '../../platform/http/api.ts'
import { invalidField, notFound, requireAllowed } from '../../platform/http/errors.ts'
import { idempotencyKey, storeOnce } from '../../platform/http/idempotency.ts'
import { dayOf, textOf } from '../../platform/runtime/days.ts'
import { pickupDays } from './pickup-days.ts'
import {
  cancelAppointment,
  findAppointmentByKey,
  findAppointments,
  findCapacity,
  findPlannedLitres,
  findToday,
  insertAppointment,
  isRetired,
  lockAppointment,
  lockCapacity,
  lockRouteDay,
  moveAppointment,
  type Route,
  updateCapacity,
} from './pickups.queries.ts'

type RoutedAddress = { address_id: number; route: Route }

/** Returns an address with its route, and records its household. Throws 404 when the employee may not see it. */
async function findRoutedAddress(
  access: LoggedAccess,
  employee: Caller,
  alias: string,
  missing?: string,
): Promise<RoutedAddress> {
  const { id, address, area } = await findVisibleAddress(access.transaction, employee, alias, missing)
  await recordShownHouseholds(access, id)
  return { address_id: id, route: { municipality_id: address.municipality.id, area_id: area?.id ?? null } }
}

/** Returns the possible days, each with the free litres of a route. A full day has 0 litres. */
async function findFreeCapacity(db: Db, route: Route, today: string): Promise<PickupDay[]> {
  const days = pickupDays(dayOf(today)).map(textOf)
  const capacity = await findCapacity(db, route.municipality_id)
  const planned = await findPlannedLitres(db, route, days[0] ?? today, days.at(-1) ?? today)
  return days.map((day) => ({ day, left_litres: Math.max(capacity - (planned.get(day) ?? 0), 0) }))
}

/** Returns the appointments of an address from today on, and the possible days for a new appointment. */
export async function showAppointments({ access, employee, params }: Call<typeof listPickupAppointments>) {
  const { address_id, route } = await findRoutedAddress(access, employee, params.alias)
  const db = access.transaction
  const today = await findToday(db)
  const appointments = await findAppointments(db, address_id, today, '9999-12-31')
  const retired = await isRetired(db, address_id)
  return {
    data: appointments,
    meta: { retired, today, days: retired ? [] : await findFreeCapacity(db, route, today) },
  }
}

const dayText = new Intl.DateTimeFormat('nl-NL', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
const dayInSentence = (day: string) => dayText.format(new Date(day))
const alternatives = new Intl.ListFormat('nl-NL', { type: 'disjunction' })

/** Returns at most three days, nearest to the given day, in date order. */
function nearestDays(days: PickupDay[], day: string) {
  const distance = (other: PickupDay) => Math.abs(dayOf(other.day) - dayOf(day))
  return days
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, 3)
    .map((it) => it.day)
    .toSorted()
}

/** Throws 409 for a retired address, and 422 for a day that is impossible, full, or already booked by the address. */
async function checkBookable(
  transaction: Db,
  { address_id, route }: RoutedAddress,
  { day, volume_litres }: { day: string; volume_litres: number },
) {
  requireAllowed(mayMakePickup({ retired: await isRetired(transaction, address_id) }))
  const days = await findFreeCapacity(transaction, route, await findToday(transaction))
  const chosen = days.find((it) => it.day === day)
  const others = days.filter((it) => it.day !== day && it.left_litres >= volume_litres)
  const advice =
    others.length === 0
      ? 'Tot zes weken vooruit is er geen andere dag vrij'
      : `Kies bijvoorbeeld ${alternatives.format(nearestDays(others, day).map(dayInSentence))}`
  if (!chosen)
    return invalidField(
      'day',
      `Een afspraak kan op werkdagen, vanaf twee werkdagen na vandaag en tot zes weken vooruit. ${advice}`,
    )
  if ((await findAppointments(transaction, address_id, day, day)).length > 0)
    invalidField('day', `Dit adres heeft op ${dayInSentence(day)} al een afspraak`)
  if (chosen.left_litres < volume_litres) {
    const leftText = chosen.left_litres > 0 ? `nog ${cubicMetreText(chosen.left_litres)}` : 'niets meer'
    invalidField('day', `Op ${dayInSentence(day)} is ${leftText} vrij. ${advice}`)
  }
}

/** Books an appointment, at most once per idempotency key. Locks the route on that day, so parallel bookings wait. */
export async function makeAppointment({ access, employee, params, body, request }: Call<typeof makePickupAppointment>) {
  const { day, volume_litres } = body
  const { transaction } = access
  const idempotency_key = idempotencyKey(request)
  const address = await findRoutedAddress(access, employee, params.alias)
  await lockRouteDay(transaction, address.route, dayOf(day))
  return storeOnce(idempotency_key, {
    find: (key) => findAppointmentByKey(transaction, employee.id, key),
    hasSameInput: (stored) =>
      stored.address_id === address.address_id && stored.day === day && stored.volume_litres === volume_litres,
    repeat: ({ id, cancelled_at }) => {
      requireAllowed(cancelled_at ? pickupIsCancelled : undefined)
      return { id, day, volume_litres }
    },
    store: async () => {
      await checkBookable(transaction, address, { day, volume_litres })
      const appointment = { ...address, day, volume_litres, employee_id: employee.id, idempotency_key }
      const id = await insertAppointment(transaction, appointment)
      return id === undefined ? undefined : { id, day, volume_litres }
    },
  })
}

/** Returns and locks an appointment with its address. Throws 404 when the employee may not see the address. */
async function lockVisibleAppointment(access: LoggedAccess, employee: Caller, id: number) {
  const missing = 'Deze afspraak bestaat niet'
  const appointment = (await lockAppointment(access.transaction, id)) ?? notFound(missing)
  const address = await findRoutedAddress(access, employee, appointment.alias, missing)
  return { ...appointment, address }
}

/** Moves an appointment to another day. The rules of a new appointment apply. */
export async function rescheduleAppointment({ access, employee, params, body }: Call<typeof movePickupAppointment>) {
  const { transaction } = access
  const { day } = body
  const id = params.appointment_id
  const { address, volume_litres, ...current } = await lockVisibleAppointment(access, employee, id)
  requireAllowed(mayChangePickup(current, await findToday(transaction)))
  const moved = { id, day, volume_litres }
  if (current.day === day) return moved
  await lockRouteDay(transaction, address.route, dayOf(day))
  await checkBookable(transaction, address, moved)
  await moveAppointment(transaction, id, address.route, day)
  return moved
}

/** Cancels an appointment. Has no effect on a cancelled appointment. */
export async function endAppointment({ access, employee, params }: Call<typeof cancelPickupAppointment>) {
  const id = params.appointment_id
  const { day, cancelled_at } = await lockVisibleAppointment(access, employee, id)
  if (cancelled_at) return null
  requireAllowed(mayChangePickup({ day }, await findToday(access.transaction)))
  await cancelAppointment(access.transaction, id)
  return null
}

/** Returns the capacity per route and day in a municipality, with its last change. */
export async function showCapacity({ db, employee, params }: Call<typeof showPickupCapacity>) {
  const municipality_id = await ownMunicipality(db, employee, params.municipality_id)
  const volume_litres = await findCapacity(db, municipality_id)
  const key = `${municipality_id}`
  const [capacity] = await addLastChanges(db, ['pickup_capacity'], [{ volume_litres }], () => key)
  return capacity ?? { volume_litres, changed: null }
}

/** Stores the capacity per route and day in a municipality. */
export async function changeCapacity({ db, employee, params, body, actor }: Call<typeof savePickupCapacity>) {
  const municipality_id = await ownMunicipality(db, employee, params.municipality_id)
  await db.transaction(async (transaction) => {
    const before = { volume_litres: await lockCapacity(transaction, municipality_id) }
    await updateCapacity(transaction, municipality_id, body.volume_litres)
    const object = { kind: 'pickup_capacity', key: `${municipality_id}` } as const
    await recordPlanningChange(transaction, actor, object, { before, after: body })
  })
  return body
}
