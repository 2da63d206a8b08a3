import * as z from 'zod/mini'
import { AuditAction, AuditResult, LoggedValues, SecurityAction } from './audit.ts'
import { endpoint } from './endpoint.ts'
import { checkPeriodOrder, DayInput, Moment, MonthInput, NumberInPath, OfMunicipality } from './fields.ts'
import { PageMeta, Paging } from './paging.ts'
import { EnvironmentalPassNumber } from './pass-number.ts'
import { Purpose } from './purposes.ts'
import { ofLines } from './readable-text.ts'
import type { Refusal } from './refusal.ts'

/** The logs that an administrator can search. The processing log is not one of these, because it names no employee. */
export const ReadableLog = z.enum(['audit', 'security'])
export type ReadableLog = z.infer<typeof ReadableLog>

const AnyAction = z.enum([...AuditAction.options, ...SecurityAction.options])

/**
 * One entry of a log. A key identifies the object; the key of an address is its alias. An entry never contains the name
 * of a resident, or a whole pass number.
 */
export const AuditEntry = z.object({
  position: z.number(),
  happened_at: Moment,
  /** Null for a visitor, and for an employee whose account was deleted. */
  employee: z.nullable(z.string()),
  action: AnyAction,
  object_kind: z.nullable(z.string()),
  object_key: z.nullable(z.string()),
  /** An address, an employee, a municipality or a card by name. Null: the object has no name, or no longer exists. */
  object_name: z.nullable(z.string()),
  /** The last characters and the street of a pass that the reader may know. Absent for any other object. */
  pass: z.optional(z.object({ ending: z.string(), street: z.string() })),
  result: AuditResult,
  result_count: z.nullable(z.number()),
  purpose: z.nullable(Purpose),
  /** The values before a change of a setting, a right or a pass. Null: the action changed none. */
  old_values: z.nullable(LoggedValues),
  new_values: z.nullable(LoggedValues),
  origin: z.string(),
  trace_id: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const filter = {
  log: z._default(ReadableLog, 'audit'),
  from: DayInput,
  to: DayInput,
  employee_id: z.nullish(z.int().check(z.minimum(1))),
  environmental_pass_number: z.nullish(EnvironmentalPassNumber),
  action: z.nullish(AnyAction),
}

export const searchAuditEvents = endpoint('POST /counter/audit/events/search', {
  summary: 'Geeft wie wanneer wat deed, en naar wiens gegevens keek; het laatste eerst',
  access: 'administrator',
  municipality: 'own',
  personal: { action: 'search_audit_events', purposes: ['toezicht'], several: true },
  body: z.strictObject({ ...filter, cursor: Paging.cursor }).check(checkPeriodOrder('from', 'to')),
  data: z.array(AuditEntry),
  meta: PageMeta,
})

export const exportAuditEvents = endpoint('POST /counter/audit/events/export', {
  summary: 'Geeft hetzelfde als bestand',
  access: 'administrator',
  municipality: 'own',
  personal: { action: 'export_audit_events', purposes: ['toezicht'], several: true },
  file: 'logboek',
  body: z.strictObject(filter).check(checkPeriodOrder('from', 'to')),
  data: z.string(),
})

/**
 * One operation on the data of a resident or a household, with its purpose. For privacy, it does not name the employee
 * who performed the operation.
 */
export const Processing = z.object({ at: Moment, action: AuditAction, purpose: Purpose })
export type Processing = z.infer<typeof Processing>

export const showSubjectReport = endpoint('POST /counter/audit/subject-report', {
  summary: 'Geeft bij een milieupas wat er met gegevens van inwoner en huishouden is gedaan, en waarom',
  access: 'administrator',
  municipality: 'own',
  personal: { action: 'show_subject_report', purposes: ['inzageverzoek'], several: true },
  body: z.strictObject({ environmental_pass_number: EnvironmentalPassNumber }),
  data: z.array(Processing),
})

const Time = z.string().check(z.regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, 'Vul een tijd in, zoals 08:30'))

/** The office hours on weekdays. `tolerance`: the number of accesses per month outside them that needs no explanation. */
export const OfficeHours = z.object({ opens: Time, closes: Time, tolerance: z.number() })
export type OfficeHours = z.infer<typeof OfficeHours>

/** The office hours of a municipality that has set none. */
export const defaultOfficeHours: OfficeHours = { opens: '07:00', closes: '19:00', tolerance: 0 }

export const showOfficeHours = endpoint('GET /counter/settings/municipalities/:municipality_id/office-hours', {
  summary: 'Geeft de kantoortijden waarmee een gemeente een maand beoordeelt',
  access: 'administrator',
  municipality: 'own',
  params: OfMunicipality,
  data: OfficeHours,
})

export const saveOfficeHours = endpoint('PUT /counter/settings/municipalities/:municipality_id/office-hours', {
  summary: 'Legt de kantoortijden van een gemeente vast',
  access: 'administrator',
  municipality: 'own',
  params: OfMunicipality,
  body: z.strictObject({ opens: Time, closes: Time, tolerance: z.int().check(z.minimum(0), z.maximum(1000)) }).check(
    z.refine(({ opens, closes }) => opens < closes, {
      message: 'Dit is niet later dan het begin',
      path: ['closes'],
    }),
  ),
  data: OfficeHours,
})

/** An employee's accesses in a month, counted for a review, and the review itself (null: not reviewed). */
export const EmployeeMonth = z.object({
  employee_id: z.number(),
  name: z.string(),
  lookups: z.number(),
  names_shown: z.number(),
  not_found: z.number(),
  /** Number of different addresses of which household data, such as a bill or an appointment, was accessed. */
  addresses: z.number(),
  /** Number of accesses outside the office hours or at the weekend. Accesses to one address count once. */
  outside_hours: z.number(),
  /** The office hours of the employee's municipality. */
  office_hours: OfficeHours,
  /** Number of lookups of the pass that was looked up most often. */
  same_pass: z.number(),
  /** Whether this is the month of the caller, who may not review it. */
  own: z.boolean(),
  reviewed: z.nullable(z.object({ by: z.nullable(z.string()), at: Moment, remark: z.nullable(z.string()) })),
})
export type EmployeeMonth = z.infer<typeof EmployeeMonth>

/** Returns why an administrator may not review a month of an employee. */
export const mayReviewMonth = ({ own }: { own: boolean }): Refusal =>
  own ? 'Een andere beheerder beoordeelt uw eigen maand' : undefined

export const showMonth = endpoint('GET /counter/audit/months/:month', {
  summary: 'Geeft per medewerker hoeveel er in een maand is opgezocht, en wat daaraan opvalt',
  access: 'administrator',
  municipality: 'own',
  params: z.strictObject({ month: MonthInput }),
  data: z.array(EmployeeMonth),
})

export const reviewMonth = endpoint('PUT /counter/audit/months/:month/employees/:employee_id', {
  summary: 'Legt vast dat een beheerder de maand van een andere medewerker heeft beoordeeld',
  access: 'administrator',
  conflict: 'Het is de eigen maand van de beheerder',
  municipality: 'own',
  params: z.strictObject({ month: MonthInput, employee_id: NumberInPath }),
  body: z.strictObject({ remark: ofLines(z.nullish(z.string().check(z.trim(), z.maxLength(1000)))) }),
  data: EmployeeMonth,
})

/**
 * What a check found. `broken`: a row is missing or differs from its hash. `shortened`: the log is shorter than at an
 * earlier check. `changed`: the hash at the length of an earlier check differs.
 */
const LogFault = z.enum(['broken', 'shortened', 'changed'])
export type LogFault = z.infer<typeof LogFault>

/** Returns a Dutch sentence about the outcome of a check. `broken_at`: the first row that can be missing or changed. */
export function logCheckText({ fault, broken_at }: { fault: LogFault | null; broken_at: number | null }) {
  if (fault === 'broken') return `niet heel vanaf regel ${broken_at}`
  if (fault === 'shortened')
    return `ingekort: vanaf regel ${broken_at} ontbreken regels die er bij een eerdere controle waren`
  if (fault === 'changed') return `gewijzigd: vanaf regel ${broken_at} is de inhoud anders dan bij een eerdere controle`
  return 'heel'
}

/** A log and the result of its last integrity check (null: never checked). */
export const LogState = z.object({
  log: z.enum(['audit', 'security', 'processing']),
  length: z.number(),
  kept_from: z.number(),
  checked: z.nullable(
    z.object({ at: Moment, length: z.number(), fault: z.nullable(LogFault), broken_at: z.nullable(z.number()) }),
  ),
})
export type LogState = z.infer<typeof LogState>

export const listLogs = endpoint('GET /counter/audit/logs', {
  summary: 'Geeft de drie logboeken, en of ze bij de laatste controle heel waren',
  access: 'administrator',
  data: z.array(LogState),
})

export const checkLogs = endpoint('POST /counter/audit/logs/check', {
  summary: 'Leest de drie logboeken van begin tot eind, en zegt of ze heel zijn',
  access: 'administrator',
  data: z.array(LogState),
})
