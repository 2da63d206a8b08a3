-- Collection systems by waste stream and number, nationwide.
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
        select street.*, street.key as part
        from (
          select distinct street_key, city, street_id from collection_system_listing
          where waste_type = $1 /* 'glass' */ and kind_id = $2 /* 0 */
          and house_number = $3 /* 118 */ order by street_key, city, street_id offset 0
        ) listed
        cross join lateral (select * from street where street.id = listed.street_id offset 0) street) street
      limit $4 /* 20000 */) street
  ) street
  left join lateral (
    select
    collection_system.id, collection_system.alias, collection_system.object_code, collection_system.lon, collection_system.lat,
    collection_system.street_id, house_number, house_number_extension, extension_key, postal_code,
    collection_system.name, kind_id
    from collection_system join address on address.id = address_id
    where "collection_system"."street_id" = street.id
    and house_number = $5 /* 118 */
    and exists (
      select from container
      where collection_system_id = collection_system.id and waste_type = $6 /* 'glass' */ and removed_on is null
      offset 0)
    order by house_number, extension_key, "collection_system"."id" limit $7 /* 26 */
  ) location on true
  where (location.id is not null or street_number = 20000)
  and (max_house_number >= $8 /* 118 */ or street_number = 20000)
  limit $9 /* 26 */
) found
join municipality on municipality.id = municipality_id
order by part, street_key, city collate "C", street_id, house_number, extension_key, id;
explain (analyze, buffers) execute search_1 ('glass', 0, 118, 20000, 118, 'glass', 26, 118, 26);
