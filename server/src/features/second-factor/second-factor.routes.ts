import {
  addPasskey,
  addTotp,
  listSecondFactors,
  removeFactor,
  renameFactor,
  renewRecoveryCodes,
  startPasskey,
  startTotp,
} from '@rd4-loket/contract'
import type { FactorCheck } from '../../domain/second-factor/log-in-factor.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import type { SecondFactorRule } from '../../platform/runtime/config.ts'
import { addApp, addKey, listOwn, remove, rename, renewCodes, startApp, startKey } from './own-factors.ts'

/** The second factors of the logged-in employee: authenticator apps, passkeys and recovery codes. */
export function secondFactorRoutes(api: Api, check: FactorCheck, rule: SecondFactorRule) {
  answer(api, listSecondFactors, (call) => listOwn(check, call))
  answer(api, startTotp, (call) => startApp(check, call))
  answer(api, addTotp, (call) => addApp(check, call))
  answer(api, startPasskey, (call) => startKey(check, call))
  answer(api, addPasskey, (call) => addKey(check, call))
  answer(api, renameFactor, (call) => rename(check, call))
  answer(api, removeFactor, (call) => remove(check, rule, call))
  answer(api, renewRecoveryCodes, (call) => renewCodes(check, call))
}
