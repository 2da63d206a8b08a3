create function are_pass_affixes(affixes text[]) returns boolean
  language sql immutable parallel safe
  return cardinality(affixes) <= 5
    and array_position(affixes, null) is null
    and (select coalesce(bool_and(affix ~ '^[!-,.-~]{1,5}$'), true) from unnest(affixes) as affix);
comment on function are_pass_affixes is
  'Returns whether these are at most five texts of one to five printable characters, without spaces and dashes.';

create table pass_form (
  municipality_id int primary key references municipality,
  characters text not null check (characters in ('digits', 'letters_and_digits')),
  min_length int not null check (min_length >= 6),
  max_length int not null check (max_length <= 20),
  prefixes text[] not null default '{}' check (are_pass_affixes(prefixes)),
  suffixes text[] not null default '{}' check (are_pass_affixes(suffixes)),
  check (min_length <= max_length)
);
comment on table pass_form is
  'The form of the pass numbers of a municipality. Without a row: 6 to 20 letters and digits, without prefixes.';
comment on column pass_form.prefixes is 'What the readers of the municipality type before a pass number.';
comment on column pass_form.suffixes is 'What the readers of the municipality type after a pass number.';
