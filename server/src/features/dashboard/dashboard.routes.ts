import { showAdministrationWork, showWork } from '@rd4-loket/contract'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { administrationWork, currentWork } from './dashboard.ts'

/** What an employee has to do today. */
export function dashboardRoutes(api: Api) {
  answer(api, showWork, currentWork)
  answer(api, showAdministrationWork, administrationWork)
}
