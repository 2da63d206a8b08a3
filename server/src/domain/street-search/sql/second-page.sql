-- The second page of addresses by street.
-- Written by search-sql.test.ts; `vitest -u` renews it. psql runs it and shows the plans.
set plan_cache_mode = force_generic_plan;

prepare search_1 as
select 1 as rank, part, street_number,
found.id, street_id, alias, object_code, lon, lat, street, city, house_number, house_number_extension, postal_code,
municipality_id, municipality_name
from (
  select part, street_number, street.id as street_id, key, street.name as street, city, municipality_id,
  municipality.name as municipality_name, location.*
  from (
    select *, row_number() over () as street_number from (
      select id, part, key, name, city, municipality_id, max_house_number, extension_marks
      from (
        select street.*, named.part
        from (
          (
            select part, key from street_name_part named
            where inside = false and part >= $1 /* 'akerstraat' */ and part < $2 /* 'akerstraat~' */
            and (part, key) >= ($3 /* 'akerstraat' */, $4 /* 'akerstraat' */)
            and not exists (
              select from street_name_part other
              where other.key = named.key and other.part >= $5 /* 'akerstraat' */ and other.part < $6 /* 'akerstraat~' */
              and (other.inside, other.part) < (named.inside, named.part)
              offset 0)
            order by named.part, key)
          union all (
            select '~' || part as part, key from street_name_part named
            where inside = true and part >= $7 /* 'akerstraat' */ and part < $8 /* 'akerstraat~' */
            and not exists (
              select from street_name_part other
              where other.key = named.key and other.part >= $9 /* 'akerstraat' */ and other.part < $10 /* 'akerstraat~' */
              and (other.inside, other.part) < (named.inside, named.part)
              offset 0)
            order by named.part, key)
          offset 0
        ) named
        cross join lateral (
          select * from street where street.key = named.key order by city collate "C", id offset 0
        ) street) street
      where (part, key, city collate "C", id) >= ($11 /* 'akerstraat' */, $12 /* 'akerstraat' */, $13 /* 'Heerlen' */, $14 /* 1 */) limit $15 /* 1000 */) street
  ) street
  cross join lateral (select name from municipality where id = street.municipality_id offset 0) municipality
  left join lateral (
    select
    place.id, place.alias, place.object_code, place.lon, place.lat, house_number,
    house_number_extension, extension_key, postal_code
    from address place
    where place.street_id = street.id
    and retired_on is null and true
    and (street.id <> $16 /* 1 */ or (house_number, extension_key, place.id) > ($17 /* 116 */, $18 /* '' */, $19 /* 1 */))
    order by house_number, extension_key, place.id limit $20 /* 2 */
  ) location on true
  where (location.id is not null or street_number = 1000)
  limit $21 /* 2 */
) found
order by part, key, city collate "C", street_id, house_number, extension_key, id;
explain (analyze, buffers) execute search_1 ('akerstraat', 'akerstraat~', 'akerstraat', 'akerstraat', 'akerstraat', 'akerstraat~', 'akerstraat', 'akerstraat~', 'akerstraat', 'akerstraat~', 'akerstraat', 'akerstraat', 'Heerlen', 1, 1000, 1, 116, '', 1, 2, 2);
