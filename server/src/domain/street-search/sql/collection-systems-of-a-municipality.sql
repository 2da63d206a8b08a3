-- Collection systems of a municipality.
-- Written by search-sql.test.ts; `vitest -u` renews it. psql runs it and shows the plans.
set plan_cache_mode = force_generic_plan;

prepare search_1 as
select found.*, municipality.name as municipality_name , (select name from collection_system_kind where id = kind_id) as kind_name,
array(
  select distinct waste_type from container
  where collection_system_id = found.id and removed_on is null order by waste_type
) as waste_types,
(select count(*) from collection_system_access where collection_system_id = found.id) as connected_addresses
from (
  select 1 as rank, part, street_number, street.id as scanned_street_id, street.key as street_key,
  street.name as street, city, municipality_id, location.*
  from (
    select *, row_number() over () as street_number from (
      select id, part, key, name, city, municipality_id, max_house_number, extension_marks
      from (
        select * from (
          select *, key as part from street
          where street.municipality_id = $1 /* 917 */
          and street.id = any (array(
              select collection_system.street_id from collection_system join address on address.id = address_id
              where true
              and collection_system.street_id = any (array(select id from street where municipality_id = $2 /* 917 */)))) offset 0
        ) street order by part, key, city collate "C", id) street
      limit $3 /* 20000 */) street
  ) street
  left join lateral (
    select
    collection_system.id, collection_system.alias, collection_system.object_code, collection_system.lon, collection_system.lat,
    collection_system.street_id, house_number, house_number_extension, extension_key, postal_code,
    collection_system.name, kind_id
    from collection_system join address on address.id = address_id
    where "collection_system"."street_id" = street.id
    and true
    order by house_number, extension_key, "collection_system"."id" limit $4 /* 26 */
  ) location on true
  where (location.id is not null or street_number = 20000)
  limit $5 /* 26 */
) found
join municipality on municipality.id = municipality_id
order by part, street_key, city collate "C", street_id, house_number, extension_key, id;
explain (analyze, buffers) execute search_1 (917, 917, 20000, 26, 26);
