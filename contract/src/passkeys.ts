import * as z from 'zod/mini'

/** The JSON forms of WebAuthn (https://www.w3.org/TR/webauthn-3, 5.1), as browsers read and write them. */

/** Bytes in base64url. The maximum is far above the length of any value of a passkey. */
const Bytes = z.string().check(z.minLength(1), z.maxLength(16_000), z.regex(/^[\w-]+$/))

/** How the browser reaches a passkey: `internal`, `hybrid` (a phone nearby), `usb` … New browsers add names. */
const Transport = z.string().check(z.regex(/^[a-z-]{1,20}$/))

const KnownPasskey = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(Transport)),
})

/** The request to sign a challenge with one of the listed passkeys. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('preferred'),
  allowCredentials: z.array(KnownPasskey),
})
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

/** The request to create a passkey. The listed passkeys exist already. */
export const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    userVerification: z.literal('preferred'),
  }),
  excludeCredentials: z.array(KnownPasskey),
})
export type PasskeyCreation = z.infer<typeof PasskeyCreation>

const passkeyParts = { id: Bytes, rawId: Bytes, type: z.literal('public-key') }

/** A challenge that a passkey signed. */
export const PasskeySignature = z.object({
  ...passkeyParts,
  response: z.object({ clientDataJSON: Bytes, authenticatorData: Bytes, signature: Bytes }),
})
export type PasskeySignature = z.infer<typeof PasskeySignature>

/** A new passkey, with its public key. */
export const NewPasskey = z.object({
  ...passkeyParts,
  response: z.object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: z._default(z.array(Transport).check(z.maxLength(10)), []),
  }),
})
export type NewPasskey = z.infer<typeof NewPasskey>
