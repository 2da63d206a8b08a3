import type { AttemptBudget } from '../../domain/attempts/attempts.queries.ts'
import { attemptKey, networkOf } from '../../domain/attempts/attempts.ts'
import { attemptRates } from '../../platform/runtime/limits.ts'

type LoginAttempt = { email: string; ip: string }

/** Returns the key under which a known network of an employee is stored. */
export const networkKey = ({ email, ip }: LoginAttempt) => attemptKey('place', email, networkOf(ip))

/**
 * Returns the budgets from which a login takes an attempt. The first budget is for one account from one network, so an
 * attacker on another network does not lock the owner out. A login from an unknown network also takes an attempt from
 * the budget of the network and from the budget of the account.
 */
export function loginBudgets({ email, ip }: LoginAttempt, isKnown: boolean): AttemptBudget[] {
  const network = networkOf(ip)
  const key = attemptKey('login', email, network)
  if (isKnown) return [{ key, ...attemptRates.loginFromKnownNetwork }]
  return [
    { key, ...attemptRates.loginFromNewNetwork },
    { key: attemptKey('login from', network), ...attemptRates.loginsOfNetwork },
    { key: attemptKey('login as', email), ...attemptRates.loginsToAccount },
  ]
}

/** Returns the budget of security-log entries about throttled logins. Without it, an attack could fill the log. */
export const slowedLogBudget = ({ ip }: LoginAttempt): AttemptBudget => ({
  key: attemptKey('slowed', networkOf(ip)),
  ...attemptRates.throttledLoginEntries,
})
