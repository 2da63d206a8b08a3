import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, {
  type AdapterFactory,
  type AdapterPayload,
  type ClientMetadata,
  type Configuration,
} from 'oidc-provider'

/** The settings of a real provider. `email_of`: the verified e-mail address of each account. */
export type RealProviderSettings = {
  portal: string
  email_of: Record<string, string>
  port?: number
  /** How the portal authenticates, in the metadata of a client. Default: with a secret. Read at each start. */
  client?: Partial<ClientMetadata>
  /** The algorithm of assertions of the portal. */
  client_algorithm?: 'RS256' | 'PS256' | 'ES256'
  /** Sends a logout token. Default: over HTTP. */
  send?: (url: string, form: string) => Promise<number>
}

const path = '/api/v1/counter/user/auth/organisations/heerlen'
const clock = new AsyncLocalStorage<number>()

const sendOverHttp = async (url: string, body: string) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return (await fetch(url, { method: 'POST', headers, body })).status
}

/** Returns a page of the provider: a form with one button. */
const page = (title: string, form: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,"></head>
<body><main><h1>${title}</h1>${form}</main></body></html>`

const loginPage = page(
  'Log in at the organisation',
  '<form method="post"><label>Account <input name="account" autofocus></label> <button>Log in</button></form>',
)

/** Returns a store in memory, which stays when the provider restarts with another key. */
function memoryStore(): AdapterFactory {
  const stored = new Map<string, AdapterPayload>()
  return (model) => ({
    upsert: async (id, payload) => void stored.set(`${model} ${id}`, payload),
    find: async (id) => stored.get(`${model} ${id}`),
    findByUid: async (uid) => [...stored.values()].find((payload) => payload.uid === uid),
    findByUserCode: async () => undefined,
    consume: async (id) => void Object.assign(stored.get(`${model} ${id}`) ?? {}, { consumed: true }),
    destroy: async (id) => void stored.delete(`${model} ${id}`),
    revokeByGrantId: async (grantId) => {
      for (const [key, payload] of stored) if (payload.grantId === grantId) stored.delete(key)
    },
  })
}

async function settingsOf(
  { portal, email_of, client, client_algorithm = 'RS256', send = sendOverHttp }: RealProviderSettings,
  adapter: AdapterFactory,
): Promise<Configuration> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return {
    adapter,
    clients: [
      {
        client_id: 'loket',
        client_secret: 'a secret of the provider',
        redirect_uris: [`${portal}${path}/callback`],
        post_logout_redirect_uris: [`${portal}/login`],
        backchannel_logout_uri: `${portal}${path}/logout`,
        backchannel_logout_session_required: true,
        ...client,
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), alg: 'RS256', use: 'sig' }] },
    enabledJWA: { clientAuthSigningAlgValues: [client_algorithm] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    // Like Keycloak and Entra, the provider puts the e-mail address in the ID token.
    conformIdTokenClaims: false,
    // Like most providers, the provider accepts clients without PKCE. The portal must use it all the same.
    pkce: { required: () => false },
    ttl: { IdToken: 60, AuthorizationCode: 60, Interaction: 600, Session: 3600, Grant: 3600, AccessToken: 60 },
    cookies: { keys: ['a key for the cookies of the provider'] },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          const button = '<button form="op.logoutForm" name="logout" value="yes" autofocus>Log out</button>'
          context.body = page('Log out at the organisation', form + button)
        },
        postLogoutSuccessSource: (context) => {
          context.body = page('You are logged out', '')
        },
      },
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, email: email_of[accountId], email_verified: true }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: 'loket', accountId: oidc.session?.accountId ?? '' })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
    // The clock of the portal is not that of the provider.
    fetch: async (url, options) =>
      new Response(null, { status: await clock.exit(() => send(String(url), String(options?.body))) }),
  }
}

/**
 * Starts `oidc-provider`, which passes the conformance tests of the OpenID Foundation, on this machine. Its login page
 * asks only for the name of an account, which is also the subject.
 */
export async function startRealProvider(settings: RealProviderSettings) {
  const server = createServer()
  server.listen(settings.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const now = Date.now
  Date.now = () => now() + (clock.getStore() ?? 0)

  const provider = {
    issuer,
    clock_ahead_ms: 0,
    /** The reasons why the provider refused a code. */
    refusals: [] as string[],
    /** Restarts with another key. Sessions and codes stay. */
    rotateKey: async () => {
      current = open()
      await current
    },
    stop: () => {
      Date.now = now
      server.closeAllConnections()
      server.close()
    },
  }
  const adapter = memoryStore()
  async function open() {
    const opened = new Provider(issuer, await settingsOf(settings, adapter))
    opened.on('grant.error', (_context, { cause, message }) => {
      provider.refusals.push(cause instanceof Error ? cause.message : message)
    })
    return opened
  }
  let current = open()

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const openid = await current
    if (!request.url?.startsWith('/interaction/')) return openid.callback()(request, response)
    if (request.method === 'GET') return response.setHeader('content-type', 'text/html').end(loginPage)
    const accountId = new URLSearchParams(await text(request)).get('account') ?? ''
    return openid.interactionFinished(request, response, { login: { accountId } })
  }
  server.on('request', (request, response) => clock.run(provider.clock_ahead_ms, respond, request, response))
  await current
  return provider
}

// The browser tests start this file as a process of its own, which they can stop.
if (import.meta.main) await startRealProvider(JSON.parse(process.env['REAL_PROVIDER'] ?? '{}'))
