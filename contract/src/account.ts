import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Email } from './fields.ts'
import { Municipality } from './municipalities.ts'
import { required } from './parse-input.ts'
import { Role } from './roles.ts'

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
})
export type AccessToken = z.infer<typeof AccessToken>

export const login = endpoint({
  method: 'POST',
  path: '/counter/user/auth/login',
  summary: 'Logt een medewerker in en zet het cookie waarmee de sessie vernieuwd wordt',
  access: 'everyone',
  body: z.strictObject({ email: Email, password: z.string().check(z.minLength(1, required), z.maxLength(200)) }),
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
  data: z.null(),
})

export const showEmployee = endpoint({
  method: 'GET',
  path: '/user/auth/user',
  summary: 'Geeft de ingelogde medewerker',
  access: 'employees',
  data: Employee,
})
