-- Rows for every table of version 1.0.0. Each column has a value in at least one row.
insert into demo (loaded_at) values ('2026-03-04 08:00:00Z');
insert into municipality (id, name) values (917, 'Heerlen'), (928, 'Kerkrade');
insert into town (municipality_id, name) values (917, 'Heerlen'), (928, 'Kerkrade');
insert into street_name (key) values ('akerstraat'), ('hoofdstraat');
insert into street_name_part (inside, part, key) values
  (false, 'akerstraat', 'akerstraat'), (true, 'kerstraat', 'akerstraat'), (false, 'hoofdstraat', 'hoofdstraat');
insert into street (municipality_id, city, name, key, spellings) values
  (917, 'Heerlen', 'Akerstraat', 'akerstraat', ' akerstraat akerstr '),
  (928, 'Kerkrade', 'Hoofdstraat', 'hoofdstraat', ' hoofdstraat hoofdstr ');
insert into address
  (object_code, street_id, house_number, house_number_extension, postal_code, bag_id, lon, lat, twin, retired_on)
values
  ('OBJ-1', 1, 118, 'a-2', '6411CD', '0917200000000118', 5.9701, 50.8905, 1, null),
  ('OBJ-2', 1, 120, null, '6411CD', '0917200000000120', 5.9702, 50.8906, 1, '2025-11-30'),
  (null, 2, 7, null, null, null, null, null, 1, null),
  (null, 2, 7, null, null, null, null, null, 2, null);

insert into employee
  (email, name, password_hash, municipality_id, roles, renew_password, invitation_ends_at, blocked_at,
    second_factor_grace_from)
values
  ('kim@example.nl', 'Kim de Vries', 'hash 1', null, '{bsgw_employee,administrator}', false, null, null,
    '2026-03-01 08:00:00Z'),
  ('sam@example.nl', 'Sam Jansen', 'hash 2', 917, '{municipal_employee}', true, '2026-03-05 08:00:00Z', null, null),
  ('noa@example.nl', 'Noa Bakker', 'hash 3', 928, '{}', false, null, '2026-02-01 08:00:00Z', null);
insert into session
  (id, employee_id, generation, expires_at, ended_at, opened_places, browser, system, network, issuer, provider_sid,
    authenticated_at)
values
  ('00000000-0000-4000-8000-000000000001', 1, 3, '2026-03-04 20:00:00Z', null, '[{"kind": "address", "alias": "x"}]',
    'Firefox 140', 'Linux', '192.0.2.x', null, null, null),
  ('00000000-0000-4000-8000-000000000002', 2, 1, '2026-03-04 20:00:00Z', '2026-03-04 12:00:00Z', '[]', null, null,
    '', 'https://id.example.nl', 'sid', '2026-03-04 11:00:00Z'),
  ('00000000-0000-4000-8000-000000000003', 3, 1, '2026-03-04 20:00:00Z', null, '[]', null, null, '', null, null, null);
insert into employee_identity (issuer, subject, employee_id) values ('https://id.example.nl', 'subject', 2);
insert into organisation_login values
  ('state', 'browser', 'heerlen', 'nonce', 'verifier', '/', '00000000-0000-4000-8000-000000000001', true,
    '2026-03-04 09:00:00Z');
insert into used_logout_token (issuer, jti) values ('https://id.example.nl', 'jti');
insert into password_reset values ('token hash', 2, '2026-03-05 08:00:00Z');
insert into second_factor
  (employee_id, kind, name, last_used_at, sealed_secret, last_step, credential_id, public_key, sign_count, transports)
values
  (1, 'totp', 'Telefoon', '2026-03-04 08:00:00Z', '\x0102', 58000000, null, null, null, null),
  (1, 'passkey', 'Sleutel', null, null, null, 'credential', '\x0304', 0, '{usb}');
insert into recovery_code (employee_id, code_hash) values (1, 'code hash');
insert into passkey_challenge values ('challenge', 1, 'log_in', '2026-03-04 09:00:00Z');
insert into attempt_budget values ('budget', '2026-03-04 09:00:00Z');
insert into login_network (key) values ('network');
insert into mail (recipient, subject, body, attempts, link_minutes) values
  ('sam@example.nl', 'Uitnodiging', E'Hallo,\n\té😀 \\', 1, 1440);
insert into notice (municipality_id, title, html, valid_from, valid_to) values
  (null, 'Storing', '<p>Vandaag</p>', '2026-03-04', '2026-03-05'),
  (917, 'Feest', '<p>x</p>', '2026-03-04', '2026-03-04');

insert into collection_system
  (object_code, name, kind_id, address_id, lon, lat, street_id)
values ('SYS-1', 'Aker 1', 1, 1, 5.97, 50.89, 1);
insert into collection_system_access values (1, 1);
insert into container
  (number, address_id, collection_system_id, waste_type, kind, volume_litres, chip_number, placed_on, removed_on)
values
  ('C-1', 1, null, 'residual_waste', 'minicontainer', 140, 'CHIP1', '2024-03-01', null),
  ('C-2', null, 1, 'residual_waste', 'ondergronds', 5000, null, '2024-03-01', null),
  ('C-3', 1, null, 'gft', 'minicontainer', 140, 'CHIP1', '2020-01-01', '2024-02-28');
insert into container_state values (2, 80, '2026-03-04 06:00:00Z', 'lock', '2026-03-04 05:00:00Z');
insert into recorded_malfunction
  (container_id, malfunction, note, expected_end, recorded_by, closed_by, closed_at)
values
  (2, 'lock', 'Slot klemt', '2026-03-06', 1, null, null),
  (2, 'full', '', null, 1, 2, '2026-02-03 08:00:00Z');

insert into tariff
  (municipality_id, charge, waste_type, kind, volume_litres, household_size, amount_cents, valid_from, valid_to)
values
  (917, 'fixed', null, null, null, 'one', 21000, '2026-01-01', '2026-12-31'),
  (917, 'clearance', 'residual_waste', 'minicontainer', 140, null, 645, '2026-01-01', '2026-12-31');
insert into clearance_batch (source, sha256, updated_until) values
  ('ledigingen.csv', repeat('a', 64), '2026-03-03'), ('kapot.csv', null, null);
select add_clearance_year(2025), add_clearance_year(2026);
insert into clearance
  (batch_id, address_id, container_id, cleared_at, waste_type, category, volume_litres, weight_kg, amount_cents,
    supplier_key, source_line)
values
  (1, 1, 1, '2025-12-31 22:59:59Z', 'residual_waste', 'rest', 140, 12.500, 645, 'L1', 2),
  (1, 1, 2, '2025-12-31 23:00:00Z', 'residual_waste', 'locations', 60, null, 120, 'L2', 3),
  (1, null, 2, '2026-03-03 09:00:00Z', 'residual_waste', 'containers', null, 350.125, null, null, null);
insert into clearance_quarantine
  (supplier_key, reason, batch_id, source_line, object_code, street, house_number, house_number_extension, postal_code,
    city, container_number, chip_number, shared, fraction, cleared_at, weight_kg, amount_cents)
values
  ('L9', 'address_unknown', 1, 7, 'OBJ-9', 'Akerstraat', 999, 'b', '6411ZZ', 'Heerlen', 'C-9', 'CHIP9', false, 'REST',
    '2026-03-01 10:30:00Z', 3.000, 645),
  ('L9-2', 'address_unknown', 1, 8, 'OBJ-9', null, null, null, null, null, 'C-9', 'CHIP9', false, 'REST',
    '2026-02-27 23:30:00Z', null, null),
  ('L9-3', 'fraction_unknown', 1, 9, 'OBJ-1', null, null, null, null, null, 'C-1', null, false, 'MED',
    '2026-03-02 10:30:00Z', null, 300);

insert into resident (address_id, name) values (1, 'J. van den Berg'), (2, 'A. Smeets');
insert into environmental_pass
  (number, resident_id, address_id, status, blocked_reason, replaced_by_id, issued_on, valid_until, blocked_on,
    collection_system_id)
values
  ('0012345678', 1, 1, 'active', null, null, '2026-01-05', '2030-12-31', null, 1),
  ('PAS000001', 1, 1, 'blocked', 'loss', 1, '2024-01-01', null, '2026-01-05', null),
  ('ABCDEF', 2, 2, 'expired', null, null, '2020-01-01', '2025-11-30', null, null);
insert into roll_allowance values (917, 2026, 4);
insert into allowance_rule values (917, 'two_employees');
insert into allowance_proposal values (917, 2026, 6, 1, null), (917, 2025, 4, 1, 2);
insert into roll_issue (environmental_pass_id, employee_id, rolls, requested_at, cancelled_at, idempotency_key) values
  (1, 2, 2, '2026-03-02 10:00:00Z', null, 'key 1'), (1, 2, 1, '2026-03-02 11:00:00Z', '2026-03-02 11:01:00Z', null);
insert into pass_change
  (environmental_pass_id, kind, employee_id, old_status, old_blocked_reason, old_blocked_on, old_collection_system_id,
    changed_at, undone_at)
values
  (1, 'issue', 2, null, null, null, null, '2026-03-04 07:00:00Z', null),
  (2, 'activate', 2, 'blocked', 'loss', '2026-01-04', 1, '2026-03-04 07:00:00Z', '2026-03-04 07:05:00Z');
insert into objection_handover
  (resident_id, year, note, handed_over_by, outcome, answer, closed_by, closed_at)
values
  (1, 2026, 'Bezwaar tegen de aanslag', 2, null, null, null, null),
  (1, 2025, 'Bezwaar', 2, 'partly_upheld', 'Twee ledigingen vervallen.', 1, '2026-02-03 09:00:00Z');

insert into collection_area (municipality_id, name, rules_revision, of_one_address) values
  (917, 'Centrum', 2, false), (917, 'Akerstraat 118', 0, true);
insert into collection_area_range values (917, '6411AA', '6411ZZ', 1, 'even');
insert into collection_area_address values (1, 2);
insert into collection_rule (collection_area_id, category, every_weeks, days, valid_from, valid_to) values
  (1, 'gft', 2, null, '2026-01-05', '2026-12-31'), (1, 'paper', null, '{2026-02-03,2026-03-03}', '2026-01-01', null);
insert into collection_exception
  (collection_area_id, category, day, state, moved_to, reason, revision)
values (1, 'gft', '2026-04-27', 'moved', '2026-04-28', 'Koningsdag', 2);
insert into collection_change (municipality_id, employee_id, kind) values (917, 1, 'planner'), (917, null, 'rules');
insert into collection_change_day values
  (1, 1, 'gft', '2026-04-27', 'moved', '2026-04-26', 'Koningsdag', 'moved', '2026-04-28', 'Koningsdag', 2);
insert into collection_year values (917, 2026, '2025-12-01');
insert into calendar_feed (address_id, token) values (1, 'secret');
insert into pickup_capacity values (917, 12000);
insert into pickup_appointment
  (address_id, municipality_id, collection_area_id, day, volume_litres, employee_id, cancelled_at, idempotency_key)
values
  (1, 917, 1, '2026-03-10', 1500, 2, null, 'key 2'), (1, 917, null, '2026-03-11', 500, 2, '2026-03-04 07:00:00Z', null);

insert into audit_event
  (log, trace_id, employee_key, action, object_kind, object_key, result, result_count, purpose, old_values, new_values,
    origin)
select log, gen_random_uuid(), employee.audit_key, 'change_allowance', 'municipality', '917', 'done', 1, 'passes',
  '{"rolls": 4}', '{"rolls": 6, "year": null}', '192.0.2.1'
from employee, unnest(array['audit', 'security']) as log;
insert into processing_record
  (trace_id, span_id, status_code, name, start_time, end_time, resource_name, resource_version,
    processing_activity_id, data_subject_id, data_subject_id_type)
values
  (gen_random_uuid(), '00000000000000ff', 1, 'find_pass', '2026-03-04 07:00:00Z', '2026-03-04 07:00:01Z', 'loket',
    '1.0.0', 'https://example.nl/activity', 'subject', 'pass');
insert into log_check (log, length, broken_at) values ('audit', 2, null), ('security', 3, 2), ('processing', 1, null);
insert into audit_review (month, employee_key, reviewed_by, remark)
select '2026-02-01', of_employee.audit_key, of_administrator.audit_key, 'Geen bijzonderheden'
from employee of_employee, employee of_administrator where of_employee.id = 2 and of_administrator.id = 1;

insert into bill_rule (municipality_id, proration, standard_containers) values (917, 'days', 2);
insert into occupancy (address_id, subject_id, first_day, last_day, household_size) values
  (1, 'S-1', '2020-01-01', '2025-06-30', 2), (1, 'S-2', '2025-07-01', null, null);
insert into assessment (number, subject_id, address_id, year, assessed_on, amount_cents) values
  ('A-1', 'S-2', 1, 2026, '2026-02-28', 21645);
insert into assessment_line values
  (1, 1, 'Vast tarief', null, null, 21000), (1, 2, 'Ledigingen', 1, 645, 645);
insert into clearance_objection
  (clearance_id, cleared_at, address_id, reason, note, state, filed_by, decided_by, decided_at)
select id, cleared_at, 1, 'moved', 'Verhuisd', 'open', 1, null::int, null::timestamptz from clearance
where supplier_key = 'L1'
union all
select id, cleared_at, 1, 'duplicate', '', 'upheld', 1, 2, '2026-03-04 07:00:00Z' from clearance
where supplier_key = 'L2';
insert into clearance_norm values (917, 2025, 'residual_waste', 140, 'several', 20, 4, 8.5, 12, 2580, 5160, 7740);
