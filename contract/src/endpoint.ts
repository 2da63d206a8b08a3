import type * as z from 'zod/mini'
import type { AuditAction } from './audit.ts'
import type { Purpose } from './purposes.ts'
import type { Role } from './roles.ts'

/** Who may make a call: anybody, every logged-in employee, or the employees with one role. */
export type Access = 'everyone' | 'employees' | Role

/** A look at the data of residents: what the audit log calls it, and its purpose where the caller names no other. */
export type PersonalData = { action: AuditAction; purpose: Purpose }

/** One call of the API, written once: the server answers it, the browser makes it, the tests name it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /api/v1, unless `base` says otherwise; `:alias` marks a parameter. */
  path: `/${string}`
  /** Where the path begins; only the refresh of a session stands beside /api/v1. */
  base?: '/api'
  /** What the call does, in one Dutch sentence for the API's document. */
  summary: string
  /** Who may call. Required, so that nothing is open by accident. */
  access: Access
  /**
   * Whose data the call works on, for an employee of one municipality: that one's, or that one's unless they are a provider
   * employee. What another has is then as if it did not exist. Left out: of no municipality in particular, or of all.
   */
  municipality?: 'own' | 'own_unless_provider'
  /** May be called by an employee who first has to choose a new password; other calls are refused until then. */
  before_renewal?: true
  /** Takes an `Idempotency-Key` header: the same key and input is one request, however often it arrives. */
  idempotent?: true
  /** The reply stands on the wire as it is, in a shape that others already read; not under `data`. */
  bare?: true
  /** The reply is a text of this type instead of JSON. */
  type?: 'text/calendar'
  /** The reply is a whole list as a file of `listFileTypes`, sent while it is read: what the file is called, before its day. */
  file?: string
  /** The same for everybody: for so many seconds a reply may be kept, and is then asked for again by its ETag. */
  fresh_seconds?: number
  /** Shows or changes data of residents: it is logged before it is answered, and not answered where that cannot be done. */
  personal?: PersonalData
  /** The status of a reply, where it is not 200. */
  status?: 202
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** What the reply carries under `data`. */
  data: z.ZodMiniType
  /** What the reply carries under `meta`, beside `data`. */
  meta?: z.ZodMiniType
}

type Part = 'params' | 'query' | 'body'
type PartsOf<E extends Endpoint> = { [P in Part as E[P] extends z.ZodMiniType ? P : never]: E[P] }

/** What the browser sends with a call: the endpoint's `params`, `query` and `body`, as far as it has them. */
export type Sent<E extends Endpoint> = {
  [P in keyof PartsOf<E>]: PartsOf<E>[P] extends z.ZodMiniType ? z.input<PartsOf<E>[P]> : never
}

/** What the handler of an endpoint gets: the same parts, checked and brought into one spelling. */
export type Received<E extends Endpoint> = {
  [P in keyof PartsOf<E>]: PartsOf<E>[P] extends z.ZodMiniType ? z.output<PartsOf<E>[P]> : never
}

/** What comes back: the data, or the data with its meta where the endpoint has one. */
export type Reply<E extends Endpoint> = E['meta'] extends z.ZodMiniType
  ? { data: z.output<E['data']>; meta: z.output<E['meta']> }
  : z.output<E['data']>

/**
 * Keeps the exact type of an endpoint while checking that it is a whole one. It does nothing else, and says so to who builds the
 * portal: a page fetches only the endpoints that it calls.
 *
 * @__NO_SIDE_EFFECTS__
 */
export const endpoint = <const E extends Endpoint>(value: E): E => value

/** The path of an endpoint from the host on, its parameters still marked: `/api/v1/counter/addresses/:alias`. */
export const fullPath = ({ base, path }: Endpoint) => `${base ?? '/api/v1'}${path}`
