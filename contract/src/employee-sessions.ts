import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { CurrentPassword, identifierInPath, Moment, NumberInPath } from './fields.ts'

/** A live session of an employee. */
export const EmployeeSession = z.object({
  id: z.string(),
  /** The name of the browser, such as 'Firefox'; null when it is unknown. */
  browser: z.nullable(z.string()),
  /** The operating system, such as 'Windows'; null when it is unknown. */
  system: z.nullable(z.string()),
  /** The network of the login: 192.0.2.x, or the /64 of an IPv6 address. It does not identify one device. */
  network: z.string(),
  started_at: Moment,
  /** The moment of the last call, accurate to five minutes. A renewal of the token is not a use. */
  last_used_at: Moment,
  /** The session that makes this call. */
  is_current: z.boolean(),
  /** The employee logged in at an organisation, so without a password of the portal. */
  by_organisation: z.boolean(),
})
export type EmployeeSession = z.infer<typeof EmployeeSession>

const SessionInPath = identifierInPath(
  z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)),
  '00000000-0000-0000-0000-000000000000',
)

/** Absent after a login at an organisation: that login must then be recent. */
const confirmation = z.strictObject({ current_password: z.optional(CurrentPassword) })

export const listOwnSessions = endpoint('GET /counter/user/auth/sessions', {
  summary: 'Geeft de sessies van de ingelogde medewerker',
  access: 'employees',
  data: z.array(EmployeeSession),
})

export const endOwnSession = endpoint('POST /counter/user/auth/sessions/:session_id/end', {
  summary: 'Beëindigt een sessie van de ingelogde medewerker, met het wachtwoord',
  access: 'employees',
  conflict: 'De medewerker moet eerst opnieuw inloggen bij de organisatie',
  params: z.strictObject({ session_id: SessionInPath }),
  body: confirmation,
  data: z.null(),
})

export const endOtherSessions = endpoint('POST /counter/user/auth/sessions/end', {
  summary: 'Beëindigt alle andere sessies van de ingelogde medewerker, met het wachtwoord',
  access: 'employees',
  conflict: 'De medewerker moet eerst opnieuw inloggen bij de organisatie',
  body: confirmation,
  data: z.null(),
})

export const listEmployeeSessions = endpoint('GET /counter/settings/employees/:employee_id/sessions', {
  summary: 'Geeft de sessies van een medewerker',
  access: 'administrator',
  municipality: 'own',
  params: z.strictObject({ employee_id: NumberInPath }),
  data: z.array(EmployeeSession),
})

export const endEmployeeSession = endpoint('DELETE /counter/settings/employees/:employee_id/sessions/:session_id', {
  summary: 'Beëindigt een sessie van een medewerker',
  access: 'administrator',
  municipality: 'own',
  params: z.strictObject({ employee_id: NumberInPath, session_id: SessionInPath }),
  data: z.null(),
})

export const endEmployeeSessions = endpoint('DELETE /counter/settings/employees/:employee_id/sessions', {
  summary: 'Beëindigt alle sessies van een medewerker, behalve de sessie die dit vraagt',
  access: 'administrator',
  municipality: 'own',
  params: z.strictObject({ employee_id: NumberInPath }),
  data: z.null(),
})
