-- A disputed lift is a question, or a part of a written objection.

alter table clearance_objection add column handover_id int references objection_handover on delete set null;
create index clearance_objection_handover on clearance_objection (handover_id) where handover_id is not null;
comment on column clearance_objection.handover_id is
  'The written objection that disputes the lift. Null: a question, or the objection was undone or deleted.';
