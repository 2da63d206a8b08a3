import type { Budget } from '../../domain/attempts/attempts.queries.ts'
import { networkOf, tryKey } from '../../domain/attempts/attempts.ts'

/** Whoever tries to log in: as whom, and from where. */
type Stranger = { email: string; ip: string }

/** By this an employee is known at a network where they logged in before. */
export const placeKey = ({ email, ip }: Stranger) => tryKey('place', email, networkOf(ip))

/**
 * What a login is counted against. An account from one network comes first: it slows nobody but who tries that account there.
 * Where the employee never logged in, all tries of that network and all strangers' tries of that account count together too.
 */
export function loginBudgets({ email, ip }: Stranger, isKnownPlace: boolean): Budget[] {
  const network = networkOf(ip)
  const here = { key: tryKey('login', email, network), seconds: 60 }
  if (isKnownPlace) return [{ ...here, burst: 20 }]
  return [
    { ...here, burst: 10 },
    { key: tryKey('login from', network), burst: 60, seconds: 10 },
    { key: tryKey('login as', email), burst: 30, seconds: 300 },
  ]
}

/** How often a login that is slowed down is told to the security log: an attack must not fill it. */
export const slowedLogBudget = ({ ip }: Stranger): Budget => ({
  key: tryKey('slowed', networkOf(ip)),
  burst: 5,
  seconds: 60,
})
