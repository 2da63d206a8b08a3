import type { ManagedEmployee } from '@rd4-loket/contract'
import { insertAccountMail } from '../../domain/sessions/account-mail.queries.ts'
import { mailPasswordLink } from '../../domain/sessions/password-link.ts'
import type { Db } from '../../platform/database/db.ts'
import { lifetimes } from '../../platform/runtime/limits.ts'
import { type OrganisationSettings, requiredOrganisation } from '../../platform/runtime/organisations.ts'
import { updateInvitation } from './employees.queries.ts'

/** What the mails to employees need. `portal`: the URL of the portal. */
export type MailSettings = { portal: string; organisations: OrganisationSettings[] }

/** Mails an invitation. It has no link for a password when the employee must log in at an organisation. */
export async function mailInvitation(
  transaction: Db,
  { portal, organisations }: MailSettings,
  { id, email, municipality }: ManagedEmployee,
) {
  const organisation = requiredOrganisation(organisations, municipality?.name ?? null)
  if (organisation)
    await insertAccountMail(
      transaction,
      id,
      'Log in op het Rd4 Loket',
      `Goedendag,

U bent toegevoegd als medewerker van het Rd4 Loket. Log binnen ${lifetimes.invitation_days} dagen in op ${portal}/login.
Kies daar 'Inloggen met ${organisation.name}'. U hebt geen apart wachtwoord nodig.

Is de tijd voorbij? Vraag uw beheerder om een nieuwe uitnodiging.
Hebt u hier niet om gevraagd? Dan hoeft u niets te doen.

Rd4 Loket`,
    )
  else await mailPasswordLink(transaction, portal, email, 'invited')
  await updateInvitation(transaction, id, lifetimes.invitation_days)
}
