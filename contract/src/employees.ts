import * as z from 'zod/mini'
import { Municipality } from './addresses.ts'
import { endpoint } from './endpoint.ts'
import { Email, Moment, MunicipalityId, NumberInPath, requiredText } from './fields.ts'
import type { Refusal } from './refusal.ts'
import { Role } from './roles.ts'

/** An employee as shown to an administrator. */
export const ManagedEmployee = z.object({
  id: z.number(),
  email: z.string(),
  name: z.string(),
  roles: z.array(Role),
  municipality: z.nullable(Municipality),
  blocked: z.boolean(),
  renew_password: z.boolean(),
  has_second_factor: z.boolean(),
  /** Null: the employee has chosen a password. */
  invitation: z.nullable(z.object({ ends_at: Moment, expired: z.boolean() })),
})
export type ManagedEmployee = z.infer<typeof ManagedEmployee>

/** Returns why an administrator may not mail an employee a link for a password, or a new invitation. */
export const mayMailPasswordLink = ({ blocked }: { blocked: boolean }): Refusal =>
  blocked ? 'Deze medewerker is geblokkeerd. Hef eerst de blokkade op.' : undefined

/** Returns why an administrator may not remove the second factors of an employee. */
export const mayResetFactor = ({ is_self }: { is_self: boolean }): Refusal =>
  is_self ? 'Uw eigen tweede factoren wijzigt u op de pagina Beveiliging, met uw wachtwoord.' : undefined

const EmployeeInput = {
  name: requiredText(100),
  roles: z.array(Role).check(z.minLength(1), z.maxLength(3)),
  municipality_id: z.nullish(MunicipalityId),
}

export const listEmployees = endpoint('GET /counter/settings/employees', {
  summary: 'Geeft de medewerkers van de gemeente, of alle voor wie voor alle gemeenten werkt',
  access: 'administrator',
  municipality: 'own',
  data: z.array(ManagedEmployee),
})

export const inviteEmployee = endpoint('POST /counter/settings/employees', {
  summary: 'Voegt een medewerker toe en mailt een link om een wachtwoord te kiezen',
  access: 'administrator',
  municipality: 'own',
  body: z.strictObject({ email: Email, ...EmployeeInput }),
  data: ManagedEmployee,
})

const employeeInPath = z.strictObject({ employee_id: NumberInPath })

export const changeEmployee = endpoint('PUT /counter/settings/employees/:employee_id', {
  summary: 'Wijzigt de naam, rollen of gemeente van een medewerker, of blokkeert deze',
  access: 'administrator',
  municipality: 'own',
  params: employeeInPath,
  body: z.strictObject({ ...EmployeeInput, blocked: z.boolean() }),
  data: ManagedEmployee,
})

export const resetEmployee = endpoint('POST /counter/settings/employees/:employee_id/reset', {
  summary: 'Mailt een medewerker een link voor een nieuw wachtwoord, of opnieuw de uitnodiging',
  access: 'administrator',
  conflict: 'De medewerker is geblokkeerd',
  municipality: 'own',
  params: employeeInPath,
  data: ManagedEmployee,
})

export const resetSecondFactor = endpoint('POST /counter/settings/employees/:employee_id/second-factor/reset', {
  summary: 'Verwijdert alle tweede factoren van een medewerker, die daarna opnieuw inlogt en een mail krijgt',
  access: 'administrator',
  conflict: 'Het zijn de eigen tweede factoren van de medewerker',
  municipality: 'own',
  params: employeeInPath,
  data: ManagedEmployee,
})
