import { showBill, showResidentBill } from '@rd4-loket/contract'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { findAddressBill, findResidentBill } from './bill.ts'

/** The bill of an address, and the part of that bill for the resident of a pass. */
export function billRoutes(api: Api) {
  answer(api, showBill, findAddressBill)
  answer(api, showResidentBill, findResidentBill)
}
