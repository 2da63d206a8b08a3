import * as z from 'zod/mini'
import { Municipality } from './addresses.ts'
import { endpoint } from './endpoint.ts'
import { RecoveryCode, TotpCode } from './factor-codes.ts'
import { CurrentPassword, enumOf, Moment, StoredEmail } from './fields.ts'
import { PasskeySignature } from './passkeys.ts'
import { Role } from './roles.ts'

/** Minimum password length of an employee whose password is the only factor (ASVS 5.0, 6.2.1). */
export const minPasswordLength = 15

/** Minimum password length of an employee with a second factor. */
export const minPasswordLengthWithFactor = 12

/** Returns the message for a new password that is too short. */
export const tooShortText = (minLength: number) => `Gebruik ten minste ${minLength} tekens, bijvoorbeeld een korte zin`

/**
 * A new password: a minimum length and no composition rules. The server also rejects passwords that are known to have
 * leaked.
 */
const newPassword = (minLength: number) =>
  z.string().check(z.minLength(1), z.minLength(minLength, tooShortText(minLength)), z.maxLength(200))

/** The screen text of each height of the rows of tables. */
export const rowHeightNames = { compact: 'Compact', roomy: 'Ruim' }

/** The height of the rows of tables. */
export const RowHeight = enumOf(rowHeightNames)
export type RowHeight = z.infer<typeof RowHeight>

/** The logged-in employee. `municipality` is null for an employee of all municipalities. */
export const Employee = z.object({
  email: z.string(),
  name: z.string(),
  roles: z.array(Role),
  /** The employee must choose a new password before any other action. */
  renew_password: z.boolean(),
  municipality: z.nullable(Municipality),
  /** The chosen height of rows. Null, or absent without our server: compact on a wide screen, else roomy. */
  row_height: z.optional(z.nullable(RowHeight)),
  /** Absent: a server that implements only the specification has no second factor. */
  second_factor: z.optional(
    z.object({
      is_set: z.boolean(),
      /** A role of the employee requires a second factor, so the last factor cannot be removed. */
      is_required: z.boolean(),
      /** The employee must add a second factor before any other action. */
      must_add: z.boolean(),
      /**
       * The employee must confirm with a second factor before any other action, because the organisation that logged
       * them in proved none.
       */
      must_confirm: z.boolean(),
      /** The moment at which `must_add` becomes true. Null: never, or it is true already. */
      due_at: z.nullable(Moment),
    }),
  ),
})
export type Employee = z.infer<typeof Employee>

/**
 * The reply to a login or a refresh. The browser sends the token as `authorization: Bearer …`. The token expires
 * after `expires_in` seconds.
 */
export const AccessToken = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.number(),
  /**
   * Seconds until the session ends; a renewal does not extend it. Optional, because a server that implements only the
   * specification does not send it.
   */
  session_expires_in: z.optional(z.number()),
})
export type AccessToken = z.infer<typeof AccessToken>

/** The second factor of a login. The server uses the first that is present. */
const typedFactor = {
  passkey: z.optional(PasskeySignature),
  code: z.optional(TotpCode),
  recovery_code: z.optional(RecoveryCode),
}

export const login = endpoint('POST /counter/user/auth/login', {
  summary:
    'Logt een medewerker in en zet het cookie van de sessie; met een tweede factor noemt een 401 wat er nog nodig is',
  specified: true,
  access: 'everyone',
  body: z.strictObject({ email: StoredEmail, password: CurrentPassword, ...typedFactor }),
  data: AccessToken,
})

export const confirmFactor = endpoint('POST /counter/user/auth/second-factor', {
  summary:
    'Bevestigt het inloggen bij een organisatie met de tweede factor, in een nieuwe sessie; zonder factor noemt een 422 wat er kan',
  conflict: 'De medewerker heeft geen tweede factor',
  access: 'employees',
  open_before: ['confirm_factor'],
  body: z.strictObject(typedFactor),
  data: AccessToken,
})

export const refreshSession = endpoint('POST /auth/refresh', {
  base: '/api',
  summary:
    'Geeft een nieuw toegangstoken op grond van het cookie, en vervangt dat cookie; zonder cookie is een geldig token genoeg',
  specified: true,
  access: 'everyone',
  data: AccessToken,
})

export const logout = endpoint('POST /counter/user/auth/logout', {
  summary: 'Beëindigt de sessie; het toegangstoken en het cookie werken daarna niet meer',
  specified: true,
  access: 'employees',
  open_before: ['new_password', 'second_factor', 'confirm_factor'],
  /** The URL at which the employee's organisation ends its own session; null for a login with a password. */
  data: z.nullable(z.object({ organisation_logout: z.string() })),
})

export const showEmployee = endpoint('GET /user/auth/user', {
  summary: 'Geeft de ingelogde medewerker',
  specified: true,
  access: 'employees',
  open_before: ['new_password', 'second_factor', 'confirm_factor'],
  data: Employee,
})

export const saveDisplay = endpoint('PUT /counter/user/display', {
  summary: 'Bewaart hoe de ingelogde medewerker tabellen ziet',
  access: 'employees',
  body: z.strictObject({ row_height: RowHeight }),
  data: z.null(),
})

export const changePassword = endpoint('POST /counter/user/auth/password/change', {
  summary: 'Vervangt het wachtwoord van de ingelogde medewerker en beëindigt diens andere sessies',
  access: 'employees',
  open_before: ['new_password'],
  body: z.strictObject({ current_password: CurrentPassword, password: newPassword(minPasswordLengthWithFactor) }),
  data: z.null(),
})

export const forgotPassword = endpoint('POST /counter/user/auth/password/forgot', {
  summary:
    'Mailt een link om een nieuw wachtwoord te kiezen, als het e-mailadres bekend is; het antwoord is altijd hetzelfde',
  access: 'everyone',
  status: 202,
  body: z.strictObject({ email: StoredEmail }),
  data: z.null(),
})

export const resetPassword = endpoint('POST /counter/user/auth/password/reset', {
  summary: 'Zet een nieuw wachtwoord met het token uit de mail, dat één keer werkt en verloopt',
  access: 'everyone',
  body: z.strictObject({
    email: StoredEmail,
    token: z.string().check(z.minLength(1), z.maxLength(100)),
    password: newPassword(minPasswordLength),
  }),
  data: z.null(),
})
