import { beforeAll, expect, test } from 'vitest'
import { fillVersion1, findColumns, type TableColumns } from '../../test/inputs/version-1.ts'
import { rowsOf, testDatabase } from '../../test/test-database.ts'
import { migrate } from './migrate.queries.ts'
import { sql } from './sql.ts'

const db = await testDatabase({ migrated: false })

/** The columns of version 1.0.0. Its migrations are released, so another test keeps every letter of them. */
let released: TableColumns

beforeAll(async () => {
  await fillVersion1(db)
  released = await findColumns(db)
  await migrate(db)
})

const newAuditEvent = (log: string, result: string) =>
  `insert into audit_event (log, position, happened_at, trace_id, action, result, origin, hash)
  values ('${log}', 9, now(), gen_random_uuid(), 'log_in', '${result}', '192.0.2.1', '')`
const newProcessingRecord = (span_id: string, status_code: number, hash: 'null' | "''") =>
  `insert into processing_record (position, trace_id, span_id, status_code, name, start_time, end_time, resource_name,
    resource_version, processing_activity_id, data_subject_id, data_subject_id_type, hash)
  values (9, gen_random_uuid(), '${span_id}', ${status_code}, 'x', now(), now(), 'x', 'x', 'x', 'x', 'x', ${hash})`
const newPassForm = (values: string) =>
  `insert into pass_form (municipality_id, characters, min_length, max_length, prefixes, suffixes)
  values (917, ${values})`

/** Values: the line, the address, the stream, the reason, the problem and the delivered fields. */
const newNonClearance = (...rows: string[]) =>
  `insert into non_clearance (batch_id, supplier, supplier_key, happened_at, source_line, address_id, waste_type, reason,
    problem, delivered) values ${rows.map((values) => `(1, '', 'N1', now(), ${values})`).join()}`
const newRouteDay = (moments: string) =>
  `insert into route_day values ((select min(id) from collection_area), 'gft', '2026-03-04', ${moments})`

/** Values: the key, the outcome, its day, its decider, its moment, the answer, and the moment of retraction. */
const newMissedReport = (...rows: string[]) =>
  `insert into missed_report (address_id, waste_type, day, disputed, employee_id, idempotency_key, outcome, outcome_day,
    decided_by, decided_at, answer, retracted_at)
  values ${rows.map((values) => `(1, 'gft', '2026-03-04', false, 1, ${values})`).join()}`

/** Values by column, of a rule row of 2026 and of a code of 2026. Strings are between quotes of SQL. */
const newChargeRule = (...rows: Record<string, string | number>[]) =>
  rows.map((row) => newRow('charge_rule', { municipality_id: 917, valid_from: "'2026-01-01'", ...row })).join(';')
const newScheme = (...rows: Record<string, string | number>[]) =>
  rows
    .map((row) =>
      newRow('household_scheme', { address_id: 1, code: "'M'", nature: "'scheme'", first_day: day, ...row }),
    )
    .join(';')
const newRow = (table: string, row: Record<string, string | number>) =>
  `insert into ${table} (${Object.keys(row)}) values (${Object.values(row)})`
const day = "'2026-01-01'"
const free = { kind: "'free'", from_lift: 1, prorated: 'false' }
const deduction = { kind: "'deduction'", target: "'lifts'", prorated: 'false' }
const period = {
  kind: "'period'",
  fixed_per: "'year'",
  rest_per: "'year'",
  rest_on: "'own_year'",
  size_on: "'first_day'",
}
const average = { kind: "'average'", waste_type: "'gft'", equipment_kind: "'zak'", to_lift: 1 }

/** Values by column, of a correction by employee 1. */
const newCorrection = (row: Record<string, string | number>) =>
  newRow('correction', {
    selection: "'{}'",
    reason: "'Dubbel'",
    selected_lifts: 1,
    counts: "'{}'",
    proposed_by: 1,
    ...row,
  })
const applied = { state: "'applied'", approved_by: 2, applied_at: 'now()' }
const undone = { undo_by: 2, undo_at: 'now()', undo_reason: "''", undone_at: 'now()' }
/** Values of a line beside its cause, key and state. */
const newLine = (state: string, values: Record<string, string | number> = {}) =>
  newRow('quarantine_line', { cause: "'address_unknown'", key: "'H1'", state: `'${state}'`, ...values })
const decided = { decided_by: 1, decided_at: 'now()' }

/** Values by column, of an open contact of employee 1 about address 1. */
const newContact = (...rows: Record<string, string | number>[]) =>
  rows.map((row) => newRow('contact', { employee_id: 1, slot: 1, address_id: 1, ...row })).join(';')

/** Values by column, of an open call-back of a contact of employee 1. */
const newCallBack = (...rows: Record<string, string | number>[]) =>
  [
    newContact({ id: 9 }),
    ...rows.map((row) => newRow('call_back', { contact_id: 9, due_at: 'now()', employee_id: 1, ...row })),
  ].join(';')

/** Values: the first day of the month, the municipality, the group, the count and the amount. */
const newFigure = (...rows: string[]) =>
  `insert into figure (subject, month, municipality_id, group_key, count, cents)
  values ${rows.map((values) => `('lifts', ${values})`).join()}`

/** A statement that each check, unique index and exclusion rejects, on the rows of version 1.0.0. */
const rejectedBy: Record<string, string> = {
  address_alias_key: 'update address set alias = (select alias from address where id = 1) where id = 2',
  address_bag_id: "update address set bag_id = '0917200000000118' where id = 2",
  address_bag_id_check: "update address set bag_id = '917200000000118'",
  address_check: 'update address set lat = null where id = 1',
  address_house_number_check: 'update address set house_number = 0',
  address_house_number_extension_check: "update address set house_number_extension = ''",
  address_object_code_key: "update address set object_code = 'OBJ-1' where id = 2",
  address_postal_code_check: "update address set postal_code = '6411 CD'",
  address_register_object_id_check: "update address set register_object_id = '917010000000118'",
  address_street: 'update address set twin = 1 where id = 4',
  address_successor_change_check: "insert into address_successor values (1, 2, 'moved')",
  allowance_proposal_check: 'update allowance_proposal set approved_by = proposed_by',
  allowance_proposal_rolls_check: 'update allowance_proposal set rolls = -1',
  allowance_rule_changed_by_check: "update allowance_rule set changed_by = 'employee'",
  assessment_number_key: `insert into assessment (number, subject_id, address_id, year, assessed_on, amount_cents)
    values ('A-1', 'S-1', 2, 2025, '2025-03-01', 1)`,
  audit_event_log_check: newAuditEvent('processing', 'done'),
  audit_event_result_check: newAuditEvent('audit', 'failed'),
  audit_review_check: 'update audit_review set reviewed_by = employee_key',
  audit_review_month_check: "update audit_review set month = '2026-02-02'",
  bill_rule_proration_check: "update bill_rule set proration = 'weeks'",
  bill_rule_standard_containers_check: 'update bill_rule set standard_containers = -1',
  calendar_feed_token_key: "insert into calendar_feed (address_id, token) values (2, 'secret')",
  call_back_by: newCallBack({ for_role: "'bsgw_employee'" }),
  call_back_closed: newCallBack({ outcome: "'reached'" }),
  call_back_for_role_check: newCallBack({ employee_id: 'null', for_role: "'administrator'" }),
  call_back_once: newCallBack({}, {}),
  call_back_outcome_check: newCallBack({ outcome: "'lost'", closed_by: 1, closed_at: 'now()' }),
  call_back_phone_check: newCallBack({ phone: "'045 1234567'" }),
  card_period: 'update card set shown_until = shown_from',
  card_places: "update card set places = '{}'",
  card_spoken: "update card set spoken = repeat('x', 601)",
  charge_rule_alternative_check: newChargeRule({ ...free, alternative: "''" }),
  charge_rule_average: newChargeRule({ ...average, equipment_kind: "'depot'" }),
  charge_rule_cents: newChargeRule({ ...deduction, max_cents: -1 }),
  charge_rule_check: newChargeRule({ ...free, valid_to: "'2025-12-31'" }),
  charge_rule_deduction: newChargeRule({ ...deduction, target: "'fixed'", to_lift: 2 }),
  charge_rule_free: newChargeRule({ ...free, percent: 50 }),
  charge_rule_from_lift_check: newChargeRule({ ...free, from_lift: 0 }),
  charge_rule_household_size_check: newChargeRule({ ...free, household_size: "'two'" }),
  charge_rule_kind_check: newChargeRule({ ...free, kind: "'gift'" }),
  charge_rule_once: newChargeRule(free, free),
  charge_rule_one_period: newChargeRule(period, { ...period, valid_from: "'2027-01-01'" }),
  charge_rule_percent_check: newChargeRule({ ...deduction, percent: 101 }),
  charge_rule_period: newChargeRule({ ...period, valid_from: "'2026-01-02'" }),
  charge_rule_scheme_check: newChargeRule({ ...free, scheme: "'m'" }),
  charge_rule_settings: newChargeRule({ ...period, rest_on: "'never'" }),
  charge_rule_target_check: newChargeRule({ ...deduction, target: "'rental'" }),
  charge_rule_to_lift: newChargeRule({ ...free, from_lift: 3, to_lift: 2 }),
  charge_rule_volume_litres_check: newChargeRule({ ...free, volume_litres: 0 }),
  clearance_batch_sha256_check: "update clearance_batch set sha256 = 'A'",
  clearance_category_check: "update clearance set category = 'paper'",
  clearance_check: 'update clearance set container_id = null where address_id is null',
  clearance_norm_household_size_check: "update clearance_norm set household_size = 'two'",
  clearance_norm_households_check: 'update clearance_norm set households = 19',
  clearance_objection_check: 'update clearance_objection set decided_by = filed_by where id = 2',
  clearance_objection_check2: 'update clearance_objection set decided_at = null where id = 2',
  clearance_objection_corrected: "update clearance_objection set state = 'corrected' where id = 1",
  clearance_objection_decided: "update clearance_objection set state = 'upheld' where id = 1",
  clearance_objection_decision_reason: "update clearance_objection set decision_reason = 'Ja' where id = 1",
  clearance_objection_note_check: "update clearance_objection set note = repeat('x', 201)",
  clearance_objection_once: `update clearance_objection
    set clearance_id = (select clearance_id from clearance_objection where id = 1) where id = 2`,
  clearance_objection_reason_check: "update clearance_objection set reason = 'angry'",
  clearance_objection_retracted: 'update clearance_objection set retracted_at = now() where id = 1',
  clearance_objection_seen: 'update clearance_objection set outcome_seen_at = now() where id = 1',
  clearance_objection_state_check: "update clearance_objection set state = 'withdrawn' where id = 1",
  clearance_source_line_check: 'update clearance set source_line = 0',
  clearance_supplier_key: `insert into clearance (batch_id, address_id, cleared_at, waste_type, category, supplier_key)
    select batch_id, address_id, cleared_at, waste_type, category, supplier_key from clearance where id = 1`,
  collection_area_municipality_id_name_key: "update collection_area set name = 'Centrum' where id = 2",
  collection_area_range_check: "update collection_area_range set first_postal_code = '6412AA'",
  collection_area_range_first_postal_code_check: "update collection_area_range set first_postal_code = '0000AA'",
  collection_area_range_house_numbers_check: "update collection_area_range set house_numbers = 'none'",
  collection_area_range_last_postal_code_check: "update collection_area_range set last_postal_code = '6411zz'",
  collection_change_day_state_before_check: "update collection_change_day set state_before = 'kept'",
  collection_change_day_state_check: "update collection_change_day set state = 'kept'",
  collection_change_kind_check: "update collection_change set kind = 'import'",
  collection_exception_check: 'update collection_exception set moved_to = null',
  collection_exception_state_check: "update collection_exception set state = 'kept', moved_to = null",
  collection_rule_category_check: "update collection_rule set category = 'glass'",
  collection_rule_check: "update collection_rule set valid_to = '2025-12-31'",
  collection_rule_check1: 'update collection_rule set every_weeks = 2',
  collection_rule_every_weeks_check: 'update collection_rule set every_weeks = 53 where id = 1',
  collection_system_alias_key: `insert into collection_system (alias, name, kind_id, address_id, lon, lat, street_id)
    select alias, name, kind_id, address_id, lon, lat, street_id from collection_system`,
  collection_system_kind_name_key: "update collection_system_kind set name = 'Wijkcontainer' where id = 1",
  collection_system_object_code_key: `insert into collection_system
    (object_code, name, kind_id, address_id, lon, lat, street_id)
    select object_code, name, kind_id, address_id, lon, lat, street_id from collection_system`,
  collection_year_year_check: 'update collection_year set year = 26',
  contact_channel_check: newContact({ channel: "'fax'" }),
  contact_closed: newContact({ closed_at: 'now()' }),
  contact_drafts_check: newContact({ drafts: "'[]'" }),
  contact_note_check: newContact({ note: "repeat('x', 1001)" }),
  contact_outcome_check: newContact({ outcome: "'lost'" }),
  contact_place: newContact({ collection_system_id: 1 }),
  contact_public_id: newContact(...[1, 2].map((slot) => ({ slot, public_id: `'${'0'.repeat(32)}'` }))),
  contact_slot: newContact({}, {}),
  contact_slot_check: newContact({ slot: 7 }),
  contact_text: newContact({ slot: 'null', closed_at: 'now()', note: "'Belde'" }),
  contact_year_check: newContact({ year: 1999 }),
  container_active_chip: 'update container set removed_on = null where id = 3',
  container_check: "update container set removed_on = '2019-12-31' where id = 3",
  container_check1: 'update container set collection_system_id = 1',
  container_chip_number_check: "update container set chip_number = 'chip 1'",
  container_kind_check: "update container set kind = 'bak'",
  container_number_key: "update container set number = 'C-1' where id = 2",
  container_state_check: 'update container_state set fill_percent = null',
  container_state_check1: 'update container_state set malfunction = null',
  container_state_fill_percent_check: 'update container_state set fill_percent = 101',
  container_state_malfunction_check: "update container_state set malfunction = 'wet'",
  container_volume_litres_check: 'update container set volume_litres = 0',
  delivered_until_check: "update delivered_until set waste_type = 'gft' where kind = 'passes'",
  delivered_until_kind_check: "update delivered_until set kind = 'rumours' where kind = 'passes'",
  delivered_until_municipality_id_kind_waste_type_key:
    "insert into delivered_until (kind, municipality_id, day) values ('passes', 917, '2026-01-01')",
  employee_audit_key_key: 'update employee set audit_key = (select audit_key from employee where id = 1) where id = 2',
  employee_check: 'update employee set municipality_id = null where id = 2',
  employee_email_check: "update employee set email = 'Kim@example.nl' where id = 1",
  employee_email_key: "update employee set email = 'kim@example.nl' where id = 2",
  employee_identity_employee_id_issuer_key: `insert into employee_identity (issuer, subject, employee_id)
    values ('https://id.example.nl', 'other', 2)`,
  employee_roles_check: "update employee set roles = '{owner}'",
  employee_row_height_check: "update employee set row_height = 'tiny'",
  correction_applied: newCorrection({ state: "'applied'", approved_by: 2 }),
  correction_approver: newCorrection({ ...applied, approved_by: 1 }),
  correction_drop_reason_check: newCorrection({
    ...{ state: "'dropped'", dropped_by: 1, dropped_at: 'now()', drop_reason: "''" },
  }),
  correction_dropped: newCorrection({ state: "'dropped'" }),
  correction_reason_check: newCorrection({ reason: "repeat('x', 201)" }),
  correction_state_check: newCorrection({ state: "'lost'" }),
  correction_undo: newCorrection({ ...applied, undo_by: 1 }),
  correction_undo_approver: newCorrection({ ...applied, ...undone, state: "'undone'", undo_approved_by: 2 }),
  correction_undo_reason_check: newCorrection({
    ...applied,
    ...undone,
    state: "'undone'",
    undo_reason: "repeat('x', 201)",
  }),
  correction_undone: newCorrection({ ...applied, ...undone, state: "'undone'", undo_by: 3 }),
  environmental_pass_active: `update environmental_pass
    set status = 'active', blocked_reason = null, blocked_on = null where id = 2`,
  environmental_pass_blocked_reason_check: "update environmental_pass set blocked_reason = 'sold' where id = 2",
  environmental_pass_check: "update environmental_pass set valid_until = '2019-12-31' where id = 3",
  environmental_pass_check1: "update environmental_pass set blocked_on = '2023-12-31' where id = 2",
  environmental_pass_check2: "update environmental_pass set blocked_on = '2026-01-05' where id = 3",
  environmental_pass_check3: "update environmental_pass set blocked_reason = 'loss' where id = 3",
  environmental_pass_number_check: "update environmental_pass set number = '12345' where id = 1",
  environmental_pass_number_key: "update environmental_pass set number = '0012345678' where id = 2",
  environmental_pass_status_check: "update environmental_pass set status = 'lost' where id = 3",
  figure_count: newFigure("'2026-10-01', 917, 'all', 9, null"),
  figure_few: newFigure("'2026-10-01', 917, null, null, null"),
  figure_month: newFigure("'2026-10-02', 917, 'all', 10, null"),
  figure_once: newFigure("'2026-10-01', null, null, 10, null", "'2026-10-01', null, null, 11, null"),
  log_chain_min_months_check: 'update log_chain set min_months = 0',
  log_check_check: "insert into log_check (log, length, fault) values ('audit', 1, 'broken')",
  log_check_fault_check: "insert into log_check (log, length, fault, broken_at) values ('audit', 1, 'odd', 1)",
  missed_report_answer_check: newMissedReport("null, 'unfounded', null, 1, now(), '', null"),
  missed_report_answered: newMissedReport("null, null, null, null, null, 'Ja', null"),
  missed_report_check: newMissedReport("null, 'route_missed', '2026-03-04', 1, now(), null, null"),
  missed_report_dated: newMissedReport("null, 'unfounded', '2026-03-05', 1, now(), null, null"),
  missed_report_decided: newMissedReport("null, 'unfounded', null, 1, null, null, null"),
  missed_report_employee_id_idempotency_key_key: newMissedReport(
    ...Array(2).fill("'key', 'unfounded', null, 1, now(), null, null"),
  ),
  missed_report_once: newMissedReport(...Array(2).fill('null, null, null, null, null, null, null')),
  missed_report_outcome_check: newMissedReport("null, 'lost', null, 1, now(), null, null"),
  missed_report_retracted: newMissedReport("null, 'unfounded', null, 1, now(), null, now()"),
  municipality_roll_plural_check: "update municipality set roll_plural = 'x'",
  municipality_roll_singular_check: "update municipality set roll_singular = repeat('x', 41)",
  municipality_name_key: "update municipality set name = 'Heerlen' where id = 928",
  non_clearance_located: newNonClearance("2, null, 'gft', 'te_zwaar', null, null"),
  non_clearance_quarantined: newNonClearance("2, 1, null, null, 'reason_unknown', '{}'"),
  non_clearance_reason_check: newNonClearance("2, 1, 'gft', 'te_licht', null, null"),
  non_clearance_reason_reason_check: "insert into non_clearance_reason values ('', 'T1', 'te_licht')",
  non_clearance_source_line_check: newNonClearance("0, 1, 'gft', 'te_zwaar', null, null"),
  non_clearance_supplier_supplier_key_key: newNonClearance(
    "2, 1, 'gft', 'te_zwaar', null, null",
    "3, null, null, null, 'reason_unknown', '{}'",
  ),
  objection_handover_answer_check: "update objection_handover set answer = repeat('x', 201) where id = 2",
  objection_handover_check: "update objection_handover set outcome = 'upheld' where id = 1",
  objection_handover_check1: 'update objection_handover set closed_at = null where id = 2',
  objection_handover_check2: "update objection_handover set answer = 'Ja' where id = 1",
  objection_handover_note_check: "update objection_handover set note = repeat('x', 201)",
  objection_handover_decided: "update objection_handover set decided_on = '2026-03-04' where id = 1",
  objection_handover_missing: "update objection_handover set missing = '{stamp}'",
  objection_handover_posted: "update objection_handover set posted_on = '2026-01-02'",
  objection_handover_received_by_check: "update objection_handover set received_by = 'mail'",
  objection_handover_once: `update objection_handover
    set year = 2026, outcome = null, answer = null, decided_on = null, closed_by = null, closed_at = null where id = 2`,
  malfunction_mail_recipient_check: "insert into malfunction_mail values (917, 'storingen')",
  objection_handover_outcome_check: "update objection_handover set outcome = 'lost' where id = 2",
  objection_handover_seen: 'update objection_handover set outcome_seen_at = now() where id = 1',
  occupancy_check: "update occupancy set last_day = '2019-12-31' where id = 1",
  occupancy_household_size_check: 'update occupancy set household_size = 0',
  occupancy_overlap: "update occupancy set last_day = '2025-07-01' where id = 1",
  occupancy_subject_id_check: "update occupancy set subject_id = ''",
  office_hours_check: "insert into office_hours values (917, '17:00', '08:30', 0)",
  office_hours_tolerance_check: "insert into office_hours values (917, '08:30', '17:00', -1)",
  pass_change_check: "update pass_change set old_status = 'active' where id = 1",
  pass_change_kind_check: "update pass_change set kind = 'sell' where id = 2",
  household_scheme_check: newScheme({ last_day: "'2025-12-31'" }),
  household_scheme_code_check: newScheme({ code: "'MEDISCH'" }),
  household_scheme_nature_check: newScheme({ nature: "'medical'" }),
  household_scheme_overlap: newScheme({ last_day: "'2027-01-01'" }, { first_day: "'2027-01-01'" }),
  household_scheme_subject_id_check: newScheme({ subject_id: "''" }),
  letter_sender_contact_check: "insert into letter_sender values (917, repeat('x', 161), '', false)",
  letter_sender_opening_hours_check: "insert into letter_sender values (917, '', repeat('x', 161), false)",
  pass_form_characters_check: newPassForm("'letters', 6, 20, '{}', '{}'"),
  pass_form_check: newPassForm("'digits', 10, 9, '{}', '{}'"),
  pass_form_max_length_check: newPassForm("'digits', 6, 21, '{}', '{}'"),
  pass_form_min_length_check: newPassForm("'digits', 5, 20, '{}', '{}'"),
  pass_form_prefixes_check: newPassForm("'digits', 6, 20, '{a-b}', '{}'"),
  pass_form_suffixes_check: newPassForm("'digits', 6, 20, '{}', '{a b}'"),
  passkey_challenge_purpose_check: "update passkey_challenge set purpose = 'remove'",
  pickup_appointment_address: "update pickup_appointment set day = '2026-03-10', cancelled_at = null where id = 2",
  pickup_appointment_employee_id_idempotency_key_key: "update pickup_appointment set idempotency_key = 'key 2'",
  pickup_appointment_volume_litres_check: 'update pickup_appointment set volume_litres = 750',
  pickup_capacity_volume_litres_check: 'update pickup_capacity set volume_litres = -1',
  processing_record_span_id_check: newProcessingRecord('FF', 1, "''"),
  processing_record_status_code_check: newProcessingRecord('00000000000000ff', 3, "''"),
  quarantine_line_colleague: newLine('placing', { ...decided, approved_by: 1 }),
  quarantine_line_counts_check: newLine('waiting', { rows: 1, unpriced: 2 }),
  quarantine_line_decided: newLine('placing'),
  quarantine_line_decision: newLine('waiting', { reason: "'other'" }),
  quarantine_line_failed: newLine('placing', { ...decided, failure: "'23514'" }),
  quarantine_line_left_out: newLine('left_out', { ...decided, reason: "'other'" }),
  quarantine_line_note_check: newLine('waiting', { note: "repeat('x', 201)" }),
  quarantine_line_reason_check: newLine('proposed', { ...decided, reason: "'tired'" }),
  quarantine_line_state_check: newLine('lost', decided),
  quarantine_line_waiting: `${newLine('waiting')};${newLine('waiting')}`,
  recorded_malfunction_check: 'update recorded_malfunction set closed_by = 1 where id = 1',
  recorded_malfunction_malfunction_check: "update recorded_malfunction set malfunction = 'wet'",
  recorded_malfunction_note_check: "update recorded_malfunction set note = repeat('x', 201)",
  recorded_malfunction_once: 'update recorded_malfunction set closed_by = null, closed_at = null where id = 2',
  // This index exists for a foreign key. The primary key would reject the row first.
  resident_id_address_id_key: `alter table resident drop constraint resident_pkey cascade;
    insert into resident (id, address_id, name) values (1, 1, 'B. Smeets')`,
  route_day_check: newRouteDay("'2026-03-04 14:00Z', '2026-03-04 07:00Z'"),
  route_day_known: newRouteDay('null, null'),
  roll_allowance_rolls_check: 'update roll_allowance set rolls = -1',
  roll_issue_employee_id_idempotency_key_key: "update roll_issue set idempotency_key = 'key 1'",
  roll_issue_rolls_check: 'update roll_issue set rolls = 0',
  second_factor_check: 'update second_factor set last_step = null where id = 1',
  second_factor_check1: 'update second_factor set sign_count = null where id = 2',
  second_factor_credential_id_key: `insert into second_factor
    (employee_id, kind, name, credential_id, public_key, sign_count, transports)
    select employee_id, kind, name, credential_id, public_key, sign_count, transports from second_factor where id = 2`,
  second_factor_kind_check: `update second_factor
    set kind = 'sms', sealed_secret = null, last_step = null where id = 1`,
  street_municipality_id_city_name_key: `insert into street (municipality_id, city, name, key, spellings)
    select municipality_id, city, name, key, spellings from street where id = 1`,
  street_name_id_key: "update street_name set id = 1 where key = 'hoofdstraat'",
  subject_key_id_check: 'update subject_key set id = 2',
  tariff_amount_cents_check: 'update tariff set amount_cents = -1',
  tariff_charge_check: "update tariff set charge = 'gift' where id = 2",
  tariff_check: "update tariff set valid_to = '2025-12-31'",
  tariff_check1: "update tariff set kind = 'zak' where id = 1",
  tariff_household_size_check: "update tariff set household_size = 'two' where id = 1",
  tariff_once: `insert into tariff
    (municipality_id, charge, household_size, amount_cents, valid_from, valid_to)
    select municipality_id, charge, household_size, amount_cents, valid_from, valid_to from tariff where id = 1`,
  tariff_scheme_check: "update tariff set scheme = 'm' where id = 1",
}

/** Statements on the other side of a range, or in the other direction of a condition. */
const alsoRejected: [string, string][] = [
  ['missed_report_dated', newMissedReport("null, 'route_missed', null, 1, now(), null, null")],
  ['address_check', 'update address set lon = null where id = 1'],
  ['address_house_number_check', 'update address set house_number = 100000 where id = 1'],
  ['charge_rule_average', newChargeRule({ ...average, scheme: "'M'" })],
  ['charge_rule_cents', newChargeRule({ ...deduction, left_cents: -1 })],
  ['charge_rule_deduction', newChargeRule({ ...deduction, left_cents: 1, percent: 1 })],
  ['charge_rule_deduction', newChargeRule({ ...deduction, from_lift: 1 })],
  ['charge_rule_period', newChargeRule({ ...period, valid_to: "'2026-12-30'" })],
  ['charge_rule_period', newChargeRule({ ...period, scheme: "'M'" })],
  ['charge_rule_to_lift', newChargeRule({ ...average, to_lift: 0 })],
  ['clearance_objection_decided', "update clearance_objection set state = 'open' where id = 2"],
  ['clearance_objection_corrected', "update clearance_objection set reason = 'correction' where id = 1"],
  ['clearance_objection_corrected', 'update clearance_objection set credit_cents = 1 where id = 1'],
  ['correction_applied', newCorrection({ state: "'ready'", approved_by: 2, applied_at: 'now()' })],
  ['correction_undo', newCorrection({ undo_by: 1, undo_at: 'now()', undo_reason: "'Nee'" })],
  ['correction_undone', newCorrection({ ...applied, ...undone, state: "'applied'" })],
  [
    'correction_undone',
    newCorrection({ ...applied, ...undone, state: "'undone'", applied_at: "now() - interval '301 seconds'" }),
  ],
  [
    'clearance_objection_decision_reason',
    "update clearance_objection set decision_reason = repeat('x', 401) where id = 2",
  ],
  ['clearance_objection_check2', 'update clearance_objection set decided_at = now() where id = 1'],
  ['collection_exception_check', "update collection_exception set state = 'withdrawn'"],
  ['collection_rule_check1', 'update collection_rule set every_weeks = null where id = 1'],
  ['collection_rule_every_weeks_check', 'update collection_rule set every_weeks = 0 where id = 1'],
  ['collection_year_year_check', 'update collection_year set year = 3000'],
  ['contact_drafts_check', newContact({ drafts: `jsonb_build_object('a', repeat('x', 64000))` })],
  ['contact_place', newContact({ address_id: 'null' })],
  ['contact_place', newContact({ address_id: 'null', collection_system_id: 1, resident_id: 1 })],
  ['contact_text', newContact({ slot: 'null', closed_at: 'now()', outcome: "'answered'", drafts: `'{"a": {}}'` })],
  ['call_back_by', newCallBack({ employee_id: 'null' })],
  ['call_back_closed', newCallBack({ outcome: "'reached'", closed_by: 1, closed_at: 'now()', phone: "'0451234567'" })],
  ['container_check1', 'update container set address_id = null where id = 1'],
  ['container_state_check', 'update container_state set measured_at = null'],
  ['container_state_check1', 'update container_state set malfunction_since = null'],
  ['container_state_fill_percent_check', 'update container_state set fill_percent = -1'],
  ['delivered_until_check', "update delivered_until set waste_type = null where kind = 'clearances'"],
  ['environmental_pass_check3', 'update environmental_pass set blocked_reason = null where id = 2'],
  ['environmental_pass_number_check', "update environmental_pass set number = repeat('1', 21) where id = 1"],
  ['figure_count', newFigure("'2026-10-01', 917, null, 0, null")],
  ['figure_count', newFigure("'2026-10-01', null, null, 0, 1")],
  ['figure_few', newFigure("'2026-10-01', null, 'all', null, null")],
  ['figure_few', newFigure("'2026-10-01', null, null, null, 1")],
  ['log_check_check', "insert into log_check (log, length, broken_at) values ('audit', 1, 1)"],
  ['objection_handover_check', 'update objection_handover set closed_by = null, closed_at = null where id = 2'],
  ['objection_handover_check1', 'update objection_handover set closed_at = now() where id = 1'],
  ['objection_handover_decided', "update objection_handover set decided_on = '2020-01-01' where id = 2"],
  ['objection_handover_posted', "update objection_handover set received_by = 'post', posted_on = '2099-01-01'"],
  ['pass_change_check', 'update pass_change set old_status = null where id = 2'],
  ['non_clearance_located', newNonClearance("2, 1, 'gft', null, null, null")],
  ['non_clearance_located', newNonClearance("2, 1, 'gft', 'te_zwaar', null, '{}'")],
  ['non_clearance_quarantined', newNonClearance("2, null, null, null, 'reason_unknown', null")],
  ['pickup_appointment_volume_litres_check', 'update pickup_appointment set volume_litres = 0'],
  ['pickup_appointment_volume_litres_check', 'update pickup_appointment set volume_litres = 3500'],
  ['processing_record_status_code_check', newProcessingRecord('00000000000000ff', -1, "''")],
  ['quarantine_line_decided', newLine('waiting', decided)],
  ['quarantine_line_failed', newLine('placed', { ...decided, failure: "'23514'", failed_at: 'now()' })],
  ['quarantine_line_left_out', newLine('left_out', { ...decided, left_out_at: 'now()' })],
  ['recorded_malfunction_check', 'update recorded_malfunction set closed_at = null where id = 2'],
  ['second_factor_check', 'update second_factor set sealed_secret = public_key, last_step = 1 where id = 2'],
  ['tariff_check1', 'update tariff set volume_litres = null where id = 2'],
  ['tariff_check1', "update tariff set household_size = 'one' where id = 2"],
  ['tariff_check1', "update tariff set scheme = 'M' where id = 2"],
]

test('every check, unique index and exclusion has a statement that it rejects', async () => {
  const rows = await rowsOf(
    db,
    sql<{ name: string }>`
      select conname::text as name from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('c', 'x') and coninhcount = 0
      union
      select relname from pg_index join pg_class on oid = indexrelid
      where relnamespace = 'public'::regnamespace and indisunique and not indisprimary and not relispartition`,
  )
  expect(Object.keys(rejectedBy).sort()).toEqual(rows.map(({ name }) => name).sort())
})

/** Returns the name of the constraint that rejects a statement. The error of a partition has the name of the table. */
async function findRejecting(statement: string) {
  const error = await db
    .transaction((transaction) => sql.raw(statement).execute(transaction), 'rollback')
    .catch((error: unknown) => error as { constraint?: string })
  const name = 'constraint' in error ? error.constraint : undefined
  if (!name) throw new Error(`No constraint rejected it: ${statement}`, { cause: error })
  const [root] = await rowsOf(
    db,
    sql<{ name: string }>`select coalesce(pg_partition_root(to_regclass(${name}))::text, ${name}) as name`,
  )
  return root?.name
}

test.each([...Object.entries(rejectedBy), ...alsoRejected])('%s rejects a statement: %s', async (name, statement) => {
  expect(await findRejecting(statement)).toBe(name)
})

const words = (text: string) => text.trim().split(/\s+/)
const findNames = async (query: ReturnType<typeof sql<{ name: string }>>) =>
  (await rowsOf(db, query)).map(({ name }) => name)

test('every id of another row refers to that row, except where the migration says why', async () => {
  const loose = await findNames(sql`
    select attrelid::regclass || '.' || attname as name
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and attnum > 0
      and attname ~ '_(id|by)$' and atttypid in ('int'::regtype, 'bigint'::regtype)
      and not exists (select from pg_constraint where conrelid = attrelid and contype = 'f' and attnum = any (conkey))
    order by 1`)
  expect(loose).toEqual([
    'clearance_objection.clearance_id',
    'clearance_quarantine.clearance_id',
    'collection_system_listing.kind_id',
    'collection_system_listing.street_id',
    'other_town_name.municipality_id',
  ])
  const byText = await findNames(sql`
    select conrelid::regclass || '.' || string_agg(attname, '+' order by attnum) as name
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where connamespace = 'public'::regnamespace and contype = 'f'
    group by pg_constraint.oid having bool_or(atttypid = 'text'::regtype) or count(*) > 1 order by 1`)
  expect(byText).toEqual([
    'environmental_pass.resident_id+address_id',
    'log_check.log',
    'street.key',
    'street.municipality_id+city',
    'street_name_part.key',
  ])
})

test('a row that another row refers to cannot be deleted, except where the other row belongs to it', async () => {
  const actions = await rowsOf(
    db,
    sql<{ action: string; columns: string[] }>`
      select case confdeltype when 'c' then 'cascade' else 'set null' end as action,
        array_agg(conrelid::regclass || '.' || attname order by conrelid::regclass::text, attname) as columns
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
      where connamespace = 'public'::regnamespace and contype = 'f' and confdeltype <> 'a'
      group by 1`,
  )
  expect(Object.fromEntries(actions.map(({ action, columns }) => [action, columns]))).toEqual({
    cascade: words(`
      address_successor.address_id address_successor.former_id assessment_line.assessment_id
      call_back.contact_id card_read.card_id card_read.employee_id
      clearance_quarantine.line_id
      collection_area_address.collection_area_id collection_area_range.collection_area_id
      collection_change_day.collection_area_id collection_change_day.collection_change_id
      collection_exception.collection_area_id collection_rule.collection_area_id
      collection_system_listing.collection_system_id container_state.container_id employee_identity.employee_id
      former_number.address_id former_number.street_id passkey_challenge.employee_id password_reset.employee_id
      recovery_code.employee_id route_day.collection_area_id second_factor.employee_id session.employee_id`),
    'set null': words(`
      clearance_objection.handover_id clearance_quarantine.from_line_id collection_change.employee_id contact.resident_id pickup_appointment.collection_area_id`),
  })
})

/** The columns that can be empty of each table that is newer than version 1.0.0. */
const nullable: Record<string, string> = {
  call_back: 'phone employee_id for_role outcome closed_by closed_at',
  card: 'municipality_id waste_type code',
  charge_rule:
    'scheme household_size waste_type equipment_kind volume_litres alternative from_lift to_lift target percent max_cents ' +
    'left_cents prorated fixed_per rest_per rest_on size_on valid_to',
  contact: 'slot address_id resident_id collection_system_id occupancy_id year purpose channel outcome closed_at',
  correction:
    'approved_by applied_at dropped_by dropped_at drop_reason undo_by undo_at undo_reason undo_approved_by undone_at ' +
    'file_fetched_at cursor changed_at',
  delivered_until: 'waste_type since',
  figure: 'municipality_id group_key count cents',
  former_number: 'house_number_extension postal_code',
  household_scheme: 'subject_id container_id last_day',
  malfunction_mail: 'recipient',
  missed_report: 'container_id retracted_at outcome outcome_day answer decided_by decided_at idempotency_key',
  non_clearance: 'source_line address_id container_id waste_type reason problem delivered',
  quarantine_line:
    'oldest_on choice reason decided_by decided_at approved_by left_out_at placed_until failure failed_at',
  route_day: 'started_at finished_at',
}

test('every other column of a newer table must have a value', async () => {
  const rows = await rowsOf(
    db,
    sql<{ name: string; columns: string }>`
      select relname::text as name, string_agg(attname, ' ' order by attnum) as columns
      from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attnotnull and not attisdropped
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      group by 1`,
  )
  const newer = rows.filter(({ name }) => !(name in released))
  expect(Object.fromEntries(newer.map(({ name, columns }) => [name, columns]))).toEqual(nullable)
})

/** What a new row has in a column that is newer than version 1.0.0, when the statement does not say it. */
const defaults = {
  'call_back.id': "nextval('objection_handover_id_seq'::regclass)",
  'call_back.promised_at': 'now()',
  'card.created_at': 'now()',
  'card.important': 'false',
  'card.spoken': "''::text",
  'card.version': '1',
  'contact.changed_at': 'now()',
  'contact.drafts': "'{}'::jsonb",
  'contact.note': "''::text",
  'contact.opened_at': 'now()',
  'contact.public_id': 'gen_random_uuid()',
  'contact.started_at': 'now()',
  'contact.version': '1',
  'correction.cents': '0',
  'correction.credit_cents': '0',
  'correction.households': '0',
  'correction.lifts': '0',
  'correction.proposed_at': 'now()',
  'correction.state': "'preparing'::text",
  'log_chain.min_months': '1',
  'missed_report.reported_at': 'now()',
  'missed_report.version': '1',
  'municipality.roll_plural': "'rollen'::text",
  'municipality.roll_singular': "'rol'::text",
  'objection_handover.missing': "'{}'::text[]",
  'objection_handover.received_by': "'town_hall'::text",
  'objection_handover.received_on': "((now() AT TIME ZONE 'Europe/Amsterdam'::text))::date",
  'pass_form.prefixes': "'{}'::text[]",
  'pass_form.suffixes': "'{}'::text[]",
  'placed_clearance.placed_at': 'now()',
  'quarantine_line.cents': '0',
  'quarantine_line.note': "''::text",
  'quarantine_line.rows': '0',
  'quarantine_line.state': "'waiting'::text",
  'quarantine_line.unpriced': '0',
  'session.has_second_factor': 'false',
}

test('a new row is in the first state', async () => {
  const rows = await rowsOf(
    db,
    sql<{ name: string; table: string; column: string; value: string }>`
      select relname || '.' || attname as name, relname::text as table, attname::text as column,
        pg_get_expr(adbin, adrelid) as value
      from pg_attrdef
        join pg_attribute on attrelid = adrelid and attnum = adnum and attgenerated = ''
        join pg_class on pg_class.oid = adrelid
      where relnamespace = 'public'::regnamespace and not relispartition and relname <> 'migration'`,
  )
  const newer = rows.filter(({ table, column }) => !released[table]?.includes(column))
  expect(Object.fromEntries(newer.map(({ name, value }) => [name, value]))).toEqual(defaults)
})

test('only the owner may call a function that acts with the rights of the owner', async () => {
  const functions = await rowsOf(
    db,
    sql<{ name: string; is_public: boolean; config: string[] }>`
      select proname::text as name, has_function_privilege('pg_monitor', oid, 'execute') as is_public,
        proconfig as config
      from pg_proc where pronamespace = 'public'::regnamespace and prosecdef order by 1`,
  )
  expect(functions.map(({ name, is_public }) => [name, is_public])).toEqual([
    ['append_to_chain', false],
    ['record_log_check', false],
    ['reject_change', true],
    ['retire_log', false],
  ])
  for (const { config } of functions) expect(config).toContain('search_path=public, pg_temp')
})

test('every table except the mark of demo data rejects a second row with the same key', async () => {
  const tables = await rowsOf(
    db,
    sql<{ name: string; key: string | null; has_unique_index: boolean; columns: string }>`
      select relname::text as name, conname::text as key,
        exists (select from pg_index where indrelid = pg_class.oid and indisunique) as has_unique_index, (
        select string_agg(quote_ident(attname), ', ') from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
      from pg_class left join pg_constraint on conrelid = pg_class.oid and contype = 'p'
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      order by 1`,
  )
  expect(tables.filter((table) => !table.has_unique_index).map(({ name }) => name)).toEqual(['demo'])
  for (const { name, key, columns } of tables) {
    const [filled] = await rowsOf(db, sql`select from ${sql.identifier(name)} limit 1`)
    if (!key || !filled) continue
    const second = `insert into ${name} (${columns}) overriding system value select ${columns} from ${name} limit 1`
    expect(await findRejecting(second)).toBe(key)
  }
})

/** A statement that runs each trigger that rejects a change of a log. */
const rejectedChanges: Record<string, string> = {
  'audit_event.reject_change delete': 'delete from audit_event',
  'audit_event.reject_change update': "update audit_event set result = 'refused'",
  'audit_event.reject_truncate truncate': 'truncate audit_event',
  'figure.reject_change update': `${newFigure("'2026-10-01', 917, 'all', 10, null")}; update figure set count = 11`,
  'log_check.reject_log_check_change delete': 'delete from log_check',
  'log_check.reject_log_check_change update': 'update log_check set length = 1',
  'log_check.reject_log_check_truncate truncate': 'truncate log_check',
  'processing_record.reject_change delete': 'delete from processing_record',
  'processing_record.reject_change update': 'update processing_record set status_code = 2',
  'processing_record.reject_truncate truncate': 'truncate processing_record',
}

/** Returns a statement that changes no row of a table by an event. */
const changeNothing = (table: string, event: string) =>
  ({
    insert: `insert into ${table} select * from ${table} where false`,
    update: `update ${table} set ${column(table)} = ${column(table)} where false`,
    delete: `delete from ${table} where false`,
  })[event] ?? ''
const column = (table: string) => (table === 'bill_rule' ? 'municipality_id' : 'id')

/** The triggers that mark corrections, each with its event and the other trigger of that event. */
const markingTriggers = [
  ...['bill_rule', 'charge_rule', 'tariff'].flatMap((table) =>
    ['insert', 'update', 'delete'].map((event) => [table, 'mark_corrections', event]),
  ),
  ...['occupancy', 'household_scheme', 'clearance', 'container'].map((table) => [
    ...[table, 'mark_corrections_of_inserted', 'insert'],
  ]),
  ...['occupancy', 'household_scheme'].map((table) => [table, 'mark_corrections_of_updated', 'update']),
  ...['clearance', 'container'].flatMap((table) => [
    [table, 'mark_corrections_before_update', 'update', 'mark_corrections_after_update'],
    [table, 'mark_corrections_after_update', 'update', 'mark_corrections_before_update'],
  ]),
  ...['household_scheme', 'clearance'].map((table) => [table, 'mark_corrections_of_deleted', 'delete']),
] as [table: string, trigger: string, event: string, other?: string][]

/** A statement that runs each trigger that derives or reports something. */
const derivingChanges: Record<string, string> = {
  ...Object.fromEntries(
    markingTriggers.map(([table, trigger, event, other]) => [
      `${table}.${trigger} ${event}`,
      `${other ? `alter table ${table} disable trigger ${other};` : ''} ${changeNothing(table, event)}`,
    ]),
  ),
  'address.raise_street_bounds insert': 'insert into address (street_id, house_number) values (1, 1)',
  'address.raise_street_bounds_of_moved update': 'update address set house_number = 1 where id = 1',
  'audit_event.append_to_chain insert': newAuditEvent('audit', 'done'),
  'clearance_objection.mark_corrections update': `
    update clearance_objection set state = 'upheld', decided_by = 2, decided_at = now() where state = 'open'`,
  'correction.mark_other_corrections update': `${newCorrection({ id: 9 })};
    update correction set state = 'applied', approved_by = 2, applied_at = now() where id = 9`,
  'collection_area.collection_area_changed update': 'update collection_area set rules_revision = 3',
  'collection_exception.collection_exception_changed update': 'update collection_exception set revision = 3',
  'collection_system.list_inserted_systems insert':
    'insert into collection_system select * from collection_system where false',
  'collection_system.list_updated_systems update': 'update collection_system set kind_id = 2',
  'contact.reject_moved_contact update': `${newContact({})}; update contact set address_id = 2`,
  'container.list_systems_after_update update':
    'alter table container disable trigger list_systems_before_update; update container set volume_litres = 60',
  'container.list_systems_before_update update':
    'alter table container disable trigger list_systems_after_update; update container set volume_litres = 60',
  'container.list_systems_of_deleted_containers delete': 'delete from container where false',
  'container.list_systems_of_inserted_containers insert': 'insert into container select * from container where false',
  'employee.report_changed_employees delete': 'delete from employee where false',
  'employee.report_changed_employees update': 'update employee set blocked_at = now()',
  'municipality.report_changed_municipalities delete': 'delete from municipality where false',
  'municipality.report_changed_municipalities update': 'update municipality set name = name',
  'processing_record.append_to_chain insert': newProcessingRecord('00000000000000ff', 1, 'null'),
  ...Object.fromEntries(
    [
      ['added', 'insert'],
      ['changed', 'update'],
      ['removed', 'delete'],
    ].map(([name, event = '']) => [`quarantine_line.count_${name} ${event}`, changeNothing('quarantine_line', event)]),
  ),
  'second_factor.report_changed_factors delete': 'delete from second_factor',
  'second_factor.report_changed_factors insert': `insert into second_factor
    (employee_id, kind, name, sealed_secret, last_step)
    values (2, 'totp', 'Telefoon', '', 1)`,
  'second_factor.report_changed_factors truncate': 'truncate second_factor',
  'session.report_ended_sessions delete': 'delete from session',
  'session.report_ended_sessions truncate': 'truncate session',
  'session.report_ended_sessions update': 'update session set ended_at = now()',
  'session.report_shortened_sessions update': "update session set expires_at = expires_at - interval '1 hour'",
}

test('every event of a trigger has a statement that runs the trigger', async () => {
  const rows = await rowsOf(
    db,
    sql<{ name: string }>`
      select tgrelid::regclass || '.' || tgname || ' ' || event as name
      from pg_trigger
        join (values (4, 'insert'), (8, 'delete'), (16, 'update'), (32, 'truncate')) as events (bit, event)
          on tgtype & bit <> 0
      where not tgisinternal and tgparentid = 0`,
  )
  const names = [...Object.keys(rejectedChanges), ...Object.keys(derivingChanges)]
  expect(names.sort()).toEqual(rows.map(({ name }) => name).sort())
})

test.each(Object.entries(rejectedChanges))('%s rejects the change', async (name, statement) => {
  const changing = db.transaction((transaction) => sql.raw(statement).execute(transaction), 'rollback')
  await expect(changing).rejects.toThrow(`rows of ${name.split('.')[0]} are only ever added`)
})

test.each(Object.entries(derivingChanges))('%s runs the function of the trigger', async (name, statement) => {
  const [table = '', trigger = ''] = name.split(/[. ]/)
  const changing = db.transaction(async (transaction) => {
    const [it] = await rowsOf(
      transaction,
      sql<{ name: string }>`
        select proname::text as name from pg_trigger join pg_proc on pg_proc.oid = tgfoid
        where tgrelid = ${table}::regclass and tgname = ${trigger}`,
    )
    await sql`
      create or replace function ${sql.identifier(it?.name ?? '')}() returns trigger language plpgsql as $$
        begin raise exception using message = tg_name || ' ran'; end $$`.execute(transaction)
    await sql.raw(statement).execute(transaction)
  }, 'rollback')
  await expect(changing).rejects.toThrow(`${trigger} ran`)
})
