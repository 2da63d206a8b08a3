import type { Claims } from './fake-provider.ts'

/**
 * The shapes of the tokens and replies of a provider. They follow its documentation, and were not recorded from a real
 * provider. Each URL contains the real host, and a test sends the requests for that host to the fake provider.
 */
export type DocumentedProvider = {
  host: string
  issuer: string
  metadata: Claims
  /** The claims of an ID token, besides the moments, the audience and the nonce. */
  claims: Claims
  /** Parameters of the response to the browser, besides the code and the state. */
  response: Record<string, string>
  /** Returns a published key in the shape of this provider. */
  keyOf: (key: Claims) => Claims
}

const realm = 'https://login.heerlen.example/realms/heerlen'
const kim = { given_name: 'Kim', family_name: 'de Vries', name: 'Kim de Vries', email: 'kim@heerlen.example' }
const session = '2f6c5a7e-4f0b-4c1d-9d3f-6a1b2c3d4e5f'

/** Keycloak, from 'Securing applications and services' and the endpoints of its 'Server administration guide'. */
export const keycloak: DocumentedProvider = {
  host: 'https://login.heerlen.example',
  issuer: realm,
  metadata: {
    issuer: realm,
    authorization_endpoint: `${realm}/protocol/openid-connect/auth`,
    token_endpoint: `${realm}/protocol/openid-connect/token`,
    end_session_endpoint: `${realm}/protocol/openid-connect/logout`,
    jwks_uri: `${realm}/protocol/openid-connect/certs`,
    token_endpoint_auth_methods_supported: ['private_key_jwt', 'client_secret_basic', 'client_secret_post'],
    // The list contains an algorithm that signs with the secret of the client.
    id_token_signing_alg_values_supported: ['PS384', 'RS384', 'EdDSA', 'ES384', 'HS256', 'ES256', 'RS256', 'PS256'],
    code_challenge_methods_supported: ['plain', 'S256'],
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    authorization_response_iss_parameter_supported: true,
  },
  claims: {
    ...{ iss: realm, sub: '0b8f0d3e-7d63-4c58-8f4b-2d5c1f0e9a77', typ: 'ID', azp: 'loket', sid: session, acr: '1' },
    ...{ jti: 'b7f0c1b2-50ad-4c0f-8d54-1d0f0a0f3a1e', at_hash: 'MTIzNDU2Nzg5MDEyMzQ1Ng' },
    ...{ preferred_username: 'kim', email_verified: true },
    ...kim,
    realm_access: { roles: ['default-roles-heerlen', 'offline_access', 'balie'] },
    resource_access: { account: { roles: ['manage-account', 'view-profile'] } },
  },
  response: { session_state: session, iss: realm },
  keyOf: (key) => key,
}

const tenant = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const microsoft = 'https://login.microsoftonline.com'

/** Microsoft Entra ID, from 'OpenID Connect on the Microsoft identity platform' and 'ID token claims reference'. */
export const entra: DocumentedProvider = {
  host: microsoft,
  issuer: `${microsoft}/${tenant}/v2.0`,
  metadata: {
    issuer: `${microsoft}/${tenant}/v2.0`,
    authorization_endpoint: `${microsoft}/${tenant}/oauth2/v2.0/authorize`,
    token_endpoint: `${microsoft}/${tenant}/oauth2/v2.0/token`,
    end_session_endpoint: `${microsoft}/${tenant}/oauth2/v2.0/logout`,
    jwks_uri: `${microsoft}/${tenant}/discovery/v2.0/keys`,
    token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
    id_token_signing_alg_values_supported: ['RS256'],
    subject_types_supported: ['pairwise'],
    frontchannel_logout_supported: true,
    // Entra does not add its issuer to the response.
    authorization_response_iss_parameter_supported: undefined,
  },
  claims: {
    ...{
      iss: `${microsoft}/${tenant}/v2.0`,
      tid: tenant,
      ver: '2.0',
      sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
    },
    ...{ oid: '690222be-ff1a-4d56-abd1-7e4f7d38e474', sid: session, uti: 'fqiBqXLPj0eQa82S-IYFAA', rh: '0.AXoA' },
    ...{ preferred_username: 'kim@heerlen.example', email: kim.email, name: kim.name, roles: ['balie'] },
    // The optional claim 'email domain owner verified'. Entra has no `email_verified`.
    ...{ email_verified: undefined, xms_edov: true },
  },
  response: { session_state: session, iss: '' },
  // The keys of Entra state no algorithm.
  keyOf: ({ alg: _, ...key }) => ({ ...key, issuer: `${microsoft}/${tenant}/v2.0` }),
}
