create table office_hours (
  municipality_id int primary key references municipality,
  opens time not null,
  closes time not null,
  tolerance int not null check (tolerance between 0 and 1000),
  check (opens < closes)
);
comment on table office_hours is
  'The office hours of a municipality on weekdays, for the review of a month. Without a row: the default office hours. '
  'No personal data.';
comment on column office_hours.tolerance is
  'The number of accesses per month outside these hours that need no explanation.';
