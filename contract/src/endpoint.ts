import type * as z from 'zod/mini'
import type { AuditAction } from './audit.ts'
import type { Purpose } from './purposes.ts'
import { isBsgwEmployee, isMunicipalEmployee, mayUse, type Role } from './roles.ts'

/**
 * Who may make a call: everyone, every logged-in employee, the employees with one role, or the editors of cards, who
 * are the employees of a counter and the administrators.
 */
export type Access = 'everyone' | 'employees' | 'editors' | Role

/**
 * What an employee may have to do before most calls are open: choose a new password, add a second factor, or confirm
 * the login with the second factor that they have.
 */
export type RequiredAction = 'new_password' | 'second_factor' | 'confirm_factor'

type Purposes = readonly [Purpose, ...Purpose[]]

/** How a call accesses personal data, and how the access is logged. */
export type PersonalData = {
  /** The action that the audit log contains. */
  action: AuditAction
  /** The purposes that a caller may state. The first is the default. */
  purposes: Purposes
  /** The purposes of a provider employee, for a call that employees of both roles make. */
  provider_purposes?: Purposes
  /** The call finds a resident by pass. The server limits such calls per employee and minute. */
  pass_limit?: true
  /** The call is logged only when its reply has data of a household. Its other replies have no personal data. */
  only_if_found?: true
  /**
   * The call is about many customers, is also made from a list of them, or opens a contact. So the browser may make it
   * without a contact.
   */
  several?: true
}

/** Returns the purposes that an employee may state. The first is the default. */
export function purposesOf(
  { purposes, provider_purposes }: Pick<PersonalData, 'purposes' | 'provider_purposes'>,
  employee: { roles: readonly Role[] },
): Purposes {
  if (!provider_purposes || !isBsgwEmployee(employee)) return purposes
  return isMunicipalEmployee(employee) ? [...provider_purposes, ...purposes] : provider_purposes
}

type MethodAndPath = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path after `base` (default /api/v1). `:alias` marks a parameter. */
  path: `/${string}`
}

/** The maximum size of an uploaded file. The largest is a dossier: one of 1,000 lifts has less than a tenth of it. */
export const maxUploadBytes = 5_000_000

/** One call of the API. The server implements it, the browser calls it, and generated tests use it. */
export type Endpoint = MethodAndPath & {
  /** Start of the path. Only the refresh of a session is outside /api/v1. */
  base?: '/api'
  /** One Dutch sentence for the OpenAPI document. */
  summary: string
  /** The specification names this call, so every server offers it (S7.15). */
  specified?: true
  /** Who may call. Required, so that nothing is open by accident. */
  access: Access
  /**
   * Limits an employee of one municipality to the records of that municipality. 'own_unless_provider' exempts provider
   * employees.
   * Records of other municipalities return 404, as unknown records do. Absent: no limit.
   */
  municipality?: 'own' | 'own_unless_provider'
  /** May be called by an employee who must first do one of these things. Other calls return 403 until it is done. */
  open_before?: readonly RequiredAction[]
  /** Accepts an `Idempotency-Key` header: requests with the same key and input count as one request. */
  idempotent?: true
  /**
   * When the call returns 409: a Dutch text for the OpenAPI document. Absent: the call returns 409 only for a reused
   * `Idempotency-Key`.
   */
  conflict?: string
  /** The reply is sent without the `data` envelope, in a format that other software already reads. */
  unwrapped?: true
  /** Content type of a reply that is text instead of JSON. */
  type?: 'text/calendar'
  /** The reply is a whole list as a streamed file (`listFileTypes`). The value is the file's name, without the date. */
  file?: string
  /** The reply is a file with one document, in one of these content types. The handler sets the name of the file. */
  download?: readonly string[]
  /** The reply is the same for every caller: caches may store it for this many seconds, then revalidate by ETag. */
  fresh_seconds?: number
  /** Only the cache of the caller may store the reply, and must revalidate it by ETag before each use. */
  revalidated?: true
  /** The URL is a secret, so only the cache of the caller may store the reply. */
  has_secret_url?: true
  /** The call shows or changes personal data: it is logged before the reply, and rejected when logging fails. */
  personal?: PersonalData
  /** The reply redirects the browser (status 303) to the URL in `data`. */
  redirects?: true
  /** The body is a file, sent as it is. Each network address may send only a few such calls per minute. */
  upload?: true
  /** The body is form-encoded, because another standard prescribes that. */
  form?: true
  /** Status of a successful reply when it is not 200. */
  status?: 202
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** The reply's `data`. */
  data: z.ZodMiniType
  /** The reply's `meta`, beside `data`. */
  meta?: z.ZodMiniType
}

type InputPart = 'params' | 'query' | 'body'
type PartsOf<E extends Endpoint> = { [P in InputPart as E[P] extends z.ZodMiniType ? P : never]: E[P] }

/** The input that the browser sends: the endpoint's `params`, `query` and `body`, when it has them. */
export type RequestInput<E extends Endpoint> = {
  [P in keyof PartsOf<E>]: PartsOf<E>[P] extends z.ZodMiniType ? z.input<PartsOf<E>[P]> : never
}

/** The input that the handler receives: the same parts, validated and normalised. */
export type ParsedInput<E extends Endpoint> = {
  [P in keyof PartsOf<E>]: PartsOf<E>[P] extends z.ZodMiniType ? z.output<PartsOf<E>[P]> : never
}

/** The reply: `data`, or `data` with `meta` when the endpoint has one. */
export type Reply<E extends Endpoint> = E['meta'] extends z.ZodMiniType
  ? { data: z.output<E['data']>; meta: z.output<E['meta']> }
  : z.output<E['data']>

/** The names of the endpoints that a module exports. */
export type EndpointName<Module> = keyof {
  [Name in keyof Module as Module[Name] extends Endpoint ? Name : never]: Name
}

/**
 * Checks that a value is a complete endpoint, and preserves the exact type of the value. `route` is the method and the
 * path. The annotation below lets the bundler remove endpoints that a page does not call.
 *
 * @__NO_SIDE_EFFECTS__
 */
export const endpoint = <
  M extends MethodAndPath['method'],
  P extends MethodAndPath['path'],
  const E extends Omit<Endpoint, keyof MethodAndPath>,
>(
  route: `${M} ${P}`,
  // A property that endpoints do not have is a compile error.
  value: E & { [Unknown in Exclude<keyof E, keyof Endpoint>]: never },
): E & { method: M; path: P } => {
  const [method, path] = route.split(' ') as [M, P]
  return { method, path, ...value }
}

/** Returns the full path with its parameters marked: `/api/v1/counter/addresses/:alias`. */
export const fullPath = ({ base, path }: Endpoint) => `${base ?? '/api/v1'}${path}`

/** Which records a caller may reach: none, those of the caller's own municipality, or all. */
export type Reach = 'nothing' | 'own' | 'all'

/** Returns the reach of each kind of caller. For an employee without a municipality, 'own' means all municipalities. */
export function accessOf({ access, municipality }: Endpoint): Record<'visitor' | Role, Reach> {
  const reachOf = (role: Role): Reach => {
    if (!mayUse(access, { roles: [role] })) return 'nothing'
    const everywhere =
      municipality === undefined || (municipality === 'own_unless_provider' && role === 'bsgw_employee')
    return everywhere ? 'all' : 'own'
  }
  return {
    visitor: mayUse(access, undefined) ? 'all' : 'nothing',
    bsgw_employee: reachOf('bsgw_employee'),
    municipal_employee: reachOf('municipal_employee'),
    administrator: reachOf('administrator'),
  }
}
