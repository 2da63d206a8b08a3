-- Addresses by number and extension, nationwide.
-- Written by search-sql.test.ts; `vitest -u` renews it. psql runs it and shows the plans.
set plan_cache_mode = force_generic_plan;

prepare search_1 as
select
alias, object_code, lon, lat, street, city, house_number, house_number_extension, postal_code, municipality_id,
case when nth = $1 /* 25 */ or street_number = 250 then
json_build_array(part, key, city, street_id, house_number, extension_key, found.id)
end as position, municipality_name,
case when street_number = 250 then true end as is_in_last_street
from (
  select part, street_number, street.id as street_id, key, street.name as street, city, municipality_id,
  municipality.name as municipality_name, location.*, row_number() over () as nth
  from (
    select *, row_number() over () as street_number from (
      select id, part, key, name, city, municipality_id, max_house_number, extension_marks
      from (
        select * from (
          select *, key as part from street
          where true
        ) street order by part, key, city collate "C", id) street
      limit $2 /* 250 */) street
  ) street
  cross join lateral (select name from municipality where id = street.municipality_id offset 0) municipality
  left join lateral (
    select
    place.id, place.alias, place.object_code, place.lon, place.lat, house_number,
    house_number_extension, extension_key, postal_code
    from address place
    where place.street_id = street.id
    and retired_on is null and house_number = $3 /* 118 */
    and extension_key = $4 /* 'B00002' */
    order by house_number, extension_key, place.id limit $5 /* 26 */
  ) location on true
  where (location.id is not null or street_number = 250)
  and (max_house_number >= $6 /* 118 */
    and extension_marks & (select extension_mark($7 /* 118 */, $8 /* 'B00002' */)) <> 0 or street_number = 250)
  limit $9 /* 26 */
) found
order by nth;
explain (analyze, buffers) execute search_1 (25, 250, 118, 'B00002', 26, 118, 118, 'B00002', 26);
