import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { enumOf, identifierInPath } from './fields.ts'

/** An organisation whose own OpenID provider logs its employees in. */
export const Organisation = z.object({ id: z.string(), name: z.string() })
export type Organisation = z.infer<typeof Organisation>

/** Why a login at an organisation failed, as the login page explains it. */
export const organisationLoginProblems = {
  unavailable:
    'De inlogpagina van uw organisatie is niet bereikbaar. Probeer het later opnieuw. Hebt u een wachtwoord van het loket? Log dan daarmee in.',
  cancelled: 'Het inloggen bij uw organisatie is afgebroken. Probeer het opnieuw.',
  expired: 'Het inloggen duurde te lang, of was al gebruikt. Probeer het opnieuw.',
  rejected: 'Het loket kon niet vaststellen wie u bent. Probeer het opnieuw, of meld dit bij uw beheerder.',
  unknown: 'Dit account is niet uitgenodigd voor het loket. Vraag uw beheerder om een uitnodiging.',
  unconfirmed: 'Uw organisatie geeft geen bevestigd e-mailadres door. Meld dit bij uw beheerder.',
  stale: 'Uw organisatie bevestigde niet dat u opnieuw hebt ingelogd. Meld dit bij uw beheerder.',
  weak: 'Log bij uw organisatie in met een extra controle, zoals een code op uw telefoon.',
  roleless: 'Uw organisatie geeft u geen rol in het loket. Vraag uw beheerder om een rol.',
  busy: 'Er wordt te vaak ingelogd. Wacht een minuut en probeer het opnieuw.',
}
export const OrganisationLoginProblem = enumOf(organisationLoginProblems)
export type OrganisationLoginProblem = z.infer<typeof OrganisationLoginProblem>

/** A path of the portal, which the login page opens after the login. The server replaces any other text by /. */
const PageAfterLogin = z.optional(z.string().check(z.maxLength(2000)))

const organisationInPath = z.strictObject({ organisation: identifierInPath(z.string().check(z.maxLength(30)), '') })

export const startOrganisationLogin = endpoint('GET /counter/user/auth/organisations/:organisation/start', {
  summary: 'Stuurt de browser naar de inlogpagina van een organisatie',
  access: 'everyone',
  redirects: true,
  params: organisationInPath,
  query: z.strictObject({
    page: PageAfterLogin,
    /** The provider must log the employee in again, although a session of the provider would be enough. */
    reauthenticate: z.optional(z.literal('true')),
  }),
  data: z.string(),
})

/** Called by the browser, with the parameters of OpenID Connect. Unknown parameters are ignored. */
export const finishOrganisationLogin = endpoint('GET /counter/user/auth/organisations/:organisation/callback', {
  summary: 'Start een sessie met het antwoord van een organisatie, en stuurt de browser terug naar het portaal',
  access: 'everyone',
  redirects: true,
  params: organisationInPath,
  query: z.object({ state: z.optional(z.string().check(z.maxLength(200))) }),
  data: z.string(),
})

/** Called by the provider of an organisation (OpenID Connect Back-Channel Logout 1.0). */
export const endOrganisationSession = endpoint('POST /counter/user/auth/organisations/:organisation/logout', {
  summary: 'Beëindigt de sessies die een organisatie met een logout token aanwijst',
  access: 'everyone',
  form: true,
  params: organisationInPath,
  body: z.object({ logout_token: z.string().check(z.minLength(1), z.maxLength(20_000)) }),
  data: z.null(),
})
