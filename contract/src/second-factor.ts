import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { TotpCode } from './factor-codes.ts'
import { CurrentPassword, enumOf, Moment, NumberInPath, requiredText } from './fields.ts'
import { NewPasskey, PasskeyCreation } from './passkeys.ts'

/** The Dutch name of each kind of second factor that an employee adds. */
export const factorKindNames = { totp: 'Codes uit een app', passkey: 'Passkey' }

/** A second factor of an employee. */
export const SecondFactor = z.object({
  id: z.number(),
  kind: enumOf(factorKindNames),
  name: z.string(),
  created_at: Moment,
  last_used_at: z.nullable(Moment),
})
export type SecondFactor = z.infer<typeof SecondFactor>

const confirmation = z.strictObject({ current_password: CurrentPassword })
/** Absent when `adding_needs` is not the password. */
const addConfirmation = { current_password: z.optional(CurrentPassword) }
const factorInPath = z.strictObject({ factor_id: NumberInPath })
const name = requiredText(60)

/** New recovery codes, shown once. Null: the employee already has codes. */
const RecoveryCodes = z.object({ recovery_codes: z.nullable(z.array(z.string())) })

export const listSecondFactors = endpoint('GET /counter/user/second-factor', {
  summary: 'Geeft de tweede factoren van de ingelogde medewerker',
  access: 'employees',
  open_before: ['second_factor'],
  data: z.object({
    factors: z.array(SecondFactor),
    recovery_codes_left: z.number(),
    /** The host for which passkeys can be created. */
    passkey_host: z.string(),
    /**
     * What adding a factor needs: the password, or after a login at an organisation a new login there. A recent login
     * there needs nothing more.
     */
    adding_needs: z.enum(['password', 'new_login', 'nothing']),
  }),
})

export const startTotp = endpoint('POST /counter/user/second-factor/totp', {
  summary: 'Geeft een geheim voor een app die codes maakt; het telt pas na een code uit die app',
  conflict: 'De medewerker moet eerst opnieuw inloggen bij de organisatie',
  access: 'employees',
  open_before: ['second_factor'],
  body: z.strictObject(addConfirmation),
  data: z.object({
    /** The secret for typing, in base32. */
    secret: z.string(),
    /** The secret as an `otpauth://` address, for a QR code. */
    uri: z.string(),
    /** The encrypted secret, which `addTotp` needs. It expires after some minutes. */
    enrolment: z.string(),
  }),
})

export const addTotp = endpoint('POST /counter/user/second-factor/totp/confirm', {
  summary: 'Voegt een app toe die codes maakt, en geeft bij de eerste factor herstelcodes',
  access: 'employees',
  conflict: 'De medewerker heeft het hoogste aantal tweede factoren',
  open_before: ['second_factor'],
  body: z.strictObject({ enrolment: z.string().check(z.minLength(1), z.maxLength(500)), name, code: TotpCode }),
  data: RecoveryCodes,
})

export const startPasskey = endpoint('POST /counter/user/second-factor/passkey', {
  summary: 'Geeft de opdracht waarmee de browser een passkey maakt',
  conflict: 'De medewerker moet eerst opnieuw inloggen bij de organisatie',
  access: 'employees',
  open_before: ['second_factor'],
  body: z.strictObject({ ...addConfirmation, name }),
  data: PasskeyCreation,
})

export const addPasskey = endpoint('POST /counter/user/second-factor/passkey/confirm', {
  summary: 'Voegt een passkey toe, en geeft bij de eerste factor herstelcodes',
  access: 'employees',
  conflict: 'De passkey is al toegevoegd, of de medewerker heeft het hoogste aantal tweede factoren',
  open_before: ['second_factor'],
  body: z.strictObject({ name, passkey: NewPasskey }),
  data: RecoveryCodes,
})

export const renameFactor = endpoint('PUT /counter/user/second-factor/:factor_id', {
  summary: 'Geeft een tweede factor van de ingelogde medewerker een andere naam',
  access: 'employees',
  params: factorInPath,
  body: z.strictObject({ name }),
  data: z.null(),
})

export const removeFactor = endpoint('POST /counter/user/second-factor/:factor_id/remove', {
  summary: 'Verwijdert een tweede factor van de ingelogde medewerker',
  access: 'employees',
  conflict: 'De rol of het korte wachtwoord vraagt een tweede factor',
  params: factorInPath,
  body: confirmation,
  data: z.null(),
})

export const renewRecoveryCodes = endpoint('POST /counter/user/second-factor/recovery-codes', {
  summary: 'Vervangt alle herstelcodes van de ingelogde medewerker',
  access: 'employees',
  conflict: 'De medewerker heeft geen tweede factor',
  body: confirmation,
  data: z.object({ recovery_codes: z.array(z.string()) }),
})
