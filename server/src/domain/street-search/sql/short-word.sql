-- Addresses by a street with a short word.
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
        select street.*, named.part
        from (
          (
            select part, key from street_name_part named
            where inside = false and part >= $2 /* 'hoofdstrnoord' */ and part < $3 /* 'hoofdstrnoord~' */
            and not exists (
              select from street_name_part other
              where other.key = named.key and other.part >= $4 /* 'hoofdstrnoord' */ and other.part < $5 /* 'hoofdstrnoord~' */
              and (other.inside, other.part) < (named.inside, named.part)
              offset 0)
            order by named.part, key)
          union all (
            select '~' || part as part, key from street_name_part named
            where inside = true and part >= $6 /* 'hoofdstrnoord' */ and part < $7 /* 'hoofdstrnoord~' */
            and not exists (
              select from street_name_part other
              where other.key = named.key and other.part >= $8 /* 'hoofdstrnoord' */ and other.part < $9 /* 'hoofdstrnoord~' */
              and (other.inside, other.part) < (named.inside, named.part)
              offset 0)
            order by named.part, key)
          offset 0
        ) named
        cross join lateral (
          select * from street where street.key = named.key order by city collate "C", id offset 0
        ) street) street
      limit $10 /* 250 */) street
  ) street
  cross join lateral (select name from municipality where id = street.municipality_id offset 0) municipality
  left join lateral (
    select
    place.id, place.alias, place.object_code, place.lon, place.lat, house_number,
    house_number_extension, extension_key, postal_code
    from address place
    where place.street_id = street.id
    and retired_on is null and true
    order by house_number, extension_key, place.id limit $11 /* 26 */
  ) location on true
  where (location.id is not null or street_number = 250)
  limit $12 /* 26 */
) found
order by nth;
explain (analyze, buffers) execute search_1 (25, 'hoofdstrnoord', 'hoofdstrnoord~', 'hoofdstrnoord', 'hoofdstrnoord~', 'hoofdstrnoord', 'hoofdstrnoord~', 'hoofdstrnoord', 'hoofdstrnoord~', 250, 26, 26);

prepare search_2 as
select key, min(step) as step
from (
  select found.key, found.step
  from (select key collate "C" as typed from unnest($1 /* '{"hoofdstraatnoord","hoofdstrnrd","hoofdstraatnrd","hoofdstrn","hoofdstraatn"}' */::text[]) as given (key)) given
  cross join lateral (
    (
      select key, case when part = typed then 1 else 3 end as step from street_name_part
      where not inside and part >= typed and part < typed || '~' and (part = typed or length(typed) >= 4)
      order by part, key limit $2 /* 50 */
    )
    union all
    (
      select key, 3 from street_name_part
      where inside and part >= typed and part < typed || '~' and length(typed) >= 4
      order by part, key limit $3 /* 50 */
    )
  ) found
  union all
  select found.key, 2
  from (
    select head collate "C" as head, tail collate "C" as tail
    from unnest(
      $4 /* '{"hoofd","hoofd","hoofd","hoofd","hoofd","hoofd"}' */::text[],
      $5 /* '{"strnoord","straatnoord","strnrd","straatnrd","strn","straatn"}' */::text[]) as given (head, tail)
  ) given
  cross join lateral (
    select key from street_name_part named
    where inside and part = tail and exists (
      select from street_name_part spelling
      where spelling.key = named.key and not spelling.inside
      and spelling.part >= head and spelling.part < head || '~')
    limit $6 /* 50 */
  ) found
) found
group by key order by key;
explain (analyze, buffers) execute search_2 ('{"hoofdstraatnoord","hoofdstrnrd","hoofdstraatnrd","hoofdstrn","hoofdstraatn"}', 50, 50, '{"hoofd","hoofd","hoofd","hoofd","hoofd","hoofd"}', '{"strnoord","straatnoord","strnrd","straatnrd","strn","straatn"}', 50);

prepare search_3 as
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
          where key = any ($2 /* '{"hoofdstraatnoord"}' */::text[]) and true
        ) street order by part, key, city collate "C", id) street
      limit $3 /* 250 */) street
  ) street
  cross join lateral (select name from municipality where id = street.municipality_id offset 0) municipality
  left join lateral (
    select
    place.id, place.alias, place.object_code, place.lon, place.lat, house_number,
    house_number_extension, extension_key, postal_code
    from address place
    where place.street_id = street.id
    and retired_on is null and true
    order by house_number, extension_key, place.id limit $4 /* 26 */
  ) location on true
  where (location.id is not null or street_number = 250)
  limit $5 /* 26 */
) found
order by nth;
explain (analyze, buffers) execute search_3 (25, '{"hoofdstraatnoord"}', 250, 26, 26);

prepare search_4 as
select id, key from street_name where id > $1 /* 0 */ order by id;
explain (analyze, buffers) execute search_4 (0);
