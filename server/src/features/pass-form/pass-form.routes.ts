import { savePassForm, showPassForm } from '@rd4-loket/contract'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { findForm, storeForm } from './pass-form.ts'

/** The form of the pass numbers of a municipality. */
export function passFormRoutes(api: Api) {
  answer(api, showPassForm, findForm)
  answer(api, savePassForm, storeForm)
}
