-- Addresses by object code.
-- Written by search-sql.test.ts; `vitest -u` renews it. psql runs it and shows the plans.
set plan_cache_mode = force_generic_plan;

prepare search_1 as
select
found.id, street_id, alias, object_code, lon, lat, street, city, house_number, house_number_extension, postal_code,
municipality_id, municipality.name as municipality_name
from (
  select location.*, key, street.name as street, city, municipality_id
  from (
    select place.street_id,
    place.id, place.alias, place.object_code, place.lon, place.lat, house_number,
    house_number_extension, extension_key, postal_code
    from address place
    where retired_on is null and place.object_code = $1 /* '0917118' */ offset 0
  ) location
  join street on street.id = street_id
  where true
  order by key, city collate "C", street_id, house_number, extension_key, location.id limit $2 /* 26 */
) found
join municipality on municipality.id = municipality_id
order by key, city collate "C", street_id, house_number, extension_key, id;
explain (analyze, buffers) execute search_1 ('0917118', 26);
