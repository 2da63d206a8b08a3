import { hash, verify } from '@node-rs/argon2'

// OWASP's argon2id of 19 MiB and two passes: about 9 ms here, and the parameters are kept in each hash.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The argon2id hash to keep of a password. */
export const hashPassword = (password: string) => hash(password, cost)

/** Is this the password of the hash? Without a hash (no such employee) it takes as long, and says no. */
export async function verifyPassword(password_hash: string | undefined, password: string) {
  const matches = await verify(password_hash ?? (await hashOfNobody()), password)
  return matches && password_hash !== undefined
}

let nobody: Promise<string> | undefined
function hashOfNobody() {
  nobody ??= hashPassword(crypto.randomUUID())
  return nobody
}
