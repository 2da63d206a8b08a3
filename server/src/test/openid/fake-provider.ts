import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { afterTestFile } from '../after-test-file.ts'

/** Claims of a token. The value undefined removes a claim. */
export type Claims = Record<string, unknown>

/** Returns a signed token. A test changes the claims or the key to act as an attacker. */
type Sign = (claims: Claims) => Promise<string>

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const withoutUndefined = (claims: Claims) => JSON.parse(JSON.stringify(claims)) as Claims

/**
 * Starts a made-up OpenID provider on this machine, whose responses a test can change. Like a real provider it accepts
 * each code once, and only with the PKCE verifier.
 */
export async function startFakeProvider() {
  const keyPairs = [await generateKeyPair('RS256', { extractable: true })]
  const codes = new Map<string, { challenge: string; id_token: () => Promise<string> }>()
  const issuer = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = {
    /** Changes of the metadata that the provider publishes. */
    metadata: {} as Claims,
    /** Changes a key that the provider publishes. */
    keyOf: (key: Claims) => key,
    isDown: false,
    /** The last request to the token endpoint. */
    tokenRequest: new URLSearchParams(),
    /** The paths of the requests that arrived. */
    requests: [] as string[],
  }

  async function respond(path: string | undefined, request: IncomingMessage): Promise<[status: number, body: object]> {
    if (path?.endsWith('/.well-known/openid-configuration'))
      return [
        200,
        {
          issuer: issuer(),
          authorization_endpoint: `${issuer()}/authorize`,
          token_endpoint: `${issuer()}/token`,
          jwks_uri: `${issuer()}/keys`,
          end_session_endpoint: `${issuer()}/end`,
          id_token_signing_alg_values_supported: ['RS256'],
          authorization_response_iss_parameter_supported: true,
          ...provider.metadata,
        },
      ]
    if (path && /\/(keys|certs)$/.test(path))
      return [200, { keys: (await Promise.all(keyPairs.map(publicJwk))).map(provider.keyOf) }]
    if (!path?.endsWith('/token')) return [404, {}]
    const form = new URLSearchParams(await text(request))
    provider.tokenRequest = form
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (code?.challenge !== challenge) return [400, { error: 'invalid_grant' }]
    return [200, { access_token: 'access', token_type: 'Bearer', id_token: await code.id_token() }]
  }
  const publicJwk = async ({ publicKey }: (typeof keyPairs)[number], at: number) => ({
    ...(await exportJWK(publicKey)),
    ...{ kid: `key ${at}`, alg: 'RS256', use: 'sig' },
  })
  const server = createServer(async (request, response) => {
    provider.requests.push(request.url ?? '')
    const [status, body] = provider.isDown ? [503, {}] : await respond(request.url, request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterTestFile(() => {
    server.closeAllConnections()
    server.close()
  })

  const sign: Sign = (claims) => {
    const at = keyPairs.length - 1
    const key = keyPairs[at]?.privateKey as CryptoKey
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: `key ${at}` }).sign(key)
  }
  const now = () => Math.floor(Date.now() / 1000)

  return Object.assign(provider, {
    issuer: issuer(),
    sign,
    /** Signs with a key that the provider does not publish. */
    signWithOtherKey: async (claims: Claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: 'key 0' })
        .sign((await generateKeyPair('RS256')).privateKey),
    unsigned: async (claims: Claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`,
    /** Signs with HMAC, with the published key of the provider as the secret. */
    signWithPublicKey: async (claims: Claims) => {
      const secret = await exportSPKI(keyPairs[0]?.publicKey as CryptoKey)
      const signed = `${encode({ alg: 'HS256', kid: 'key 0' })}.${encode(claims)}`
      return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
    },
    /** Replaces the signing key. Only the new key is published under a new id. */
    rotateKey: async () => {
      keyPairs.push(await generateKeyPair('RS256', { extractable: true }))
    },
    /**
     * Logs a person in at the URL to which the portal redirects. Returns the query of the redirect back to the portal.
     */
    logIn(location: string, claims: Claims = {}, makeToken: Sign = sign) {
      const asked = new URL(location).searchParams
      const code = crypto.randomUUID()
      const standard = {
        ...{ iss: issuer(), aud: asked.get('client_id'), sub: 'subject-kim', iat: now(), exp: now() + 300 },
        nonce: asked.get('nonce'),
        ...{ email: 'kim@heerlen.example', email_verified: true },
      }
      codes.set(code, {
        challenge: asked.get('code_challenge') ?? '',
        id_token: () => makeToken(withoutUndefined({ ...standard, ...claims })),
      })
      return { code, state: asked.get('state') ?? '', iss: issuer() }
    },
    /** Returns a logout token for the subject of `logIn`. */
    logoutToken: (claims: Claims = {}, makeToken: Sign = sign) =>
      makeToken(
        withoutUndefined({
          ...{ iss: issuer(), aud: 'loket', sub: 'subject-kim', iat: now(), exp: now() + 120 },
          jti: crypto.randomUUID(),
          events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
          ...claims,
        }),
      ),
  })
}
