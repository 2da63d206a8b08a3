-- A written objection against the bill of a year: when and where it was received, and the dates by which law judges it.

alter table objection_handover
  alter column resident_id drop not null,
  add column address_id int references address,
  add column occupancy_id int references occupancy,
  add column assessed_on date,
  add column published_on date,
  add column received_on date default (now() at time zone 'Europe/Amsterdam')::date,
  add column received_by text default 'town_hall',
  add column posted_on date,
  add column missing text[] not null default '{}',
  add column extended_on date,
  add column notice_of_default_on date,
  add column decided_on date;

update objection_handover handover
set address_id = resident.address_id,
  received_on = (handed_over_at at time zone 'Europe/Amsterdam')::date,
  received_by = 'town_hall',
  decided_on = case when outcome <> 'withdrawn'
    then greatest(
      (handed_over_at at time zone 'Europe/Amsterdam')::date, (closed_at at time zone 'Europe/Amsterdam')::date)
    end
from resident where resident.id = resident_id;

-- Of the open objections of one household and year, only the first names the household.
update objection_handover handover
set occupancy_id = occupancy.id
from occupancy
where occupancy.address_id = handover.address_id and first_day <= received_on
  and (last_day is null or last_day >= received_on)
  and (outcome is not null or not exists (
    select from objection_handover earlier
    where earlier.address_id = handover.address_id and earlier.year = handover.year and earlier.outcome is null
      and earlier.id < handover.id and first_day <= earlier.received_on
      and (last_day is null or last_day >= earlier.received_on)));

update objection_handover handover
set assessed_on = (
  select max(assessment.assessed_on) from assessment
  where assessment.address_id = handover.address_id and assessment.year = handover.year
    and (handover.occupancy_id is null
      or subject_id = (select subject_id from occupancy where id = handover.occupancy_id)));

alter table objection_handover
  alter column address_id set not null,
  alter column received_on set not null,
  alter column received_by set not null,
  drop constraint objection_handover_note_check,
  drop constraint objection_handover_outcome_check,
  add constraint objection_handover_note_check check (length(note) <= 200),
  add constraint objection_handover_outcome_check
    check (outcome in ('upheld', 'partly_upheld', 'rejected', 'inadmissible', 'withdrawn')),
  add constraint objection_handover_received_by_check check (received_by in ('town_hall', 'tax_office', 'post')),
  add constraint objection_handover_posted
    check (posted_on is null or (received_by = 'post' and posted_on <= received_on)),
  add constraint objection_handover_missing
    check (missing <@ array['name_address', 'date', 'assessment', 'grounds', 'signature']),
  add constraint objection_handover_decided check (
    decided_on is null or (outcome is not null and outcome <> 'withdrawn' and decided_on >= received_on));

drop index objection_handover_once;
create unique index objection_handover_once
  on objection_handover (address_id, coalesce(occupancy_id, -resident_id, 0), year) where outcome is null;
create index objection_handover_address on objection_handover (address_id);
drop index objection_handover_open;
create index objection_handover_open on objection_handover (received_on) where outcome is null;

comment on table objection_handover is
  'A written objection to the bill of a year, received by a town hall or by the tax office. The provider closes it '
  'with the outcome that the tax office decided. '
  'Personal data of a resident and an employee, deleted 24 months after closed_at.';
comment on column objection_handover.resident_id is 'The resident at the pass desk. Null: the provider recorded it.';
comment on column objection_handover.occupancy_id is
  'The household. Null: not known, or an open objection of the same household was handed over earlier.';
comment on column objection_handover.assessed_on is
  'The date on the assessment, as known when the objection came in. Null: not known.';
comment on column objection_handover.published_on is
  'The day on which the assessment was sent, if that was another day.';
comment on column objection_handover.received_by is 'Where it came in. A term counts from the day at either body.';
comment on column objection_handover.posted_on is 'The day of the postmark. Null: not by post, or not known.';
comment on column objection_handover.missing is 'What the writing lacks, which the resident can still add.';
comment on column objection_handover.extended_on is 'When the decision was postponed by six weeks.';
comment on column objection_handover.notice_of_default_on is 'When the tax office received a notice of default.';
comment on column objection_handover.decided_on is 'The day of the decision. Null: open, withdrawn, or not known.';
