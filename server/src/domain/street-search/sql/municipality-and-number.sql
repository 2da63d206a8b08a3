-- Addresses by municipality and number.
-- Written by search-sql.test.ts; `vitest -u` renews it. psql runs it and shows the plans.
set plan_cache_mode = force_generic_plan;

prepare search_1 as
select
alias, object_code, lon, lat, street, city, house_number, house_number_extension, postal_code, municipality_id,
case when nth = $1 /* 25 */ or street_number = 20000 then
json_build_array(part, key, city, street_id, house_number, extension_key, found.id)
end as position, municipality_name,
case when street_number = 20000 then true end as is_in_last_street
from (
  select part, street_number, street.id as street_id, key, street.name as street, city, municipality_id,
  municipality.name as municipality_name, location.*, row_number() over () as nth
  from (
    select *, row_number() over () as street_number from (
      select id, part, key, name, city, municipality_id, max_house_number, extension_marks
      from (
        select * from (
          select *, key as part from street
          where street.municipality_id = $2 /* 917 */
          and max_house_number >= $3 /* 118 */
        ) street order by part, key, city collate "C", id) street
      limit $4 /* 20000 */) street
  ) street
  cross join lateral (select name from municipality where id = street.municipality_id offset 0) municipality
  left join lateral (
    select
    place.id, place.alias, place.object_code, place.lon, place.lat, house_number,
    house_number_extension, extension_key, postal_code
    from address place
    where place.street_id = street.id
    and retired_on is null and house_number = $5 /* 118 */
    order by house_number, extension_key, place.id limit $6 /* 26 */
  ) location on true
  where (location.id is not null or street_number = 20000)
  and (max_house_number >= $7 /* 118 */ or street_number = 20000)
  limit $8 /* 26 */
) found
order by nth;
explain (analyze, buffers) execute search_1 (25, 917, 118, 20000, 118, 26, 118, 26);
