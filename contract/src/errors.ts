import * as z from 'zod/mini'
import { PasskeyRequest } from './passkeys.ts'

/** Dutch messages by field name, as the API spells the field. */
export const FieldErrors = z.record(z.string(), z.array(z.string()))
export type FieldErrors = z.infer<typeof FieldErrors>

/** What a login with the right password still needs: one of these second factors. */
const FactorRequest = {
  second_factor: z.optional(z.array(z.enum(['totp', 'passkey', 'recovery']))),
  /** The challenge for the passkeys of the employee. Absent: the employee has none. */
  passkey_request: z.optional(PasskeyRequest),
}
export type FactorRequest = z.infer<z.ZodMiniObject<typeof FactorRequest>>

/**
 * The body of every failed call (application/problem+json, RFC 9457). `detail` and `message` hold the same sentence.
 */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  message: z.string(),
  errors: FieldErrors,
  request_id: z.string(),
  ...FactorRequest,
})
export type Problem = z.infer<typeof Problem>

/**
 * A failed call: thrown by handlers on the server and by `call` in the browser. The message is Dutch and shown to the
 * user.
 */
export class ApiError extends Error {
  readonly status: number
  readonly errors: FieldErrors
  readonly request_id: string | undefined
  readonly factor_request: FactorRequest

  constructor(
    status: number,
    message: string,
    errors: FieldErrors = {},
    request_id?: string,
    factor_request: FactorRequest = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.errors = errors
    this.request_id = request_id
    this.factor_request = factor_request
  }
}
