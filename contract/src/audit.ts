import * as z from 'zod/mini'

/** The actions in the audit log: accesses to personal data, and changes for which an administrator is accountable. */
export const AuditAction = z.enum([
  'find_resident',
  'show_resident_name',
  'request_rolls',
  'cancel_roll_request',
  'exceed_pass_limit',
  'search_audit_events',
  'export_audit_events',
  'show_subject_report',
  'review_month',
  'retire_log',
  'change_collection_rules',
  'change_allowance',
  'export',
])
export type AuditAction = z.infer<typeof AuditAction>

/**
 * The actions in the security log: logins, rejected logins, and changes of accounts. Its retention period is shorter.
 */
export const SecurityAction = z.enum([
  'log_in',
  'log_in_refused',
  'log_in_slowed',
  'change_password',
  'end_sessions',
  'change_employee',
])
export type SecurityAction = z.infer<typeof SecurityAction>

/** The Dutch name of each action. */
export const auditActionNames: Record<AuditAction | SecurityAction, string> = {
  find_resident: 'Bewoner opgezocht',
  show_resident_name: 'Naam getoond',
  request_rolls: 'Rollen uitgegeven',
  cancel_roll_request: 'Uitgifte ongedaan gemaakt',
  exceed_pass_limit: 'Te veel passen in een minuut',
  search_audit_events: 'Logboek bekeken',
  export_audit_events: 'Logboek geëxporteerd',
  show_subject_report: 'Inzageverslag gemaakt',
  review_month: 'Maand beoordeeld',
  retire_log: 'Logboek opgeschoond',
  change_collection_rules: 'Ophaaldagen gewijzigd',
  change_allowance: 'Toegestaan aantal rollen gewijzigd',
  export: 'Lijst geëxporteerd',
  log_in: 'Ingelogd',
  log_in_refused: 'Inloggen mislukt',
  log_in_slowed: 'Te vaak proberen in te loggen',
  change_password: 'Wachtwoord gewijzigd',
  end_sessions: 'Sessies beëindigd',
  change_employee: 'Medewerker gewijzigd',
}

/** The outcome of an action. */
export const AuditResult = z.enum(['done', 'not_found', 'refused'])
export type AuditResult = z.infer<typeof AuditResult>

/** The Dutch name of each outcome. */
export const auditResultNames: Record<AuditResult, string> = {
  done: 'Gelukt',
  not_found: 'Niet gevonden',
  refused: 'Geweigerd',
}
