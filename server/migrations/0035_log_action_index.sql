-- A page of the audit log with one action reads few rows, also when that action is rare in a long log.
create index audit_event_action on audit_event (action, happened_at, position);
