-- Collection systems of a municipality.
-- Written by search-sql.test.ts; `vitest -u` renews it. psql runs it and shows the plans.
set plan_cache_mode = force_generic_plan;

prepare search_1 as
select
alias, object_code, lon, lat, street, city, house_number, house_number_extension, postal_code, municipality_id,
case when nth = $1 /* 25 */ then
json_build_array(key, key, city, street_id, house_number, extension_key, found.id)
end as position,
found.name, kind_id, (select name from collection_system_kind where id = kind_id) as kind_name,
array(
  select distinct waste_type from container
  where collection_system_id = found.id and removed_on is null order by waste_type
) as waste_types,
(select count(*) from collection_system_access where collection_system_id = found.id) as connected_addresses, municipality.name as municipality_name
from (
  select *, row_number() over () as nth
  from (
    select location.*, key, street.name as street, city, municipality_id
    from (
      select place.street_id,
      place.id, place.alias, place.object_code, place.lon, place.lat, house_number,
      house_number_extension, extension_key, postal_code, place.name, kind_id
      from collection_system place join address on address.id = address_id
      where true
      and place.street_id = any (array(select id from street where municipality_id = $2 /* 917 */)) offset 0
    ) location
    join street on street.id = street_id
    where street.municipality_id = $3 /* 917 */
    order by key, city collate "C", street_id, house_number, extension_key, location.id limit $4 /* 26 */
  ) listed
) found
join municipality on municipality.id = municipality_id
order by nth;
explain (analyze, buffers) execute search_1 (25, 917, 917, 26);
