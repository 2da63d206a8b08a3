import {
  cancelPickupAppointment,
  listPickupAppointments,
  makePickupAppointment,
  movePickupAppointment,
  savePickupCapacity,
  showPickupCapacity,
} from '@rd4-loket/contract'
import { findLastChanges, recordChange } from '../../domain/collection-days/collection-changes.queries.ts'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { idempotencyKey } from '../../platform/http/idempotency.ts'
import { findAppointments, findCapacity, findRetirement, findToday, keepCapacity } from './pickups.queries.ts'
import { endAppointment, makeAppointment, ownPlace, putOnDay, roomOn } from './pickups.ts'

/** Pruning waste by appointment: the appointments of an address, the days that are left, and what a route takes on a day. */
export function pickupAppointmentRoutes(api: Api, db: Db) {
  answer(api, listPickupAppointments, async ({ employee, params }) => {
    const { address_id, route } = await ownPlace(db, employee, params.alias)
    const today = await findToday(db)
    const appointments = await findAppointments(db, address_id, today, '9999-12-31')
    const retired = (await findRetirement(db, address_id)) !== null
    return {
      data: appointments.map((appointment) => ({ ...appointment, changeable: appointment.day > today })),
      meta: { retired, days: retired ? [] : await roomOn(db, route, today) },
    }
  })

  answer(api, makePickupAppointment, ({ employee, params, body, request }) =>
    makeAppointment(db, employee, { params, body }, idempotencyKey(request)),
  )

  answer(api, movePickupAppointment, ({ employee, params, body }) =>
    putOnDay(db, employee, Number(params.appointment_id), body.day),
  )

  answer(api, cancelPickupAppointment, ({ employee, params }) =>
    endAppointment(db, employee, Number(params.appointment_id)),
  )

  answer(api, showPickupCapacity, async ({ employee, params }) => {
    const municipality_id = await ownMunicipality(db, employee, Number(params.municipality_id))
    const changes = await findLastChanges(db, ['pickup_capacity'], [municipality_id])
    const volume_litres = await findCapacity(db, municipality_id)
    return { volume_litres, changed: changes.get(`${municipality_id}`) ?? null }
  })

  answer(api, savePickupCapacity, async ({ employee, params, body, actor }) => {
    const municipality_id = await ownMunicipality(db, employee, Number(params.municipality_id))
    await db.transaction().execute(async (transaction) => {
      await keepCapacity(transaction, municipality_id, body.volume_litres)
      await recordChange(transaction, actor, { kind: 'pickup_capacity', key: `${municipality_id}` })
    })
    return body
  })
}
