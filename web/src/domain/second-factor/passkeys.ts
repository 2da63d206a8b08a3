import { ApiError, type PasskeyCreation, type PasskeyRequest } from '@rd4-loket/contract'
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'

const isIpAddress = (host: string) => /^[0-9.]+$|:/.test(host)

/** Returns the reason why passkeys of a host do not work on this page; undefined when they work. */
export function passkeyObstacle(host: string) {
  if (isIpAddress(host)) return `Passkeys werken niet op ${host}, want dat is een IP-adres.`
  const isHere = location.hostname === host || location.hostname.endsWith(`.${host}`)
  if (!isHere) return `Passkeys werken niet op ${location.hostname}. Open het loket op ${host}.`
  return 'PublicKeyCredential' in window ? undefined : 'Deze browser kan geen passkeys gebruiken.'
}

/** Throws an error with a text for the user: the browser throws when the user cancels, or has no such passkey. */
async function withTexts<T>(run: Promise<T>, text: string): Promise<T> {
  try {
    return await run
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError'
    throw new ApiError(0, isKnown ? 'Deze passkey is al toegevoegd.' : text)
  }
}

/** Signs in with one of the employee's passkeys, through the browser. */
export const signWithPasskey = (optionsJSON: PasskeyRequest) =>
  withTexts(startAuthentication({ optionsJSON }), 'Er is geen passkey gebruikt. Probeer het opnieuw.')

/** Creates a passkey through the browser. */
export const createPasskey = (optionsJSON: PasskeyCreation) =>
  withTexts(startRegistration({ optionsJSON }), 'Er is geen passkey gemaakt. Probeer het opnieuw.')
