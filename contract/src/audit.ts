import * as z from 'zod/mini'
import { enumOf } from './fields.ts'

/**
 * The Dutch words of a logged action: its name in a table, and the parts of a sentence around its object, as in
 * 'bekeek de aanslag', 'van' and possibly a last word. An action without a preposition has no object in its sentence.
 */
type ActionWords = readonly [name: string, does: string, preposition?: string, last?: string]

const auditActions = {
  show_equipment: ['Inzamelmiddelen bekeken', 'bekeek de inzamelmiddelen', 'van'],
  list_clearances: ['Ledigingen bekeken', 'bekeek de ledigingen', 'van'],
  list_non_clearances: ['Bekeken wat niet geleegd is', 'bekeek wat niet geleegd is', 'van'],
  export_clearances: ['Ledigingen geëxporteerd', 'exporteerde de ledigingen', 'van'],
  show_bill: ['Aanslag bekeken', 'bekeek de aanslag', 'van'],
  show_schemes: ['Regelingen gebruikt', 'gebruikte de regelingen', 'van'],
  make_dossier: ['Dossier gemaakt', 'maakte een dossier', 'van'],
  make_bill_letter: ['Brief gemaakt', 'maakte een brief', 'voor'],
  file_objection: ['Bezwaar vastgelegd', 'legde een bezwaar vast', 'van'],
  decide_objection: ['Bezwaar beslist', 'besliste over een bezwaar', 'van'],
  undo_objection_decision: ['Beslissing ongedaan gemaakt', 'maakte een beslissing over een bezwaar ongedaan', 'van'],
  retract_objection: ['Bezwaar ingetrokken', 'trok een bezwaar in', 'van'],
  list_objections: ['Bezwaren bekeken', 'bekeek de bezwaren', 'van'],
  preview_correction: ['Correctie voorbereid', 'bekeek een mogelijke correctie', 'van'],
  show_correction: ['Correctie bekeken', 'bekeek een correctie', 'van'],
  propose_correction: ['Correctie voorgesteld', 'stelde een correctie voor', ''],
  approve_correction: ['Correctie goedgekeurd', 'keurde een correctie goed', ''],
  drop_correction: ['Correctie afgewezen', 'wees een correctie af', ''],
  undo_correction: ['Correctie ongedaan gemaakt', 'maakte een correctie ongedaan', ''],
  fetch_correction_file: ['Bestand van correctie opgehaald', 'haalde het bestand van een correctie op', ''],
  hand_over_objection: ['Bezwaar overgedragen', 'droeg een bezwaar over', 'van'],
  show_pass_handovers: ['Overgedragen bezwaren bij pas bekeken', 'bekeek de overgedragen bezwaren', 'van'],
  list_handovers: ['Overgedragen bezwaren bekeken', 'bekeek de overgedragen bezwaren', 'van'],
  close_handover: ['Overgedragen bezwaar afgehandeld', 'handelde een overgedragen bezwaar af', 'van'],
  date_handover: ['Data van bezwaar gewijzigd', 'wijzigde de data van een bezwaar', 'van'],
  make_objection_receipt: ['Ontvangstbevestiging gemaakt', 'maakte een ontvangstbevestiging', 'voor'],
  make_objection_form: ['Bezwaarformulier gemaakt', 'maakte een bezwaarformulier', 'voor'],
  show_quarantine_line: ['Wachtende ledigingen bekeken', 'bekeek wachtende ledigingen', 'van'],
  decide_quarantine_line: ['Wachtende ledigingen beslist', 'besliste over wachtende ledigingen', 'van'],
  approve_quarantine_line: ['Voorstel over ledigingen goedgekeurd', 'keurde een voorstel over ledigingen goed', 'van'],
  undo_quarantine_line: [
    'Beslissing over ledigingen teruggedraaid',
    'draaide een beslissing over ledigingen terug',
    'van',
  ],
  retry_quarantine_line: ['Wachtende ledigingen opnieuw geplaatst', 'plaatste wachtende ledigingen opnieuw', 'van'],
  list_tasks: ['Werklijst bekeken', 'bekeek de bezwaren in de werklijst', 'van'],
  retract_handover: ['Overgedragen bezwaar ingetrokken', 'trok een overgedragen bezwaar in', 'van'],
  undo_handover_outcome: [
    'Bezwaar ongedaan gemaakt',
    'maakte het vastleggen of de uitkomst van een bezwaar ongedaan',
    'van',
  ],
  show_resident_bill: ['Aanslag bij pas bekeken', 'bekeek de aanslag', 'bij'],
  list_pickups: ['Ophaalafspraken bekeken', 'bekeek de ophaalafspraken', 'van'],
  show_pickups: ['Ophaalafspraken in kalender bekeken', 'bekeek de ophaalafspraken in de kalender', 'van'],
  make_pickup: ['Ophaalafspraak gemaakt', 'maakte een ophaalafspraak', 'voor'],
  move_pickup: ['Ophaalafspraak verplaatst', 'verplaatste een ophaalafspraak', 'van'],
  cancel_pickup: ['Ophaalafspraak afgezegd', 'zegde een ophaalafspraak af', 'van'],
  show_missed_collections: ['Bekeken of niet geleegd gemeld kan worden', 'bekeek de gemiste ophalingen', 'van'],
  report_missed_collection: ['Gemiste ophaling gemeld', 'meldde een gemiste ophaling', 'van'],
  retract_missed_report: ['Melding ingetrokken', 'trok een melding van een gemiste ophaling in', 'van'],
  list_missed_reports: ['Open meldingen bekeken', 'bekeek de meldingen van gemiste ophalingen', 'van'],
  decide_missed_reports: ['Melding afgehandeld', 'handelde een melding van een gemiste ophaling af', 'van'],
  reopen_missed_reports: ['Melding heropend', 'heropende een melding van een gemiste ophaling', 'van'],
  find_resident: ['Inwoner opgezocht', 'zocht', '', 'op'],
  show_resident_name: ['Hele naam bekeken', 'bekeek de hele naam', 'bij'],
  request_rolls: ['Rollen uitgegeven', 'gaf rollen uit', 'op'],
  cancel_roll_request: ['Uitgifte ongedaan gemaakt', 'maakte een uitgifte ongedaan', 'op'],
  issue_pass: ['Eerste pas uitgegeven', 'gaf', '', 'uit als eerste pas'],
  block_pass: ['Pas geblokkeerd', 'blokkeerde', ''],
  replace_pass: ['Pas vervangen', 'verving', ''],
  show_pass_systems: ['Verzamelsystemen van pas bekeken', 'bekeek de verzamelsystemen', 'van'],
  activate_pass: ['Verzamelsysteem van pas gewijzigd', 'wijzigde het verzamelsysteem', 'van'],
  undo_pass_change: ['Wijziging van pas ongedaan gemaakt', 'maakte een wijziging ongedaan', 'van'],
  exceed_pass_limit: ['Te veel passen in een minuut opgezocht', 'zocht te veel passen op in een minuut'],
  open_contact: ['Klant bij pas geopend', 'opende een klant', 'bij'],
  start_note: ['Notitie of concept begonnen', 'begon een notitie of concept', 'over'],
  close_contact: ['Klantcontact afgesloten', 'sloot een klantcontact af', 'over'],
  reopen_contact: ['Klantcontact heropend', 'heropende een klantcontact', 'over'],
  change_call_back: ['Terugbelverzoek bijgewerkt', 'werkte een terugbelverzoek bij', 'van'],
  list_contacts: ['Klantcontacten bekeken', 'bekeek de klantcontacten', 'van'],
  search_audit_events: ['Logboek doorzocht', 'doorzocht het logboek', 'op'],
  export_audit_events: ['Logboek geëxporteerd', 'exporteerde het logboek', 'over'],
  show_subject_report: ['Inzageverslag gemaakt', 'maakte een inzageverslag', 'over'],
  show_figure_rows: ['Regels van een cijfer bekeken', 'bekeek de regels van een cijfer', 'van'],
  review_month: ['Maand beoordeeld', 'beoordeelde een maand', 'van'],
  retire_log: ['Oudste regels van logboek verwijderd', 'verwijderde de oudste regels van het logboek'],
  check_restore: ['Back-up gecontroleerd', 'controleerde een back-up', 'van'],
  change_collection_rules: ['Ophaaldagen gewijzigd', 'wijzigde de ophaaldagen', 'van'],
  change_allowance: ['Aantal rollen per huishouden gewijzigd', 'wijzigde het aantal rollen per huishouden', 'in'],
  propose_allowance: [
    'Ander aantal rollen per huishouden voorgesteld',
    'stelde een ander aantal rollen per huishouden voor',
    'in',
  ],
  approve_allowance: [
    'Ander aantal rollen per huishouden goedgekeurd',
    'keurde een ander aantal rollen per huishouden goed',
    'in',
  ],
  change_allowance_rule: [
    'Wie het aantal rollen per huishouden bepaalt',
    'wijzigde wie het aantal rollen per huishouden bepaalt',
    'in',
  ],
  change_roll_words: ['Naam van rollen gewijzigd', 'wijzigde de naam van wat de balie uitgeeft', 'in'],
  change_pass_form: ['Vorm van pasnummers gewijzigd', 'wijzigde de vorm van pasnummers', 'in'],
  change_letter_sender: ['Afzender van brieven gewijzigd', 'wijzigde de afzender van brieven', 'in'],
  change_malfunction_mail: ['Adres voor storingen gewijzigd', 'wijzigde het adres voor storingen', 'in'],
  change_office_hours: ['Kantoortijden gewijzigd', 'wijzigde de kantoortijden', 'in'],
  change_card: ['Kaart gewijzigd', 'wijzigde een kaart', ''],
  change_notice: ['Mededeling gewijzigd', 'wijzigde een mededeling', ''],
  change_bill_rule: ['Rekenregel van de aanslag gewijzigd', 'wijzigde de rekenregel van de aanslag', 'in'],
  change_charge_rule: ['Rekenregels van ledigingen gewijzigd', 'wijzigde rekenregels van ledigingen', 'in'],
  delete_schemes: ['Onterechte regelingen verwijderd', 'verwijderde onterechte regelingen', 'in'],
  change_tariff: ['Tarieven gewijzigd', 'wijzigde tarieven', 'in'],
  export: ['Lijst geëxporteerd', 'exporteerde een lijst', 'van'],
} as const satisfies Record<string, ActionWords>

const securityActions = {
  log_in: ['Ingelogd', 'logde in', 'met'],
  log_in_refused: ['Inloggen mislukt', 'probeerde in te loggen', 'met'],
  log_in_slowed: ['Te vaak geprobeerd in te loggen', 'probeerde te vaak in te loggen'],
  change_password: ['Wachtwoord gewijzigd', 'wijzigde het wachtwoord'],
  request_password_link: ['Link voor een nieuw wachtwoord aangevraagd', 'vroeg een link aan voor een nieuw wachtwoord'],
  forbidden_call: ['Geen toegang tot een aanroep', 'kreeg geen toegang', 'tot'],
  link_organisation: ['Account van organisatie gekoppeld', 'koppelde een account', 'van'],
  add_second_factor: ['Tweede factor toegevoegd', 'voegde een tweede factor toe', 'aan'],
  rename_second_factor: ['Tweede factor hernoemd', 'hernoemde een tweede factor', 'van'],
  remove_second_factor: ['Tweede factor verwijderd', 'verwijderde een tweede factor', 'van'],
  reset_second_factor: ['Alle tweede factoren verwijderd', 'verwijderde alle tweede factoren', 'van'],
  renew_recovery_codes: ['Herstelcodes vernieuwd', 'vernieuwde de herstelcodes'],
  use_recovery_code: ['Met herstelcode ingelogd', 'logde in met een herstelcode'],
  confirm_second_factor: ['Tweede factor bevestigd', 'bevestigde met een tweede factor'],
  second_factor_refused: ['Verkeerde tweede factor gegeven', 'gaf een verkeerde tweede factor'],
  second_factor_slowed: ['Te vaak een tweede factor geprobeerd', 'probeerde te vaak een tweede factor'],
  end_sessions: ['Sessies beëindigd', 'beëindigde sessies', 'van'],
  invite_employee: ['Uitnodiging gestuurd', 'stuurde een uitnodiging', 'aan'],
  change_employee: ['Toegang gewijzigd', 'wijzigde de toegang', 'van'],
} as const satisfies Record<string, ActionWords>

const actionsIn = <Words extends Record<string, ActionWords>>(words: Words) =>
  z.enum(Object.keys(words) as (keyof Words & string)[])

/** The actions in the audit log: accesses to personal data, and changes that must be accountable. */
export const AuditAction = actionsIn(auditActions)
export type AuditAction = z.infer<typeof AuditAction>

/** The actions in the security log: logins, passwords, sessions, forbidden calls and changes of accounts. */
export const SecurityAction = actionsIn(securityActions)
export type SecurityAction = z.infer<typeof SecurityAction>

/** The first action of each group in the audit log, with the name of the group. */
const groupStarts: Partial<Record<AuditAction, string>> = {
  show_equipment: 'Adressen en aanslagen',
  file_objection: 'Bezwaren',
  list_pickups: 'Ophaalafspraken',
  show_missed_collections: 'Gemiste ophalingen',
  find_resident: 'Passen en rollen',
  open_contact: 'Klantcontacten',
  search_audit_events: 'Toezicht',
  change_collection_rules: 'Instellingen',
}

/** The actions of the logs in named groups, in the order of the words above. */
export const actionGroups: { name: string; actions: (AuditAction | SecurityAction)[] }[] = []
for (const action of AuditAction.options) {
  const name = groupStarts[action]
  if (name) actionGroups.push({ name, actions: [] })
  actionGroups.at(-1)?.actions.push(action)
}
actionGroups.push({ name: 'Inloggen en accounts', actions: SecurityAction.options })

/** The Dutch words of each action. */
export const actionWords: Record<AuditAction | SecurityAction, ActionWords> = { ...auditActions, ...securityActions }

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
