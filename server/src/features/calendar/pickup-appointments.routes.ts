import {
  cancelPickupAppointment,
  listPickupAppointments,
  makePickupAppointment,
  movePickupAppointment,
  savePickupCapacity,
  showPickupCapacity,
} from '@rd4-loket/contract'
import type { FastifyInstance } from 'fastify'
import { answer, idempotencyKey } from '../../shared/answer.ts'
import type { Db } from '../../shared/database.ts'
import { ownMunicipality } from '../../shared/own-municipality.ts'
import {
  findAppointments,
  findCapacity,
  findRetirement,
  findToday,
  keepCapacity,
} from './pickup-appointments.queries.ts'
import { endAppointment, makeAppointment, ownPlace, putOnDay, roomOn } from './pickup-appointments.ts'

/** Pruning waste by appointment: the appointments of an address, the days that are left, and what a route takes on a day. */
export function pickupAppointmentRoutes(app: FastifyInstance, db: Db) {
  answer(app, listPickupAppointments, async ({ employee, params }) => {
    const { address_id, route } = await ownPlace(db, employee, params.alias)
    const today = await findToday(db)
    const appointments = await findAppointments(db, address_id, today, '9999-12-31')
    const retired = (await findRetirement(db, address_id)) !== null
    return {
      data: appointments.map((appointment) => ({ ...appointment, changeable: appointment.day > today })),
      meta: { retired, days: retired ? [] : await roomOn(db, route, today) },
    }
  })

  answer(app, makePickupAppointment, ({ employee, params, body, request }) =>
    makeAppointment(db, employee, { params, body }, idempotencyKey(request)),
  )

  answer(app, movePickupAppointment, ({ employee, params, body }) =>
    putOnDay(db, employee, Number(params.appointment_id), body.day),
  )

  answer(app, cancelPickupAppointment, ({ employee, params }) =>
    endAppointment(db, employee, Number(params.appointment_id)),
  )

  answer(app, showPickupCapacity, async ({ employee, params }) => ({
    volume_litres: await findCapacity(db, await ownMunicipality(db, employee, Number(params.municipality_id))),
  }))

  answer(app, savePickupCapacity, async ({ employee, params, body }) => {
    await keepCapacity(db, await ownMunicipality(db, employee, Number(params.municipality_id)), body.volume_litres)
    return body
  })
}
