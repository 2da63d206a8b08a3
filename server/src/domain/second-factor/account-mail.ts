import type { Db } from '../../platform/database/db.ts'
import { insertAccountMail } from '../sessions/account-mail.queries.ts'

/** Queues a mail to the owner of an account about a change that an attacker could have made. `portal`: its URL. */
export const mailOwner = (transaction: Db, portal: string, employee_id: number, sentence: string) =>
  insertAccountMail(
    transaction,
    employee_id,
    'Uw account van het Rd4 Loket is gewijzigd',
    `Goedendag,

${sentence}

Was u dit niet, en vroeg u er ook niet om? Kies dan meteen een nieuw wachtwoord op
${portal}/account/wachtwoord-vergeten en meld het uw beheerder.

Rd4 Loket`,
  )
