import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../../platform/database/db.ts'
import { attemptRates, lifetimes } from '../../platform/runtime/limits.ts'
import type { AttemptBudget } from '../attempts/attempts.queries.ts'
import { attemptKey, networkOf } from '../attempts/attempts.ts'
import { insertPasswordReset } from './password-link.queries.ts'

/** Returns the hash of a token in a mailed link. Only this hash is stored. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex')

const reasons = {
  forgotten: {
    sentence: 'Voor dit e-mailadres is een nieuw wachtwoord aangevraagd.',
    link_minutes: lifetimes.passwordLink_minutes,
    period: `${lifetimes.passwordLink_minutes} minuten`,
  },
  invited: {
    sentence: 'U bent toegevoegd als medewerker van het Rd4 Loket.',
    link_minutes: lifetimes.invitation_days * 24 * 60,
    period: `${lifetimes.invitation_days} dagen`,
  },
}

/**
 * Queues a mail with a link to choose a password. The link works once. It expires after an hour, or after a
 * week for an invitation. Returns the id of the employee. Does nothing and returns undefined for the address of an
 * unknown or blocked employee.
 */
export async function mailPasswordLink(db: Db, portal: string, email: string, reason: keyof typeof reasons) {
  const { sentence, link_minutes, period } = reasons[reason]
  const token = randomBytes(32).toString('base64url')
  // The token is in the fragment of the URL, which browsers never send to a server.
  const link = `${portal}/account/wachtwoord/resetten#${new URLSearchParams({ email, token })}`
  return insertPasswordReset(db, email, tokenHash(token), {
    link_minutes,
    subject: 'Kies een wachtwoord voor het Rd4 Loket',
    body: `Goedendag,

${sentence} Kies uw wachtwoord hier, binnen ${period}:

${link}

Is de tijd voorbij? Vraag op ${portal}/account/wachtwoord-vergeten een nieuwe link aan.
Hebt u hier niet om gevraagd? Dan hoeft u niets te doen: er verandert niets.

Rd4 Loket`,
  })
}

/**
 * Returns the budgets of password mails: per recipient and per network. Mails that a visitor requests do not count
 * against mails that an administrator sends.
 */
export const passwordMailBudgets = (by: 'visitor' | 'administrator', email: string, ip: string): AttemptBudget[] => [
  { key: attemptKey('mail', by, email), ...attemptRates.passwordMailsToAddress },
  { key: attemptKey('mail from', by, networkOf(ip)), ...attemptRates.passwordMailsOfNetwork },
]
