-- Addresses by municipality and the beginning of a street.
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
        with matching as materialized (
          select key from street_name_part where inside = $2 /* false */ and part >= $3 /* 'aker' */ and part < $4 /* 'aker~' */
          union all select key from street_name_part where inside = $5 /* true */ and part >= $6 /* 'aker' */ and part < $7 /* 'aker~' */ limit $8 /* 101 */
        ),
        counted as materialized (
          select count(*) <= $9 /* 100 */ as few from matching
        )
        (
          select *, '' as part from street
          where street.municipality_id = $10 /* 917 */ and strpos(spellings, $11 /* ' aker ' */) > 0
          and key = any (array(select key from street_name_part where not inside and part = $12 /* 'aker' */))
          order by part, key, city collate "C", id
        )
        union all
        (
          select *, key as part from street
          where street.municipality_id = $13 /* 917 */ and key >= $14 /* 'aker' */ and key < $15 /* 'aker~' */ and not strpos(spellings, $16 /* ' aker ' */) > 0
          order by part, key, city collate "C", id
        )
        union all
        (
          select * from (
            select *,
            case when strpos(spellings, $17 /* ' aker ' */) > 0 then ''
            when key >= $18 /* 'aker' */ and key < $19 /* 'aker~' */ then key
            when strpos(spellings, $20 /* ' aker' */) > 0 then '|' || key else '~' || key end as part from street
            where street.municipality_id = $21 /* 917 */ and strpos(spellings, $22 /* 'aker' */) > 0
            and not strpos(spellings, $23 /* ' aker ' */) > 0 and not (key >= $24 /* 'aker' */ and key < $25 /* 'aker~' */)
            and (select few from counted) and key = any (array(select key from matching))
            union all
            select *,
            case when strpos(spellings, $26 /* ' aker ' */) > 0 then ''
            when key >= $27 /* 'aker' */ and key < $28 /* 'aker~' */ then key
            when strpos(spellings, $29 /* ' aker' */) > 0 then '|' || key else '~' || key end as part from street
            where street.municipality_id = $30 /* 917 */ and strpos(spellings, $31 /* 'aker' */) > 0
            and not strpos(spellings, $32 /* ' aker ' */) > 0 and not (key >= $33 /* 'aker' */ and key < $34 /* 'aker~' */)
            and not (select few from counted)
          ) street order by part, key, city collate "C", id
      )) street
      limit $35 /* 20000 */) street
  ) street
  cross join lateral (select name from municipality where id = street.municipality_id offset 0) municipality
  left join lateral (
    select
    place.id, place.alias, place.object_code, place.lon, place.lat, house_number,
    house_number_extension, extension_key, postal_code
    from address place
    where place.street_id = street.id
    and retired_on is null and true
    order by house_number, extension_key, place.id limit $36 /* 26 */
  ) location on true
  where (location.id is not null or street_number = 20000)
  limit $37 /* 26 */
) found
order by nth;
explain (analyze, buffers) execute search_1 (25, false, 'aker', 'aker~', true, 'aker', 'aker~', 101, 100, 917, ' aker ', 'aker', 917, 'aker', 'aker~', ' aker ', ' aker ', 'aker', 'aker~', ' aker', 917, 'aker', ' aker ', 'aker', 'aker~', ' aker ', 'aker', 'aker~', ' aker', 917, 'aker', ' aker ', 'aker', 'aker~', 20000, 26, 26);
