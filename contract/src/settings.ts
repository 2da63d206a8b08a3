import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Day, DayInput, Email, inOrder, MunicipalityId, NumberInPath, requiredText, YearInPath } from './fields.ts'
import { Municipality } from './municipalities.ts'
import { Role } from './roles.ts'

/** How many rolls each pass of a municipality may have in a year. */
export const Allowance = z.object({ year: z.number(), rolls: z.number() })

export const listAllowances = endpoint({
  method: 'GET',
  path: '/counter/settings/municipalities/:municipality_id/allowances',
  summary: 'Geeft hoeveel rollen een milieupas per jaar mag krijgen, van vorig tot en met volgend jaar',
  access: 'municipal_employee',
  municipality: 'own',
  params: z.strictObject({ municipality_id: NumberInPath }),
  data: z.array(Allowance),
})

export const saveAllowance = endpoint({
  method: 'PUT',
  path: '/counter/settings/municipalities/:municipality_id/allowances/:year',
  summary: 'Legt vast hoeveel rollen een milieupas in een jaar mag krijgen',
  access: 'municipal_employee',
  municipality: 'own',
  params: z.strictObject({
    municipality_id: NumberInPath,
    year: YearInPath,
  }),
  body: z.strictObject({ rolls: z.int().check(z.minimum(0), z.maximum(99)) }),
  data: Allowance,
})

/** A message for the employees of a municipality (null: of all), on the dashboard from its first day to its last. */
export const Notice = z.object({
  id: z.number(),
  title: z.string(),
  /** Rich text as safe HTML: paragraphs, lists, bold, italic and links. */
  html: z.string(),
  valid_from: Day,
  valid_to: Day,
  municipality: z.nullable(Municipality),
})
export type Notice = z.infer<typeof Notice>

/** A notice as it is written. */
const NoticeInput = z
  .strictObject({
    title: requiredText(100),
    html: requiredText(10_000),
    valid_from: DayInput,
    valid_to: DayInput,
    /** Left out: the employee's own, or all for who works for all. */
    municipality_id: z.nullish(MunicipalityId),
  })
  .check(inOrder('valid_from', 'valid_to'))

export const listNotices = endpoint({
  method: 'GET',
  path: '/counter/notices',
  summary: 'Geeft de mededelingen die vandaag gelden voor de ingelogde medewerker',
  access: 'employees',
  municipality: 'own',
  data: z.array(Notice),
})

export const listNoticesToEdit = endpoint({
  method: 'GET',
  path: '/counter/settings/notices',
  summary: 'Geeft alle mededelingen van de gemeente, ook die nog niet of niet meer gelden',
  access: 'municipal_employee',
  municipality: 'own',
  data: z.array(Notice),
})

export const addNotice = endpoint({
  method: 'POST',
  path: '/counter/settings/notices',
  summary: 'Maakt een mededeling',
  access: 'municipal_employee',
  municipality: 'own',
  body: NoticeInput,
  data: Notice,
})

export const changeNotice = endpoint({
  method: 'PUT',
  path: '/counter/settings/notices/:notice_id',
  summary: 'Wijzigt een mededeling',
  access: 'municipal_employee',
  municipality: 'own',
  params: z.strictObject({ notice_id: NumberInPath }),
  body: NoticeInput,
  data: Notice,
})

export const removeNotice = endpoint({
  method: 'DELETE',
  path: '/counter/settings/notices/:notice_id',
  summary: 'Verwijdert een mededeling',
  access: 'municipal_employee',
  municipality: 'own',
  params: z.strictObject({ notice_id: NumberInPath }),
  data: z.null(),
})

/** An employee as the administrator sees them. */
export const ManagedEmployee = z.object({
  id: z.number(),
  email: z.string(),
  name: z.string(),
  roles: z.array(Role),
  municipality: z.nullable(Municipality),
  blocked: z.boolean(),
  renew_password: z.boolean(),
})
export type ManagedEmployee = z.infer<typeof ManagedEmployee>

const EmployeeInput = {
  name: requiredText(100),
  roles: z.array(Role).check(z.minLength(1, 'Kies ten minste één rol'), z.maxLength(3)),
  municipality_id: z.nullish(MunicipalityId),
}

export const listEmployees = endpoint({
  method: 'GET',
  path: '/counter/settings/employees',
  summary: 'Geeft de medewerkers van de gemeente, of alle voor wie voor alle gemeenten werkt',
  access: 'administrator',
  municipality: 'own',
  data: z.array(ManagedEmployee),
})

export const inviteEmployee = endpoint({
  method: 'POST',
  path: '/counter/settings/employees',
  summary: 'Voegt een medewerker toe en mailt een link om een wachtwoord te kiezen',
  access: 'administrator',
  municipality: 'own',
  body: z.strictObject({ email: Email, ...EmployeeInput }),
  data: ManagedEmployee,
})

const employeeInPath = z.strictObject({ employee_id: NumberInPath })

export const changeEmployee = endpoint({
  method: 'PUT',
  path: '/counter/settings/employees/:employee_id',
  summary: 'Wijzigt de naam, rollen of gemeente van een medewerker, of blokkeert deze',
  access: 'administrator',
  municipality: 'own',
  params: employeeInPath,
  body: z.strictObject({ ...EmployeeInput, blocked: z.boolean() }),
  data: ManagedEmployee,
})

export const resetEmployee = endpoint({
  method: 'POST',
  path: '/counter/settings/employees/:employee_id/reset',
  summary: 'Mailt een medewerker een link om een nieuw wachtwoord te kiezen',
  access: 'administrator',
  municipality: 'own',
  params: employeeInPath,
  data: z.null(),
})
