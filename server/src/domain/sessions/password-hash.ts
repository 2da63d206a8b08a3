import argon2 from '@node-rs/argon2'
import { queueLimits } from '../../platform/runtime/limits.ts'
import { makeQueue } from '../../platform/runtime/work-queue.ts'

// The parameters that OWASP recommends for argon2id. A hash takes about 9 ms, and contains its parameters.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const hashQueue = makeQueue(queueLimits.passwordHash, {
  message: 'Er loggen veel mensen tegelijk in. Probeer het zo opnieuw.',
})

// Depending on the keyboard, a letter with an accent is sent as one or two code points.
const normalised = (password: string) => password.normalize('NFC')

const costText = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`

/** Returns whether a hash was made with other parameters than a new hash. */
export const isOutdated = (password_hash: string) => !password_hash.startsWith(costText)

/** Returns the argon2id hash of a password. */
export const hashPassword = (password: string) => hashQueue.run('all', () => argon2.hash(normalised(password), cost))

/**
 * Returns whether a password matches a hash. For an unknown employee there is no hash: returns false after the same
 * time, so that the time does not show whether the employee exists.
 */
export async function verifyPassword(password_hash: string | undefined, password: string) {
  const hash = password_hash ?? (await findDummyHash())
  const matches = await hashQueue.run('all', () => argon2.verify(hash, normalised(password)))
  return matches && password_hash !== undefined
}

let dummyHash: Promise<string> | undefined
function findDummyHash() {
  dummyHash ??= argon2.hash(crypto.randomUUID(), cost)
  return dummyHash
}
