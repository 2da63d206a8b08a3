import {
  ApiError,
  cubicMetreText,
  type makePickupAppointment,
  type PickupAppointment,
  type PickupDay,
  type Received,
} from '@rd4-loket/contract'
import { ownAddress } from '../../domain/collection-days/calendar-access.ts'
import type { Db } from '../../platform/database/database.ts'
import type { SessionEmployee } from '../../platform/http/api.ts'
import { invalidInput, notFound } from '../../platform/http/errors.ts'
import { storeOnce } from '../../platform/http/idempotency.ts'
import { dayOf, textOf } from '../../platform/runtime/days.ts'
import { pickupDays } from './pickup-days.ts'
import {
  cancelAppointment,
  findAppointmentByKey,
  findAppointments,
  findCapacity,
  findPlanned,
  findRetirement,
  findToday,
  insertAppointment,
  lockAppointment,
  lockRouteDay,
  moveAppointment,
  type Route,
} from './pickups.queries.ts'

type Place = { address_id: number; route: Route }
type Stop = { day: string; volume_litres: number }

/** An address that this employee may see, with the route that comes along it. */
export async function ownPlace(db: Db, employee: SessionEmployee, alias: string): Promise<Place> {
  const { id, address, area } = await ownAddress(db, employee, alias)
  return { address_id: id, route: { municipality_id: address.municipality.id, area_id: area?.id ?? null } }
}

/** The days for which an appointment can be made on a route today, with the room that is left, also where that is none. */
export async function roomOn(db: Db, route: Route, today: string): Promise<PickupDay[]> {
  const days = pickupDays(dayOf(today)).map(textOf)
  const capacity = await findCapacity(db, route.municipality_id)
  const planned = await findPlanned(db, route, days[0] ?? today, days.at(-1) ?? today)
  return days.map((day) => ({ day, left_litres: Math.max(capacity - (planned.get(day) ?? 0), 0) }))
}

const dayText = new Intl.DateTimeFormat('nl-NL', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
const spoken = (day: string) => dayText.format(new Date(day))
const inWords = new Intl.ListFormat('nl-NL', { type: 'disjunction' })

const refuseDay = (message: string): never => {
  throw new ApiError(422, invalidInput, { day: [message] })
}
const refuseChange = (): never => {
  throw new ApiError(409, 'Deze afspraak is voorbij of vandaag, en kan niet meer worden gewijzigd')
}

const refuseCancelled = (): never => {
  throw new ApiError(409, 'Deze afspraak is afgezegd')
}
async function refuseRetired(transaction: Db, address_id: number) {
  if (await findRetirement(transaction, address_id)) throw new ApiError(422, 'Dit adres is vervallen')
}

/** The three days nearest to the one that was asked for, in the order in which they come. */
function nearest(days: PickupDay[], asked: string) {
  const distance = ({ day }: PickupDay) => Math.abs(dayOf(day) - dayOf(asked))
  return days
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, 3)
    .map(({ day }) => day)
    .toSorted()
}

/** Refuses a day on which the lorry does not come, is full, or comes already; says which days are left. */
async function refuseUnlessRoom(transaction: Db, { address_id, route }: Place, { day, volume_litres }: Stop) {
  const days = await roomOn(transaction, route, await findToday(transaction))
  const asked = days.find((it) => it.day === day)
  const others = days.filter((it) => it.day !== day && it.left_litres >= volume_litres)
  const instead =
    others.length > 0
      ? `Kies bijvoorbeeld ${inWords.format(nearest(others, day).map(spoken))}`
      : 'Tot zes weken vooruit is er geen andere dag vrij'
  if (!asked)
    return refuseDay(
      `Een afspraak kan op werkdagen, vanaf twee werkdagen na vandaag en tot zes weken vooruit. ${instead}`,
    )
  if ((await findAppointments(transaction, address_id, day, day)).length > 0)
    refuseDay(`Dit adres heeft op ${spoken(day)} al een afspraak`)
  if (asked.left_litres < volume_litres)
    refuseDay(
      `Op ${spoken(day)} is ${asked.left_litres > 0 ? `nog ${cubicMetreText(asked.left_litres)}` : 'niets meer'} vrij. ${instead}`,
    )
}

/**
 * Makes an appointment, exactly once for a key: everything is read, decided and kept in one transaction, in which nobody else
 * can plan on the same route and day.
 */
export const makeAppointment = (
  db: Db,
  employee: SessionEmployee,
  { params, body }: Received<typeof makePickupAppointment>,
  idempotency_key: string | null,
): Promise<PickupAppointment> =>
  db.transaction().execute(async (transaction) => {
    const place = await ownPlace(transaction, employee, params.alias)
    const { address_id, route } = place
    await lockRouteDay(transaction, route, body.day)
    return storeOnce(idempotency_key, {
      find: (key) => findAppointmentByKey(transaction, employee.id, key),
      hasSameInput: (stored) =>
        stored.address_id === address_id && stored.day === body.day && stored.volume_litres === body.volume_litres,
      repeat: ({ id, cancelled_at }) => (cancelled_at ? refuseCancelled() : { id, ...body, changeable: true }),
      store: async () => {
        await refuseRetired(transaction, address_id)
        await refuseUnlessRoom(transaction, place, body)
        const { municipality_id, area_id: collection_area_id } = route
        const appointment = { address_id, municipality_id, collection_area_id, ...body, employee_id: employee.id }
        const id = await insertAppointment(transaction, { ...appointment, idempotency_key })
        return id === undefined ? undefined : { id, ...body, changeable: true }
      },
    })
  })

/** An appointment of an address that this employee may see; another one is as if it did not exist. */
async function ownAppointment(transaction: Db, employee: SessionEmployee, id: number) {
  const appointment = (await lockAppointment(transaction, id)) ?? notFound('Deze afspraak bestaat niet')
  const place = await ownPlace(transaction, employee, appointment.alias).catch((error) =>
    error instanceof ApiError && error.status === 404 ? notFound('Deze afspraak bestaat niet') : Promise.reject(error),
  )
  return { ...appointment, place }
}

/** Puts an appointment on another day, by the same rules and as exactly as a new one. */
export const putOnDay = (db: Db, employee: SessionEmployee, id: number, day: string): Promise<PickupAppointment> =>
  db.transaction().execute(async (transaction) => {
    const { place, volume_litres, ...now } = await ownAppointment(transaction, employee, id)
    if (now.cancelled_at) refuseCancelled()
    if (now.day <= (await findToday(transaction))) refuseChange()
    const moved = { id, day, volume_litres, changeable: true }
    if (now.day === day) return moved
    await refuseRetired(transaction, place.address_id)
    await lockRouteDay(transaction, place.route, day)
    await refuseUnlessRoom(transaction, place, moved)
    await moveAppointment(transaction, id, place.route, day)
    return moved
  })

/** Cancels an appointment; one that was cancelled before stays so. */
export const endAppointment = (db: Db, employee: SessionEmployee, id: number): Promise<null> =>
  db.transaction().execute(async (transaction) => {
    const { day, cancelled_at } = await ownAppointment(transaction, employee, id)
    if (cancelled_at) return null
    if (day <= (await findToday(transaction))) refuseChange()
    await cancelAppointment(transaction, id)
    return null
  })
