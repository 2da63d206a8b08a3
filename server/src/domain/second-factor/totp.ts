import { Secret, TOTP } from 'otpauth'

// The values of RFC 6238 that every authenticator app supports.
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 }
/** The number of steps before and after the current step that are accepted, for clocks that differ. */
const tolerance = 1

/** Returns a random secret of 160 bits, in base32. */
export const newTotpSecret = () => new Secret({ size: 20 }).base32

/** Returns the `otpauth://` address of a secret, which authenticator apps read from a QR code. `issuer`: the portal. */
export const totpUri = (secret: string, email: string, issuer: string) =>
  new TOTP({ ...parameters, issuer, label: email, secret }).toString()

/** Returns the time step to which a code belongs; undefined for a code that is not valid now. */
export function stepOfCode(secret: string, code: string) {
  const totp = new TOTP({ ...parameters, secret })
  const delta = totp.validate({ token: code, window: tolerance })
  return delta === null ? undefined : totp.counter() + delta
}
