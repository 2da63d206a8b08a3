-- A number with an extension stands in few of the streets of a name: which of them need not be asked is known beforehand.
create function extension_mark(house_number int, extension_key text) returns bigint
  language sql immutable strict parallel safe
  return 1::bigint << ((house_number * 29 + ascii(extension_key) * 3 + ascii(right(extension_key, 1)) * 13) % 63);
comment on function extension_mark is 'One of 63 bits for a house number with an extension; others may have the same.';

drop index street_key, street_municipality;
alter table street add extension_marks bigint not null default 0;
update street set extension_marks = marks
  from (
    select street_id, bit_or(extension_mark(house_number, extension_key)) as marks
    from address where extension_key <> '' group by street_id
  ) marked
  where street.id = street_id;
comment on column street.extension_marks is
  'The marks of all numbers with an extension in the street, or more: what it has no mark of need not be looked for.';
create index street_key on street (key, (city collate "C"), id) include (municipality_id, name, city, max_house_number, extension_marks);
create index street_municipality on street (municipality_id, key, (city collate "C"), id)
  include (spellings, name, city, max_house_number, extension_marks);

create or replace function note_house_numbers() returns trigger language plpgsql as $$
  begin
    update street set max_house_number = greatest(max_house_number, highest), extension_marks = extension_marks | marks
    from (
      select street_id, max(house_number) as highest,
        coalesce(bit_or(extension_mark(house_number, extension_key)) filter (where extension_key <> ''), 0) as marks
      from added group by street_id
    ) as numbered
    where street.id = street_id and (max_house_number < highest or extension_marks | marks <> extension_marks);
    return null;
  end
$$;
