-- Addresses by postal code, number and extension.
-- Written by search-sql.test.ts; `vitest -u` renews it. psql runs it and shows the plans.
set plan_cache_mode = force_generic_plan;

prepare search_1 as
select
alias, object_code, lon, lat, street, city, house_number, house_number_extension, postal_code, municipality_id,
case when nth = $1 /* 25 */ then
json_build_array(key, key, city, street_id, house_number, extension_key, found.id)
end as position, municipality.name as municipality_name
from (
  select *, row_number() over () as nth
  from (
    select location.*, key, street.name as street, city, municipality_id
    from (
      select place.street_id,
      place.id, place.alias, place.object_code, place.lon, place.lat, house_number,
      house_number_extension, extension_key, postal_code
      from address place
      where retired_on is null and postal_code = $2 /* '6411CD' */
      and house_number = $3 /* 118 */
      and extension_key = $4 /* 'B00002' */ offset 0
    ) location
    join street on street.id = street_id
    where true
    order by key, city collate "C", street_id, house_number, extension_key, location.id limit $5 /* 26 */
  ) listed
) found
join municipality on municipality.id = municipality_id
order by nth;
explain (analyze, buffers) execute search_1 (25, '6411CD', 118, 'B00002', 26);
