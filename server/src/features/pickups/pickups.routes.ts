import {
  cancelPickupAppointment,
  listPickupAppointments,
  makePickupAppointment,
  movePickupAppointment,
  savePickupCapacity,
  showPickupCapacity,
} from '@rd4-loket/contract'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import {
  changeCapacity,
  endAppointment,
  makeAppointment,
  rescheduleAppointment,
  showAppointments,
  showCapacity,
} from './pickups.ts'

/** Appointments to collect pruning waste, and the capacity of the routes. */
export function pickupRoutes(api: Api) {
  answer(api, listPickupAppointments, showAppointments)
  answer(api, makePickupAppointment, makeAppointment)
  answer(api, movePickupAppointment, rescheduleAppointment)
  answer(api, cancelPickupAppointment, endAppointment)
  answer(api, showPickupCapacity, showCapacity)
  answer(api, savePickupCapacity, changeCapacity)
}
