import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secrets } from '../../platform/runtime/jwt-secrets.ts'

const ivBytes = 12
const tagBytes = 16

/** Returns the owner of the sealed secret of an app. */
export const secretOwner = (employee_id: number) => `totp of ${employee_id}`

/** Encrypts and decrypts short texts. */
export type Seal = ReturnType<typeof makeSeal>

/**
 * Encrypts with AES-256-GCM. The keys are derived from the session keys (HKDF, RFC 5869): the first key encrypts, and
 * all keys decrypt. `owner` is authenticated too, so a sealed text of one owner is invalid for another owner.
 */
export function makeSeal(secrets: () => Secrets) {
  const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'rd4-loket second factor', 32))

  function openWith(key: Buffer, sealed: Buffer, owner: string) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(owner))
      decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
      return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString()
    } catch {
      return undefined
    }
  }
  return {
    /** Returns the nonce, the tag and the encrypted text. */
    close(text: string, owner: string) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', keyOf(secrets()[0]), iv, { authTagLength: tagBytes })
      cipher.setAAD(Buffer.from(owner))
      const encrypted = Buffer.concat([cipher.update(text), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted])
    },
    /** Returns the text; undefined for a text of another owner, a damaged text, or a text of an unknown key. */
    open(sealed: Buffer, owner: string) {
      for (const secret of secrets()) {
        const text = openWith(keyOf(secret), sealed, owner)
        if (text !== undefined) return text
      }
      return undefined
    },
    /** Whether the newest key encrypted this text. */
    isNewest: (sealed: Buffer, owner: string) => openWith(keyOf(secrets()[0]), sealed, owner) !== undefined,
  }
}
