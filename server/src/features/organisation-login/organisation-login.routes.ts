import { endOrganisationSession, finishOrganisationLogin, startOrganisationLogin } from '@rd4-loket/contract'
import { readSessionCookie, setSessionCookie } from '../../domain/sessions/session-cookie.ts'
import type { Tokens } from '../../domain/sessions/tokens.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { notFound } from '../../platform/http/errors.ts'
import type { OpenidProvider } from './openid-provider.ts'
import { finishLogin, type LoginSettings, startLogin } from './organisation-login.ts'
import { endSessionsOfToken } from './provider-logout.ts'

/** Login at the OpenID provider of an organisation, and the logout that such a provider sends. */
export function organisationLoginRoutes(
  api: Api,
  tokens: Tokens,
  providers: OpenidProvider[],
  settings: LoginSettings,
) {
  const providerOf = ({ organisation: id }: { organisation: string }) =>
    providers.find(({ organisation }) => organisation.id === id) ?? notFound('Deze organisatie bestaat niet')

  answer(api, startOrganisationLogin, (call) => {
    const previous = readSessionCookie(call.request, tokens)
    return startLogin(settings.portal, providerOf(call.params), call, previous?.session_id ?? null)
  })
  answer(api, finishOrganisationLogin, (call) =>
    finishLogin(settings, providerOf(call.params), call, (session) => setSessionCookie(call.reply, tokens, session)),
  )
  // A logout token arrives as a form. Only this feature reads forms: a page of another site can send one.
  api.app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  answer(api, endOrganisationSession, (call) => endSessionsOfToken(providerOf(call.params), call))
}
