-- Addresses by municipality and the beginning of a street.
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
        with matching as materialized (
          select key from street_name_part where inside = $1 /* false */ and part >= $2 /* 'aker' */ and part < $3 /* 'aker~' */
          union all select key from street_name_part where inside = $4 /* true */ and part >= $5 /* 'aker' */ and part < $6 /* 'aker~' */ limit $7 /* 101 */
        ),
        counted as materialized (
          select count(*) <= $8 /* 100 */ as few from matching
        )
        (
          select *, '' as part from street
          where street.municipality_id = $9 /* 917 */ and strpos(spellings, $10 /* ' aker ' */) > 0
          and key = any (array(select key from street_name_part where not inside and part = $11 /* 'aker' */))
          order by part, key, city collate "C", id
        )
        union all
        (
          select *, key as part from street
          where street.municipality_id = $12 /* 917 */ and key >= $13 /* 'aker' */ and key < $14 /* 'aker~' */ and not strpos(spellings, $15 /* ' aker ' */) > 0
          order by part, key, city collate "C", id
        )
        union all
        (
          select * from (
            select *,
            case when strpos(spellings, $16 /* ' aker ' */) > 0 then ''
            when key >= $17 /* 'aker' */ and key < $18 /* 'aker~' */ then key
            when strpos(spellings, $19 /* ' aker' */) > 0 then '|' || key else '~' || key end as part from street
            where street.municipality_id = $20 /* 917 */ and strpos(spellings, $21 /* 'aker' */) > 0
            and not strpos(spellings, $22 /* ' aker ' */) > 0 and not (key >= $23 /* 'aker' */ and key < $24 /* 'aker~' */)
            and (select few from counted) and key = any (array(select key from matching))
            union all
            select *,
            case when strpos(spellings, $25 /* ' aker ' */) > 0 then ''
            when key >= $26 /* 'aker' */ and key < $27 /* 'aker~' */ then key
            when strpos(spellings, $28 /* ' aker' */) > 0 then '|' || key else '~' || key end as part from street
            where street.municipality_id = $29 /* 917 */ and strpos(spellings, $30 /* 'aker' */) > 0
            and not strpos(spellings, $31 /* ' aker ' */) > 0 and not (key >= $32 /* 'aker' */ and key < $33 /* 'aker~' */)
            and not (select few from counted)
          ) street order by part, key, city collate "C", id
      )) street
      limit $34 /* 20000 */) street
  ) street
  cross join lateral (select name from municipality where id = street.municipality_id offset 0) municipality
  left join lateral (
    select
    place.id, place.alias, place.object_code, place.lon, place.lat, house_number,
    house_number_extension, extension_key, postal_code
    from address place
    where place.street_id = street.id
    and retired_on is null and true
    order by house_number, extension_key, place.id limit $35 /* 26 */
  ) location on true
  where (location.id is not null or street_number = 20000)
  limit $36 /* 26 */
) found
order by part, key, city collate "C", street_id, house_number, extension_key, id;
explain (analyze, buffers) execute search_1 (false, 'aker', 'aker~', true, 'aker', 'aker~', 101, 100, 917, ' aker ', 'aker', 917, 'aker', 'aker~', ' aker ', ' aker ', 'aker', 'aker~', ' aker', 917, 'aker', ' aker ', 'aker', 'aker~', ' aker ', 'aker', 'aker~', ' aker', 917, 'aker', ' aker ', 'aker', 'aker~', 20000, 26, 26);
