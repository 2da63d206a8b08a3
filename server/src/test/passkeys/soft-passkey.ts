import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { NewPasskey, PasskeySignature } from '@rd4-loket/contract'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { PasskeySite } from '../../domain/second-factor/passkeys.ts'

type PasskeyOrigin = Omit<PasskeySite, 'name'>

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const userPresent = 0x01
const hasKey = 0x40

/**
 * Returns an authenticator in software, which signs challenges as a security key does. `count`: the number of
 * signatures that it reports.
 */
export function makePasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  // A COSE key (RFC 9053): the kind, the algorithm ES256, the curve P-256, and both coordinates.
  const coseKey = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
      [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
    ]),
  )
  const dataOf = ({ host }: PasskeyOrigin, flags: number, count: number) => {
    const counted = Buffer.alloc(5)
    counted.writeUInt8(flags)
    counted.writeUInt32BE(count, 1)
    return Buffer.concat([sha256(host), counted])
  }
  const clientData = (type: 'webauthn.create' | 'webauthn.get', challenge: string, { origin }: PasskeyOrigin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const parts = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const }
  return {
    create(challenge: string, site: PasskeyOrigin): NewPasskey {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const authData = Buffer.concat([
        dataOf(site, userPresent | hasKey, 0),
        Buffer.alloc(16),
        length,
        id,
        Buffer.from(coseKey),
      ])
      const attestationObject = isoCBOR.encode(
        new Map<string, string | Map<string, string> | Uint8Array>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', Uint8Array.from(authData)],
        ]),
      )
      return {
        ...parts,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, site).toString('base64url'),
          attestationObject: Buffer.from(attestationObject).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    sign(challenge: string, site: PasskeyOrigin, count: number): PasskeySignature {
      const clientDataJSON = clientData('webauthn.get', challenge, site)
      const authenticatorData = dataOf(site, userPresent, count)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey)
      return {
        ...parts,
        response: {
          clientDataJSON: clientDataJSON.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}
