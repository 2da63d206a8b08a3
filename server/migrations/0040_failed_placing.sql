-- A line whose placing fails is set aside with its reason, so that the other lines are placed.

alter table quarantine_line
  add column failure text,
  add column failed_at timestamptz,
  add constraint quarantine_line_failed check ((failure is null) = (failed_at is null)
    and (failed_at is null or state = 'placing'));
comment on column quarantine_line.failure is
  'The code of the error with which its placing failed, without values of its rows. Null: it did not fail.';
comment on column quarantine_line.failed_at is 'The moment of that error. The placing is tried again later.';

alter table placed_clearance add column placed_at timestamptz not null default now();
comment on table placed_clearance is
  'A clearance that an employee placed, and the hash of what the supplier delivered. The same delivery again does not '
  'wait again. Personal data of a household, deleted 36 months after placed_at.';
