-- A scheme row that was wrong from its first day can be deleted, and retention states which rows it deleted.

create trigger mark_corrections_of_deleted after delete on household_scheme
  referencing old table as changed for each statement execute function mark_changed_corrections('rules');

alter table municipality add column schemes_deleted_until date;
comment on column municipality.schemes_deleted_until is
  'Retention deleted the scheme rows that ended up to this day. Null: none. The day only becomes later.';
