import {
  cancelPickupAppointment,
  listPickupAppointments,
  makePickupAppointment,
  movePickupAppointment,
  savePickupCapacity,
  showPickupCapacity,
} from '@rd4-loket/contract'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { idempotencyKey } from '../../platform/http/idempotency.ts'
import {
  changeCapacity,
  endAppointment,
  makeAppointment,
  rescheduleAppointment,
  showAppointments,
  showCapacity,
} from './pickups.ts'

/** Appointments to collect pruning waste, and the capacity of the routes. */
export function pickupRoutes(api: Api, db: Db) {
  answer(api, listPickupAppointments, ({ employee, params }) => showAppointments(db, employee, params.alias))
  answer(api, makePickupAppointment, (call) => makeAppointment(db, call, idempotencyKey(call.request)))
  answer(api, movePickupAppointment, (call) => rescheduleAppointment(db, call))
  answer(api, cancelPickupAppointment, (call) => endAppointment(db, call))
  answer(api, showPickupCapacity, (call) => showCapacity(db, call))
  answer(api, savePickupCapacity, (call) => changeCapacity(db, call))
}
