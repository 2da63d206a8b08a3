-- A decision about an objection has a reason, can be undone, and is shown to the employee who filed the objection.

alter table clearance_objection add column decision_reason text;
alter table clearance_objection add column retracted_at timestamptz;
alter table clearance_objection add column outcome_seen_at timestamptz;
alter table clearance_objection drop constraint clearance_objection_state_check;
alter table clearance_objection drop constraint clearance_objection_check1;
alter table clearance_objection
  add constraint clearance_objection_state_check check (state in ('open', 'upheld', 'rejected', 'retracted'));
alter table clearance_objection
  add constraint clearance_objection_decided check ((state in ('upheld', 'rejected')) = (decided_by is not null));
alter table clearance_objection
  add constraint clearance_objection_retracted check ((state = 'retracted') = (retracted_at is not null));
alter table clearance_objection add constraint clearance_objection_decision_reason
  check (decision_reason is null or (decided_by is not null and length(decision_reason) between 1 and 400));
alter table clearance_objection
  add constraint clearance_objection_seen check (outcome_seen_at is null or decided_by is not null);
comment on column clearance_objection.decision_reason is
  'Why it was decided so. Null: not decided, or decided before reasons were required.';
comment on column clearance_objection.retracted_at is 'When the employee who filed the objection retracted it.';
comment on column clearance_objection.outcome_seen_at is 'When the employee who filed the objection saw the outcome.';

drop index clearance_objection_once;
create unique index clearance_objection_once on clearance_objection (clearance_id) where state in ('open', 'upheld');
create index clearance_objection_decided on clearance_objection (filed_by, decided_at);
create index clearance_objection_decider on clearance_objection (decided_by, decided_at);

alter table objection_handover add column outcome_seen_at timestamptz;
alter table objection_handover
  add constraint objection_handover_seen check (outcome_seen_at is null or outcome is not null);
comment on column objection_handover.answer is
  'The reason of the outcome, as the pass desk can tell it to the resident. Null: retracted by the pass desk, or closed '
  'before reasons were required.';
comment on column objection_handover.outcome_seen_at is 'When the employee who handed the objection over saw the outcome.';
create index objection_handover_closed on objection_handover (handed_over_by, closed_at);
create index objection_handover_closer on objection_handover (closed_by, closed_at);

alter table employee add column seen_version text;
comment on column employee.seen_version is
  'The last version of the portal whose changes the employee was told about. Null: no version yet.';
update employee set seen_version = '1.0.0';
