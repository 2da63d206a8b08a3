create table place (
  municipality_id int not null references municipality,
  name text not null,
  key text collate "C" not null
    generated always as (regexp_replace(lower(
      replace(replace(replace(replace(replace(replace(replace(replace(
        translate(normalize(name, NFKD), 'ØøŁłĐđÐðı', 'oollddddi'),
        'ß', 'ss'), 'ẞ', 'ss'), 'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'), 'Þ', 'th'), 'þ', 'th')
    ), '[^a-z0-9]+', '', 'g')) stored,
  primary key (municipality_id, name)
);
comment on table place is 'A town or village of a municipality; one name can occur in several. The key is its name without accents, case and signs, as streetKey in the server writes it.';
create index place_key on place (key);
insert into place (municipality_id, name) select distinct municipality_id, city from street;
alter table street add foreign key (municipality_id, city) references place;

create function near_keys(key text) returns int[]
  language sql immutable strict parallel safe
  as $$
    select array_agg(distinct hashtext(shortened)) from (
      select key as shortened
      union all
      select overlay(key placing '' from i for 1) from generate_series(1, length(key)) i
      union all
      select overlay(overlay(key placing '' from j for 1) placing '' from i for 1)
      from generate_series(1, length(key)) i, generate_series(i + 1, length(key)) j
      where length(key) <= 30
    ) one_or_two_letters_left_out
  $$;
comment on function near_keys is
  'A key as it is and with one or two letters left out, hashed: keys that are at most two typing errors apart have one in common. Of a very long key only one letter is left out.';

create table street_name (
  key text collate "C" primary key,
  near int[] not null generated always as (near_keys(key)) stored
);
comment on table street_name is 'Each name that streets have, once for the whole country, as a key: without accents, case, spaces and signs.';

create table street_name_part (
  inside boolean not null,
  part text collate "C" not null,
  key text collate "C" not null references street_name,
  primary key (inside, part, key)
);
comment on table street_name_part is
  'How a street''s name may be typed, in full and abbreviated; with inside, what is left of that after the first letters. To search by prefix.';

insert into street_name (key) select distinct key from street;
insert into street_name_part (inside, part, key)
  select distinct false, street_spelling.key, street.key from street_spelling join street on street.id = street_id
  union all
  select distinct true, substr(street_spelling.key, first), street.key
  from street_spelling join street on street.id = street_id, generate_series(2, length(street_spelling.key) - 2) first;
create index street_name_part_key on street_name_part (key, inside, part);
create index street_name_near on street_name using gin (near) with (fastupdate = off);

alter table street
  add foreign key (key) references street_name,
  add spellings text not null default '',
  add max_house_number int not null default 0;
update street set
  spellings = (select ' ' || string_agg(distinct key, ' ') || ' ' from street_spelling where street_id = street.id),
  max_house_number = coalesce((select max(house_number) from address where street_id = street.id), 0);
alter table street alter spellings drop default;
comment on column street.spellings is 'Every way in which the name may be typed, as keys between spaces.';
comment on column street.max_house_number is 'The highest number in the street, or higher: what it does not have need not be looked for.';
drop table street_spelling;

drop index street_key, street_municipality;
create index street_key on street (key, (city collate "C"), id) include (municipality_id, max_house_number);
create index street_municipality on street (municipality_id, key, (city collate "C"), id);

create function note_house_numbers() returns trigger language plpgsql as $$
  begin
    update street set max_house_number = highest
    from (select street_id, max(house_number) as highest from added group by street_id) as numbered
    where street.id = street_id and max_house_number < highest;
    return null;
  end
$$;
create trigger address_note_house_numbers after insert on address
  referencing new table as added for each statement execute function note_house_numbers();

alter table collection_system add street_id int references street;
update collection_system set street_id = (select street_id from address where id = address_id);
alter table collection_system alter street_id set not null;
comment on column collection_system.street_id is 'The street of its address: a search walks streets.';
create index collection_system_street on collection_system (street_id);
