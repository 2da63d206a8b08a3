-- Counts of ended months for managers. A count of fewer than ten things is never stored.

create table figure (
  month date not null,
  subject text not null,
  municipality_id int references municipality,
  group_key text,
  count int,
  cents bigint,
  constraint figure_once unique nulls not distinct (month, subject, municipality_id, group_key),
  constraint figure_month check (extract(day from month) = 1),
  constraint figure_count check (count >= 10 or (count = 0 and num_nonnulls(municipality_id, group_key, cents) = 0)),
  constraint figure_few check (count is not null or num_nonnulls(municipality_id, group_key, cents) = 0)
);
comment on table figure is
  'What happened in a month, counted by group. The rows of one month and subject are a partition: each thing is counted '
  'once. A stored row never changes. No personal data, deleted 60 months after month.';
comment on column figure.municipality_id is
  'Null: the municipalities that are too small to be counted alone, or things without a municipality.';
comment on column figure.group_key is 'Null: the groups that are too small to be counted alone.';
comment on column figure.count is 'Null: one to nine things in all municipalities together.';
comment on column figure.cents is 'The sum of their amounts. Null: they have no amounts.';

create trigger reject_change before update on figure for each row execute function reject_change();
