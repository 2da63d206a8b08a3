import { ApiError } from '@rd4-loket/contract/general'
import type { FastifyRequest } from 'fastify'
import { invalidInput } from './errors.ts'

/** The `Idempotency-Key` of a request, or null. Throws 422 for a key that is too long or contains spaces. */
export function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && /^[\x21-\x7e]{1,100}$/.test(key)) return key
  throw new ApiError(422, invalidInput, { 'idempotency-key': ['Gebruik 1 tot 100 tekens zonder spaties'] })
}

type KeyedChange<Stored, Result> = {
  /** Finds the change that this employee stored earlier with the same key. */
  find: (key: string) => Promise<Stored | undefined>
  hasSameInput: (stored: Stored) => boolean
  /** Returns the stored result again. */
  repeat: (stored: Stored) => Result
  /** Stores the change. Returns undefined when a parallel request stored another change with the same key. */
  store: () => Promise<Result | undefined>
}

/**
 * Stores a change at most once per key, and returns the result of the first request to every repeat. Throws 409 when
 * the key was used with other input. Call it in a transaction that locks the rows of the change.
 */
export async function storeOnce<Stored, Result>(key: string | null, change: KeyedChange<Stored, Result>) {
  const stored = key === null ? undefined : await change.find(key)
  const result =
    stored === undefined ? await change.store() : change.hasSameInput(stored) ? change.repeat(stored) : undefined
  if (result === undefined) throw new ApiError(409, 'Dit verzoek is eerder met andere gegevens gedaan')
  return result
}
