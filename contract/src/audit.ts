import * as z from 'zod/mini'
import { enumOf } from './fields.ts'

const actionNames = {
  show_equipment: 'Inzamelmiddelen bekeken',
  list_clearances: 'Ledigingen bekeken',
  export_clearances: 'Ledigingen geëxporteerd',
  show_bill: 'Aanslag bekeken',
  make_dossier: 'Dossier gemaakt',
  make_bill_letter: 'Brief gemaakt',
  file_objection: 'Bezwaar vastgelegd',
  decide_objection: 'Bezwaar beslist',
  list_objections: 'Bezwaren bekeken',
  hand_over_objection: 'Bezwaar overgedragen',
  show_pass_handovers: 'Overgedragen bezwaren bij pas bekeken',
  list_handovers: 'Overgedragen bezwaren bekeken',
  close_handover: 'Overgedragen bezwaar afgehandeld',
  show_resident_bill: 'Aanslag bij pas bekeken',
  list_pickups: 'Ophaalafspraken bekeken',
  show_pickups: 'Ophaalafspraken in kalender bekeken',
  make_pickup: 'Ophaalafspraak gemaakt',
  move_pickup: 'Ophaalafspraak verplaatst',
  cancel_pickup: 'Ophaalafspraak afgezegd',
  find_resident: 'Inwoner opgezocht',
  show_resident_name: 'Naam getoond',
  request_rolls: 'Rollen uitgegeven',
  cancel_roll_request: 'Uitgifte ongedaan gemaakt',
  issue_pass: 'Eerste pas uitgegeven',
  block_pass: 'Pas geblokkeerd',
  replace_pass: 'Pas vervangen',
  show_pass_systems: 'Verzamelsystemen van pas bekeken',
  activate_pass: 'Verzamelsysteem van pas gewijzigd',
  undo_pass_change: 'Wijziging van pas ongedaan gemaakt',
  exceed_pass_limit: 'Te veel passen in een minuut',
  search_audit_events: 'Logboek bekeken',
  export_audit_events: 'Logboek geëxporteerd',
  show_subject_report: 'Inzageverslag gemaakt',
  review_month: 'Maand beoordeeld',
  retire_log: 'Logboek opgeschoond',
  check_restore: 'Back-up gecontroleerd',
  change_collection_rules: 'Ophaaldagen gewijzigd',
  change_allowance: 'Toegestaan aantal rollen gewijzigd',
  propose_allowance: 'Toegestaan aantal rollen voorgesteld',
  approve_allowance: 'Toegestaan aantal rollen goedgekeurd',
  change_allowance_rule: 'Wie het aantal rollen wijzigt',
  change_pass_form: 'Vorm van pasnummers gewijzigd',
  change_notice: 'Mededeling gewijzigd',
  change_bill_rule: 'Rekenregel van de aanslag gewijzigd',
  change_tariff: 'Tarief gewijzigd',
  export: 'Lijst geëxporteerd',
}

/** The actions in the audit log: accesses to personal data, and changes that must be accountable. */
export const AuditAction = enumOf(actionNames)
export type AuditAction = z.infer<typeof AuditAction>

const securityActionNames = {
  log_in: 'Ingelogd',
  log_in_refused: 'Inloggen mislukt',
  log_in_slowed: 'Te vaak proberen in te loggen',
  change_password: 'Wachtwoord gewijzigd',
  request_password_link: 'Wachtwoordlink aangevraagd',
  forbidden_call: 'Geen toegang tot een aanroep',
  link_organisation: 'Account van organisatie gekoppeld',
  add_second_factor: 'Tweede factor toegevoegd',
  rename_second_factor: 'Tweede factor hernoemd',
  remove_second_factor: 'Tweede factor verwijderd',
  reset_second_factor: 'Tweede factoren gereset',
  renew_recovery_codes: 'Herstelcodes vernieuwd',
  use_recovery_code: 'Herstelcode gebruikt',
  second_factor_refused: 'Tweede factor geweigerd',
  second_factor_slowed: 'Te vaak een tweede factor geprobeerd',
  end_sessions: 'Sessies beëindigd',
  invite_employee: 'Medewerker uitgenodigd',
  change_employee: 'Medewerker gewijzigd',
}

/** The actions in the security log: logins, passwords, sessions, forbidden calls and changes of accounts. */
export const SecurityAction = enumOf(securityActionNames)
export type SecurityAction = z.infer<typeof SecurityAction>

/** The Dutch name of each action. */
export const auditActionNames = { ...actionNames, ...securityActionNames }

/** The Dutch name of each outcome. */
export const auditResultNames = {
  done: 'Gelukt',
  not_found: 'Niet gevonden',
  refused: 'Geweigerd',
}

/** The outcome of an action. */
export const AuditResult = enumOf(auditResultNames)
export type AuditResult = z.infer<typeof AuditResult>

/**
 * The logged values of a setting, a right or a pass, by name. A value is never null, because a null is not part of the
 * hash of the entry.
 */
export const LoggedValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
export type LoggedValues = z.infer<typeof LoggedValues>
