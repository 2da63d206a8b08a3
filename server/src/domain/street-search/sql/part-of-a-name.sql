-- Addresses by a part of a street name.
-- Written by search-sql.test.ts; `vitest -u` renews it. psql runs it and shows the plans.
set plan_cache_mode = force_generic_plan;

prepare search_1 as
select found.*, municipality.name as municipality_name
from (
  select 1 as rank, part, street_number, street.id as scanned_street_id, street.key as street_key,
  street.name as street, city, municipality_id, location.*
  from (
    select *, row_number() over () as street_number from (
      select id, part, key, name, city, municipality_id, max_house_number, extension_marks
      from (
        select street.*, named.part
        from (
          select part, key from street_name_part named
          where inside = $1 /* false */ and part >= $2 /* 'kerstr' */ and part < $3 /* 'kerstr~' */
          and not exists (
            select from street_name_part other
            where other.key = named.key and other.part >= $4 /* 'kerstr' */ and other.part < $5 /* 'kerstr~' */
            and (other.inside, other.part) < (named.inside, named.part)
            offset 0)
          order by part, key offset 0
        ) named
        cross join lateral (
          select * from street where street.key = named.key order by city collate "C", id offset 0
        ) street) street
      limit $6 /* 1000 */) street
  ) street
  left join lateral (
    select address.id, alias, object_code, lon, lat, street_id, house_number, house_number_extension, extension_key,
    postal_code
    from address
    where "address"."street_id" = street.id
    and retired_on is null and true
    order by house_number, extension_key, "address"."id" limit $7 /* 26 */
  ) location on true
  where (location.id is not null or street_number = 1000)
  limit $8 /* 26 */
) found
join municipality on municipality.id = municipality_id
order by part, street_key, city collate "C", street_id, house_number, extension_key, id;
explain (analyze, buffers) execute search_1 (false, 'kerstr', 'kerstr~', 'kerstr', 'kerstr~', 1000, 26, 26);

prepare search_2 as
select found.*, municipality.name as municipality_name
from (
  select 2 as rank, part, street_number, street.id as scanned_street_id, street.key as street_key,
  street.name as street, city, municipality_id, location.*
  from (
    select *, row_number() over () as street_number from (
      select id, part, key, name, city, municipality_id, max_house_number, extension_marks
      from (
        select street.*, named.part
        from (
          select part, key from street_name_part named
          where inside = $1 /* true */ and part >= $2 /* 'kerstr' */ and part < $3 /* 'kerstr~' */
          and not exists (
            select from street_name_part other
            where other.key = named.key and other.part >= $4 /* 'kerstr' */ and other.part < $5 /* 'kerstr~' */
            and (other.inside, other.part) < (named.inside, named.part)
            offset 0)
          order by part, key offset 0
        ) named
        cross join lateral (
          select * from street where street.key = named.key order by city collate "C", id offset 0
        ) street) street
      limit $6 /* 1000 */) street
  ) street
  left join lateral (
    select address.id, alias, object_code, lon, lat, street_id, house_number, house_number_extension, extension_key,
    postal_code
    from address
    where "address"."street_id" = street.id
    and retired_on is null and true
    order by house_number, extension_key, "address"."id" limit $7 /* 26 */
  ) location on true
  where (location.id is not null or street_number = 1000)
  limit $8 /* 26 */
) found
join municipality on municipality.id = municipality_id
order by part, street_key, city collate "C", street_id, house_number, extension_key, id;
explain (analyze, buffers) execute search_2 (true, 'kerstr', 'kerstr~', 'kerstr', 'kerstr~', 1000, 26, 26);
