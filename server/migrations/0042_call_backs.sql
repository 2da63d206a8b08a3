-- A contact can end with the promise to call back. Its number differs from that of every written objection, because both
-- are hand-overs.

create table call_back (
  id int primary key default nextval('objection_handover_id_seq'),
  contact_id int not null references contact on delete cascade,
  phone text,
  due_at timestamptz not null,
  employee_id int references employee,
  for_role text,
  promised_at timestamptz not null default now(),
  outcome text,
  closed_by int references employee,
  closed_at timestamptz,
  constraint call_back_by check (num_nonnulls(employee_id, for_role) = 1),
  constraint call_back_for_role_check check (for_role in ('bsgw_employee', 'municipal_employee')),
  constraint call_back_phone_check check (phone ~ '^\+?[0-9]{8,15}$'),
  constraint call_back_outcome_check check (outcome in ('reached', 'withdrawn')),
  constraint call_back_closed check (num_nonnulls(outcome, closed_by, closed_at) in (0, 3)
    and (outcome is null or phone is null))
);
comment on table call_back is
  'The promise of a contact to call the resident back. It is done by one employee, or by the first employee of a role. '
  'Personal data of a resident and an employee, deleted with contact.';
comment on column call_back.phone is 'The number to call. Null: the call-back is closed, or was due 30 days ago.';
comment on column call_back.due_at is 'The moment before which the resident is called.';
comment on column call_back.employee_id is 'The employee who calls. Null: any employee with for_role.';
create unique index call_back_once on call_back (contact_id) where outcome is null;
create index call_back_contact on call_back (contact_id);
create index call_back_due on call_back (due_at) where outcome is null;
