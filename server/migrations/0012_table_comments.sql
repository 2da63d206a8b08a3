-- The last sentences of each table's comment state whose data the table holds, and how long. Retention reads the
-- months.
create function pg_temp.state_data(table_name text, statement text) returns void
  language plpgsql
  as $$
    begin
      execute format('comment on table %I is %L', table_name,
        obj_description(format('public.%I', table_name)::regclass, 'pg_class') || ' ' || statement);
    end
  $$;

select pg_temp.state_data(table_name, 'No personal data.') from unnest(array[
  'demo', 'municipality', 'town', 'other_town_name', 'street_name', 'street_name_part', 'street', 'address',
  'used_logout_token', 'notice', 'pass_form', 'collection_system_kind', 'collection_system',
  'collection_system_listing',
  'container_state', 'tariff', 'clearance_batch', 'clearance_year', 'fraction', 'roll_allowance', 'allowance_rule',
  'collection_area', 'collection_area_range', 'collection_area_address', 'collection_rule', 'collection_exception',
  'collection_change_day', 'collection_year', 'pickup_capacity', 'log_chain', 'subject_key', 'log_check', 'bill_rule',
  'clearance_norm'
]) as named (table_name);

select pg_temp.state_data(table_name, 'Personal data of ' || statement) from (values
  ('employee', 'an employee, without a period.'),
  ('employee_identity', 'an employee, deleted with employee.'),
  ('session', 'an employee, deleted 6 months after ended_at or expires_at.'),
  ('organisation_login', 'an employee, deleted when the login ends or expires.'),
  ('password_reset', 'an employee, deleted when the link is used or expires.'),
  ('second_factor', 'an employee, deleted with employee.'),
  ('recovery_code', 'an employee, deleted with employee.'),
  ('passkey_challenge', 'an employee, deleted with employee.'),
  ('attempt_budget', 'an employee, deleted when the rate limit has no effect.'),
  ('login_network', 'an employee, deleted when the network was not used for 90 days.'),
  ('mail', 'an employee, deleted when the mail is sent or its link has expired.'),
  ('collection_system_access', 'a household, deleted when an import ends the access.'),
  ('container', 'a household, without a period.'),
  ('recorded_malfunction', 'an employee, without a period.'),
  ('clearance', 'a household, without a period.'),
  ('clearance_quarantine', 'a household, deleted when a retry accepts the clearance.'),
  ('resident', 'a resident, without a period.'),
  ('environmental_pass', 'a resident, without a period.'),
  ('allowance_proposal', 'an employee, without a period.'),
  ('roll_issue', 'a resident and an employee, deleted 24 months after requested_at.'),
  ('pass_change', 'a resident and an employee, deleted when the change is a day old.'),
  ('objection_handover', 'a resident and an employee, deleted 24 months after closed_at.'),
  ('collection_change', 'an employee, without a period.'),
  ('calendar_feed', 'a household, without a period.'),
  ('pickup_appointment', 'a household and an employee, deleted 24 months after day.'),
  ('audit_event', 'an employee and a resident, deleted 18 months after happened_at where log is audit. '
    'Personal data of an employee, deleted 6 months after happened_at where log is security.'),
  ('processing_record', 'a resident, deleted 24 months after start_time.'),
  ('audit_review', 'an employee, deleted 19 months after month.'),
  ('occupancy', 'a household, without a period.'),
  ('assessment', 'a household, without a period.'),
  ('assessment_line', 'a household, deleted with assessment.'),
  ('clearance_objection', 'a household and an employee, without a period.')
) as stated (table_name, statement);

drop function pg_temp.state_data(text, text);

-- Retention deletes the appointments by this day.
create index pickup_appointment_day on pickup_appointment (day);
