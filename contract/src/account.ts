import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Email } from './fields.ts'
import { Municipality } from './municipalities.ts'
import { required } from './parse-input.ts'
import { Role } from './roles.ts'

/** How many characters a password has at least, while it is all that proves who somebody is. */
export const shortestPassword = 15

/** A password as it is typed to log in: whatever it is, it is only compared. */
const CurrentPassword = z.string().check(z.minLength(1, required), z.maxLength(200))

/** A password to be: long, and otherwise free. The server also refuses the ones that are known to have leaked. */
export const NewPassword = z
  .string()
  .check(
    z.minLength(1, required),
    z.minLength(shortestPassword, `Gebruik ten minste ${shortestPassword} tekens, bijvoorbeeld een korte zin`),
    z.maxLength(200),
  )

/** The logged-in employee; `municipality` is null for who works for all of them. */
export const Employee = z.object({
  email: z.string(),
  name: z.string(),
  roles: z.array(Role),
  /** Has to choose a new password before anything else. */
  renew_password: z.boolean(),
  municipality: z.nullable(Municipality),
})
export type Employee = z.infer<typeof Employee>

/** What a login or a refresh gives: a token to send as `authorization: Bearer …`, for so many seconds. */
export const AccessToken = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.number(),
  /** How many seconds the session has left, however often it is renewed; a server that does not say leaves it out. */
  session_expires_in: z.optional(z.number()),
})
export type AccessToken = z.infer<typeof AccessToken>

export const login = endpoint({
  method: 'POST',
  path: '/counter/user/auth/login',
  summary: 'Logt een medewerker in en zet het cookie waarmee de sessie vernieuwd wordt',
  access: 'everyone',
  body: z.strictObject({ email: Email, password: CurrentPassword }),
  data: AccessToken,
})

export const refreshSession = endpoint({
  method: 'POST',
  base: '/api',
  path: '/auth/refresh',
  summary: 'Geeft een nieuw toegangstoken op grond van het cookie, en vervangt dat cookie',
  access: 'everyone',
  data: AccessToken,
})

export const logout = endpoint({
  method: 'POST',
  path: '/counter/user/auth/logout',
  summary: 'Beëindigt de sessie; het toegangstoken en het cookie werken daarna niet meer',
  access: 'employees',
  before_renewal: true,
  data: z.null(),
})

export const showEmployee = endpoint({
  method: 'GET',
  path: '/user/auth/user',
  summary: 'Geeft de ingelogde medewerker',
  access: 'employees',
  before_renewal: true,
  data: Employee,
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/counter/user/auth/password/change',
  summary: 'Vervangt het wachtwoord van de ingelogde medewerker en beëindigt diens andere sessies',
  access: 'employees',
  before_renewal: true,
  body: z.strictObject({ current_password: CurrentPassword, password: NewPassword }),
  data: z.null(),
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/counter/user/auth/password/forgot',
  summary:
    'Mailt een link om een nieuw wachtwoord te kiezen, als het e-mailadres bekend is; het antwoord is altijd hetzelfde',
  access: 'everyone',
  status: 202,
  body: z.strictObject({ email: Email }),
  data: z.null(),
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/counter/user/auth/password/reset',
  summary: 'Zet een nieuw wachtwoord met het token uit de mail, dat één keer en 60 minuten werkt',
  access: 'everyone',
  body: z.strictObject({
    email: Email,
    token: z.string().check(z.minLength(1, required), z.maxLength(100)),
    password: NewPassword,
  }),
  data: z.null(),
})
