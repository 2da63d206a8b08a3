-- Addresses by a street with a short word.
-- Written by search-sql.test.ts; `vitest -u` renews it. psql runs it and shows the plans.
set plan_cache_mode = force_generic_plan;

prepare search_1 as
select found.*, municipality.name as municipality_name
from (
  select 1 as rank, part, street_number, street.id as scanned_street_id, street.key as street_key,
  street.name as street, city, municipality_id, location.*
  from (
    select *, row_number() over () as street_number from (
      select id, part, key, name, city, municipality_id, max_house_number, extension_marks
      from (
        select street.*, named.part
        from (
          select part, key from street_name_part named
          where inside = $1 /* false */ and part >= $2 /* 'hoofdstrnoord' */ and part < $3 /* 'hoofdstrnoord~' */
          and not exists (
            select from street_name_part other
            where other.key = named.key and other.part >= $4 /* 'hoofdstrnoord' */ and other.part < $5 /* 'hoofdstrnoord~' */
            and (other.inside, other.part) < (named.inside, named.part)
            offset 0)
          order by part, key offset 0
        ) named
        cross join lateral (
          select * from street where street.key = named.key order by city collate "C", id offset 0
        ) street) street
      limit $6 /* 1000 */) street
  ) street
  left join lateral (
    select address.id, alias, object_code, lon, lat, street_id, house_number, house_number_extension, extension_key,
    postal_code
    from address
    where "address"."street_id" = street.id
    and retired_on is null and true
    order by house_number, extension_key, "address"."id" limit $7 /* 26 */
  ) location on true
  where (location.id is not null or street_number = 1000)
  limit $8 /* 26 */
) found
join municipality on municipality.id = municipality_id
order by part, street_key, city collate "C", street_id, house_number, extension_key, id;
explain (analyze, buffers) execute search_1 (false, 'hoofdstrnoord', 'hoofdstrnoord~', 'hoofdstrnoord', 'hoofdstrnoord~', 1000, 26, 26);

prepare search_2 as
select found.*, municipality.name as municipality_name
from (
  select 2 as rank, part, street_number, street.id as scanned_street_id, street.key as street_key,
  street.name as street, city, municipality_id, location.*
  from (
    select *, row_number() over () as street_number from (
      select id, part, key, name, city, municipality_id, max_house_number, extension_marks
      from (
        select street.*, named.part
        from (
          select part, key from street_name_part named
          where inside = $1 /* true */ and part >= $2 /* 'hoofdstrnoord' */ and part < $3 /* 'hoofdstrnoord~' */
          and not exists (
            select from street_name_part other
            where other.key = named.key and other.part >= $4 /* 'hoofdstrnoord' */ and other.part < $5 /* 'hoofdstrnoord~' */
            and (other.inside, other.part) < (named.inside, named.part)
            offset 0)
          order by part, key offset 0
        ) named
        cross join lateral (
          select * from street where street.key = named.key order by city collate "C", id offset 0
        ) street) street
      limit $6 /* 1000 */) street
  ) street
  left join lateral (
    select address.id, alias, object_code, lon, lat, street_id, house_number, house_number_extension, extension_key,
    postal_code
    from address
    where "address"."street_id" = street.id
    and retired_on is null and true
    order by house_number, extension_key, "address"."id" limit $7 /* 26 */
  ) location on true
  where (location.id is not null or street_number = 1000)
  limit $8 /* 26 */
) found
join municipality on municipality.id = municipality_id
order by part, street_key, city collate "C", street_id, house_number, extension_key, id;
explain (analyze, buffers) execute search_2 (true, 'hoofdstrnoord', 'hoofdstrnoord~', 'hoofdstrnoord', 'hoofdstrnoord~', 1000, 26, 26);

prepare search_3 as
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
explain (analyze, buffers) execute search_3 ('{"hoofdstraatnoord","hoofdstrnrd","hoofdstraatnrd","hoofdstrn","hoofdstraatn"}', 50, 50, '{"hoofd","hoofd","hoofd","hoofd","hoofd","hoofd"}', '{"strnoord","straatnoord","strnrd","straatnrd","strn","straatn"}', 50);

prepare search_4 as
select found.*, municipality.name as municipality_name
from (
  select 3 as rank, part, street_number, street.id as scanned_street_id, street.key as street_key,
  street.name as street, city, municipality_id, location.*
  from (
    select *, row_number() over () as street_number from (
      select id, part, key, name, city, municipality_id, max_house_number, extension_marks
      from (
        select * from (
          select *, key as part from street
          where key = any ($1 /* '{"hoofdstraatnoord"}' */::text[]) and true
        ) street order by part, key, city collate "C", id) street
      limit $2 /* 1000 */) street
  ) street
  left join lateral (
    select address.id, alias, object_code, lon, lat, street_id, house_number, house_number_extension, extension_key,
    postal_code
    from address
    where "address"."street_id" = street.id
    and retired_on is null and true
    order by house_number, extension_key, "address"."id" limit $3 /* 26 */
  ) location on true
  where (location.id is not null or street_number = 1000)
  limit $4 /* 26 */
) found
join municipality on municipality.id = municipality_id
order by part, street_key, city collate "C", street_id, house_number, extension_key, id;
explain (analyze, buffers) execute search_4 ('{"hoofdstraatnoord"}', 1000, 26, 26);

prepare search_5 as
select id, key from street_name where id > $1 /* 0 */ order by id;
explain (analyze, buffers) execute search_5 (0);
