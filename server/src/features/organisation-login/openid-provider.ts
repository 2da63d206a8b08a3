import { createPrivateKey, X509Certificate } from 'node:crypto'
import * as openid from 'openid-client'
import { lifetimes, taskLimits } from '../../platform/runtime/limits.ts'
import type { OrganisationSettings } from '../../platform/runtime/organisations.ts'
import { shareInFlight } from '../../platform/runtime/share-in-flight.ts'

/** An organisation with its OpenID provider. */
export type OpenidProvider = ReturnType<typeof openidProvider>

/**
 * Signs a new assertion for each call, with the key of the portal (`private_key_jwt`). NLGov requires the token endpoint
 * as its audience, and so does Entra, which also requires the thumbprint of the certificate.
 */
const signAssertion =
  (pem: string): openid.ClientAuth =>
  (server, ...rest) => {
    const key = createPrivateKey(pem)
    const { token_endpoint_auth_signing_alg_values_supported: algorithms = [] } = server
    const name = algorithms.includes('PS256') ? 'RSA-PSS' : 'RSASSA-PKCS1-v1_5'
    const isEc = key.asymmetricKeyType === 'ec'
    const signer = key.toCryptoKey(isEc ? { name: 'ECDSA', namedCurve: 'P-256' } : { name, hash: 'SHA-256' }, false, [
      'sign',
    ])
    const [certificate] = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(pem) ?? []
    const complete: openid.ModifyAssertionFunction = (header, payload) => {
      payload['aud'] = server.token_endpoint
      if (!certificate) return
      const print = new X509Certificate(certificate).fingerprint256.replaceAll(':', '')
      header['x5t#S256'] = Buffer.from(print, 'hex').toString('base64url')
    }
    return openid.PrivateKeyJwt(signer, { [openid.modifyAssertion]: complete })(server, ...rest)
  }

/** Uses the method of client authentication that the provider supports. OpenID Connect Discovery: default `basic`. */
const authenticateWith =
  (secret: string): openid.ClientAuth =>
  (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: supported = ['client_secret_basic'] } = server
    const isBasic = supported.includes('client_secret_basic')
    return (isBasic ? openid.ClientSecretBasic(secret) : openid.ClientSecretPost(secret))(server, ...rest)
  }

/**
 * Returns an organisation and a function that loads the metadata of its provider. The function runs for every login.
 * New keys and new endpoints therefore work at once, and a login fails before the browser goes to a provider that is
 * down. `portal`: the URL of the portal.
 */
export function openidProvider(organisation: OrganisationSettings, portal: string) {
  const { id, issuer, client_id, client_secret } = organisation
  const discover = shareInFlight(async () => {
    const options = {
      timeout: taskLimits.openidProvider_ms / 1000,
      // Only an issuer on this machine may have a URL without TLS: see the setting.
      execute: [
        openid.enableNonRepudiationChecks,
        ...(issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []),
      ],
    }
    const metadata = { [openid.clockTolerance]: lifetimes.providerClockDifference_s }
    const server = new URL(issuer)
    const { client_key } = organisation
    const authentication = client_key ? signAssertion(client_key()) : authenticateWith(client_secret())
    const found = await openid.discovery(server, client_id, metadata, authentication, options)
    // openid-client skips this check for login.microsoftonline.com, which serves every tenant of Entra.
    if (found.serverMetadata().issuer !== issuer) throw new Error('the metadata state another issuer')
    return found
  })
  const redirect_uri = `${portal}/api/v1/counter/user/auth/organisations/${id}/callback`
  return { organisation, discover, redirect_uri }
}

/** Returns whether the provider did not respond, or responded with a server error. A retry can then succeed. */
export function isProviderOutage(error: unknown): boolean {
  const { code, cause, name, status } = error as { code?: string; cause?: unknown; name?: string; status?: number }
  if (cause instanceof Response && cause.status >= 500) return true
  if (name === 'TimeoutError' || code === 'OAUTH_TIMEOUT' || code === 'ERR_JWKS_TIMEOUT') return true
  if (status !== undefined && status >= 500) return true
  // `fetch` throws this error for each failure of the network.
  return (
    (error instanceof TypeError && error.message === 'fetch failed') ||
    (cause instanceof Error && isProviderOutage(cause))
  )
}
