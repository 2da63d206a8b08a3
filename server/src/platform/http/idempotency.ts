import { ApiError } from '@rd4-loket/contract/general'
import type { FastifyRequest } from 'fastify'
import { invalidInput } from './errors.ts'

/** Returns the `Idempotency-Key` of a request, or null. Throws 422 for a key that is too long or contains spaces. */
export function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && /^[\x21-\x7e]{1,100}$/.test(key)) return key
  throw new ApiError(422, invalidInput, { 'idempotency-key': ['Gebruik 1 tot 100 tekens zonder spaties'] })
}

type KeyedChange<Stored, Result> = {
  /** Returns the change that the same employee stored with this key, or undefined. */
  find: (key: string) => Promise<Stored | undefined>
  hasSameInput: (stored: Stored) => boolean
  /** Returns the result of a stored change. */
  repeat: (stored: Stored) => Result
  /** Stores the change. Returns undefined when a simultaneous request stored another change with the same key. */
  store: () => Promise<Result | undefined>
}

/**
 * Stores a change at most once per key. A repeated request gets the result of the first request. Throws 409 when the
 * key was used with other input. Call it in a transaction that locks the rows of the change.
 */
export async function storeOnce<Stored, Result>(key: string | null, change: KeyedChange<Stored, Result>) {
  const stored = key === null ? undefined : await change.find(key)
  const result =
    stored === undefined ? await change.store() : change.hasSameInput(stored) ? change.repeat(stored) : undefined
  if (result === undefined) throw new ApiError(409, 'Dit verzoek is eerder met andere gegevens gedaan')
  return result
}
