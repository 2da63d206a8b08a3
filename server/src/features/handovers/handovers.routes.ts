import {
  closeHandover,
  handOverObjection,
  listAddressHandovers,
  listHandovers,
  listPassHandovers,
} from '@rd4-loket/contract'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { addressHandovers, handOverOnce, openHandovers, passHandovers, storeOutcome } from './handovers.ts'

/** Objections to bills: handed over by the pass desk, closed by the provider. */
export function handoverRoutes(api: Api) {
  answer(api, listPassHandovers, passHandovers)
  answer(api, handOverObjection, handOverOnce)
  answer(api, listHandovers, openHandovers)
  answer(api, listAddressHandovers, addressHandovers)
  answer(api, closeHandover, storeOutcome)
}
