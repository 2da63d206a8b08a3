alter table municipality
  add column roll_singular text not null default 'rol' check (char_length(roll_singular) between 2 and 40),
  add column roll_plural text not null default 'rollen' check (char_length(roll_plural) between 2 and 40);
comment on column municipality.roll_singular is
  'What the municipality calls one of what its desk issues on a pass, such as: rol PMD-zakken, luierzak.';
comment on column municipality.roll_plural is 'The plural of roll_singular, such as: rollen PMD-zakken, luierzakken.';
comment on table roll_allowance is
  'The maximum number of rolls of bags for one household in a year. Without a row, nobody chose a number, and the desk '
  'issues none. No personal data.';
