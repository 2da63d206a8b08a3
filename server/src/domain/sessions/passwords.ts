import { availableParallelism } from 'node:os'
import argon2 from '@node-rs/argon2'
import { makeTurns } from '../../platform/runtime/work-queue.ts'

// OWASP's argon2id of 19 MiB and two passes: about 9 ms here, and the parameters are kept in each hash.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** How many passwords are hashed at once: beside the main thread, and on half of the cores, so that searches go on. */
export const hashesAtOnce = Math.max(1, Math.floor(availableParallelism() / 2))

const inTurn = makeTurns({
  atOnce: hashesAtOnce,
  patience_ms: 5000,
  refusal: 'Er loggen veel mensen tegelijk in. Probeer het zo opnieuw.',
})

// A letter with an accent is one sign on one keyboard, and two on another.
const asTyped = (password: string) => password.normalize('NFC')

/** The argon2id hash to keep of a password. */
export const hashPassword = (password: string) => inTurn('all', () => argon2.hash(asTyped(password), cost))

/** Is this the password of the hash? Without a hash (no such employee) it takes as long, and says no. */
export async function verifyPassword(password_hash: string | undefined, password: string) {
  const known = password_hash ?? (await hashOfNobody())
  const matches = await inTurn('all', () => argon2.verify(known, asTyped(password)))
  return matches && password_hash !== undefined
}

let nobody: Promise<string> | undefined
function hashOfNobody() {
  nobody ??= argon2.hash(crypto.randomUUID(), cost)
  return nobody
}
