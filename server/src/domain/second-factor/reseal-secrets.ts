import type { Db } from '../../platform/database/db.ts'
import { type Seal, secretOwner } from './seal.ts'
import { findAllTotpSecrets, updateSealedSecret } from './second-factor.queries.ts'

/**
 * Encrypts the secrets of authenticator apps with the newest key, so that an older session key can be removed later.
 * Runs at each start, and when the key of JWT_SECRET_FILE changes.
 * Returns the number of secrets that no key decrypts: their apps cannot be used.
 */
export async function resealSecrets(db: Db, seal: Seal) {
  let unreadable = 0
  for (const { id, employee_id, sealed_secret } of await findAllTotpSecrets(db)) {
    const owner = secretOwner(employee_id)
    if (seal.isNewest(sealed_secret, owner)) continue
    const secret = seal.open(sealed_secret, owner)
    if (secret === undefined) unreadable += 1
    else await updateSealedSecret(db, id, sealed_secret, seal.close(secret, owner))
  }
  return unreadable
}
