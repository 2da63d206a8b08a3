-- Collection systems by waste stream and number, nationwide.
-- Written by search-sql.test.ts; `vitest -u` renews it. psql runs it and shows the plans.
set plan_cache_mode = force_generic_plan;

prepare search_1 as
select
alias, object_code, lon, lat, street, city, house_number, house_number_extension, postal_code, municipality_id,
case when nth = $1 /* 25 */ or street_number = 20000 then
json_build_array(part, key, city, street_id, house_number, extension_key, found.id)
end as position,
found.name, kind_id, (select name from collection_system_kind where id = kind_id) as kind_name,
array(
  select distinct waste_type from container
  where collection_system_id = found.id and removed_on is null order by waste_type
) as waste_types,
(select count(*) from collection_system_access where collection_system_id = found.id) as connected_addresses, municipality_name,
case when street_number = 20000 then true end as is_in_last_street
from (
  select part, street_number, street.id as street_id, key, street.name as street, city, municipality_id,
  municipality.name as municipality_name, location.*, row_number() over () as nth
  from (
    select *, row_number() over () as street_number from (
      select id, part, key, name, city, municipality_id, max_house_number, extension_marks
      from (
        select street.*, street.key as part
        from (
          select distinct street_key, city, street_id from collection_system_listing
          where waste_type = $2 /* 'glass' */ and kind_id = $3 /* 0 */
          and house_number = $4 /* 118 */ order by street_key, city, street_id offset 0
        ) listed
        cross join lateral (select * from street where street.id = listed.street_id offset 0) street) street
      limit $5 /* 20000 */) street
  ) street
  cross join lateral (select name from municipality where id = street.municipality_id offset 0) municipality
  left join lateral (
    select
    place.id, place.alias, place.object_code, place.lon, place.lat, house_number,
    house_number_extension, extension_key, postal_code, place.name, kind_id
    from collection_system place join address on address.id = address_id
    where place.street_id = street.id
    and house_number = $6 /* 118 */
    and exists (
      select from container
      where collection_system_id = place.id and waste_type = $7 /* 'glass' */ and removed_on is null
      offset 0)
    order by house_number, extension_key, place.id limit $8 /* 26 */
  ) location on true
  where (location.id is not null or street_number = 20000)
  and (max_house_number >= $9 /* 118 */ or street_number = 20000)
  limit $10 /* 26 */
) found
order by nth;
explain (analyze, buffers) execute search_1 (25, 'glass', 0, 118, 20000, 118, 'glass', 26, 118, 26);
