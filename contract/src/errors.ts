import * as z from 'zod/mini'

/** The messages for each field, by the field's name as the API spells it. */
export const FieldErrors = z.record(z.string(), z.array(z.string()))
export type FieldErrors = z.infer<typeof FieldErrors>

/** Every failure on the wire (application/problem+json, RFC 9457): the same sentence as `detail` and `message`. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  message: z.string(),
  errors: FieldErrors,
  request_id: z.string(),
})
export type Problem = z.infer<typeof Problem>

/** A call that failed: thrown by a handler on the server, and by `call` in the browser. The message is Dutch, for the user. */
export class ApiError extends Error {
  readonly status: number
  readonly errors: FieldErrors
  readonly request_id: string | undefined

  constructor(status: number, message: string, errors: FieldErrors = {}, request_id?: string) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.errors = errors
    this.request_id = request_id
  }
}
