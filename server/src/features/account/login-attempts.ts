import type { Budget } from '../../domain/attempts/attempts.queries.ts'
import { networkOf, tryKey } from '../../domain/attempts/attempts.ts'

type LoginAttempt = { email: string; ip: string }

/** Returns the key under which a known network of an employee is stored. */
export const networkKey = ({ email, ip }: LoginAttempt) => tryKey('place', email, networkOf(ip))

/**
 * Returns the budgets that a login takes an attempt from. The first is for one account from one network, so an attacker
 * elsewhere does not lock the owner out. From an unknown network, two more apply: one per network and one per account.
 */
export function loginBudgets({ email, ip }: LoginAttempt, isKnown: boolean): Budget[] {
  const network = networkOf(ip)
  const here = { key: tryKey('login', email, network), seconds: 60 }
  if (isKnown) return [{ ...here, burst: 20 }]
  return [
    { ...here, burst: 10 },
    { key: tryKey('login from', network), burst: 60, seconds: 10 },
    { key: tryKey('login as', email), burst: 30, seconds: 300 },
  ]
}

/** Limits the security-log entries about throttled logins, so that an attack cannot fill the log. */
export const slowedLogBudget = ({ ip }: LoginAttempt): Budget => ({
  key: tryKey('slowed', networkOf(ip)),
  burst: 5,
  seconds: 60,
})
