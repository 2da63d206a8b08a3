-- Addresses by town, street and number, as the search box finds them.
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
        select * from (
          select *,
          case when strpos(spellings, $1 /* ' akerstraat ' */) > 0 then ''
          when key >= $2 /* 'akerstraat' */ and key < $3 /* 'akerstraat~' */ then key
          when strpos(spellings, $4 /* ' akerstraat' */) > 0 then '|' || key else '~' || key end as part from street
          where max_house_number >= $5 /* 118 */
          and (street.municipality_id, street.city) in (
            select * from unnest($6 /* '{917}' */::int[], $7 /* '{"Heerlen"}' */::text[])) and strpos(spellings, $8 /* 'akerstraat' */) > 0
        ) street order by part, key, city collate "C", id) street
      limit $9 /* 20000 */) street
  ) street
  cross join lateral (select name from municipality where id = street.municipality_id offset 0) municipality
  left join lateral (
    select
    place.id, place.alias, place.object_code, place.lon, place.lat, house_number,
    house_number_extension, extension_key, postal_code
    from address place
    where place.street_id = street.id
    and retired_on is null and house_number = $10 /* 118 */
    order by house_number, extension_key, place.id limit $11 /* 26 */
  ) location on true
  where (location.id is not null or street_number = 20000)
  and (max_house_number >= $12 /* 118 */ or street_number = 20000)
  limit $13 /* 26 */
) found
order by part, key, city collate "C", street_id, house_number, extension_key, id;
explain (analyze, buffers) execute search_1 (' akerstraat ', 'akerstraat', 'akerstraat~', ' akerstraat', 118, '{917}', '{"Heerlen"}', 'akerstraat', 20000, 118, 26, 118, 26);
