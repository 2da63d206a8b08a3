import type { NewPasskey, PasskeyCreation, PasskeyRequest, PasskeySignature } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { lifetimes } from '../../platform/runtime/limits.ts'
import { findPasskey, findPasskeys, insertChallenge, takeChallenge } from './second-factor.queries.ts'

/** The site for which passkeys are valid: its host (the `rp.id` of WebAuthn), the origin of its pages, and its name. */
export type PasskeySite = { host: string; origin: string; name: string }

/** Returns the site of PUBLIC_URL; without PUBLIC_URL, localhost, because passkeys do not work on an IP address. */
export function passkeySite({
  public_url,
  port,
  portal_name: name,
}: {
  public_url: string | undefined
  port: number
  portal_name: string
}): PasskeySite {
  const origin = public_url ?? `http://localhost:${port}`
  return { host: new URL(origin).hostname, origin, name }
}

/** Loads the library at the first use of a passkey, because loading it takes a tenth of a start. */
const webAuthn = () => import('@simplewebauthn/server')
const timeout = lifetimes.passkeyChallenge_minutes * 60_000
const preferred = 'preferred' as const
const knownPasskeys = (passkeys: Awaited<ReturnType<typeof findPasskeys>>) =>
  passkeys.map(({ credential_id, transports }) => ({ id: credential_id, type: 'public-key' as const, transports }))

/** Returns the request to log in with one of the passkeys of an employee; undefined when the employee has none. */
export async function requestPasskey(
  db: Db,
  { host }: PasskeySite,
  employee_id: number,
): Promise<PasskeyRequest | undefined> {
  const passkeys = await findPasskeys(db, employee_id)
  if (passkeys.length === 0) return undefined
  const { challenge } = await (await webAuthn()).generateAuthenticationOptions({ rpID: host })
  await insertChallenge(db, employee_id, 'log_in', challenge)
  return { challenge, rpId: host, timeout, userVerification: preferred, allowCredentials: knownPasskeys(passkeys) }
}

/** Returns the request to create a passkey for an employee. */
export async function requestNewPasskey(
  db: Db,
  { host, name }: PasskeySite,
  employee: { id: number; email: string; name: string; audit_key: string },
): Promise<PasskeyCreation> {
  const { generateRegistrationOptions } = await webAuthn()
  const { challenge, rp, user, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: name,
    rpID: host,
    userName: employee.email,
    userDisplayName: employee.name,
    userID: Uint8Array.from(Buffer.from(employee.audit_key)),
  })
  await insertChallenge(db, employee.id, 'add', challenge)
  return {
    challenge,
    rp: { id: host, name: rp.name },
    user,
    pubKeyCredParams,
    timeout,
    attestation: 'none',
    authenticatorSelection: { residentKey: preferred, userVerification: preferred },
    excludeCredentials: knownPasskeys(await findPasskeys(db, employee.id)),
  }
}

/** Returns the challenge that a passkey signed, and deletes it, so that it is accepted once. */
async function takeSignedChallenge(db: Db, employee_id: number, purpose: 'log_in' | 'add', clientDataJSON: string) {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers')
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON)
    return typeof challenge === 'string' ? takeChallenge(db, employee_id, purpose, challenge) : undefined
  } catch {
    return undefined
  }
}

/** Returns the columns of a new passkey; undefined when it does not answer a live challenge of this site. */
export async function readNewPasskey(db: Db, site: PasskeySite, employee_id: number, passkey: NewPasskey) {
  const expectedChallenge = await takeSignedChallenge(db, employee_id, 'add', passkey.response.clientDataJSON)
  if (expectedChallenge === undefined) return undefined
  const { verifyRegistrationResponse } = await webAuthn()
  // Throws for an unreadable response, and for the response of another site.
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...passkey, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: false,
  }).catch(() => ({ verified: false, registrationInfo: undefined }))
  if (!verified || !registrationInfo) return undefined
  const { id, publicKey, counter } = registrationInfo.credential
  const { transports } = passkey.response
  return { credential_id: id, public_key: Buffer.from(publicKey), sign_count: counter, transports }
}

/**
 * Returns the id of the passkey that signed a live challenge, and its new count of signatures. Returns undefined for
 * another challenge, site or key, and for a count that did not rise, because the key may then be a copy.
 */
export async function verifyPasskey(db: Db, site: PasskeySite, employee_id: number, passkey: PasskeySignature) {
  const expectedChallenge = await takeSignedChallenge(db, employee_id, 'log_in', passkey.response.clientDataJSON)
  const stored = await findPasskey(db, employee_id, passkey.id)
  if (expectedChallenge === undefined || !stored) return undefined
  const { credential_id, public_key, sign_count, transports } = stored
  const { verifyAuthenticationResponse } = await webAuthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...passkey, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    credential: { id: credential_id, publicKey: Uint8Array.from(public_key), counter: sign_count, transports },
    requireUserVerification: false,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  return verified && authenticationInfo ? { id: stored.id, sign_count: authenticationInfo.newCounter } : undefined
}
