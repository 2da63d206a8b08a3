-- Suggested streets.
-- Written by search-sql.test.ts; `vitest -u` renews it. psql runs it and shows the plans.
set plan_cache_mode = force_generic_plan;

prepare search_1 as
select street.name as street, city, jsonb_build_object('id', municipality_id, 'name', municipality.name) as municipality
from (select * from (
    select id, part, key, name, city, municipality_id, max_house_number, extension_marks
    from (
      select street.*, named.part
      from (
        (
          select part, key from street_name_part named
          where inside = false and part >= $1 /* 'aker' */ and part < $2 /* 'aker~' */
          and not exists (
            select from street_name_part other
            where other.key = named.key and other.part >= $3 /* 'aker' */ and other.part < $4 /* 'aker~' */
            and (other.inside, other.part) < (named.inside, named.part)
            offset 0)
          order by named.part, key)
        union all (
          select '~' || part as part, key from street_name_part named
          where inside = true and part >= $5 /* 'aker' */ and part < $6 /* 'aker~' */
          and not exists (
            select from street_name_part other
            where other.key = named.key and other.part >= $7 /* 'aker' */ and other.part < $8 /* 'aker~' */
            and (other.inside, other.part) < (named.inside, named.part)
            offset 0)
          order by named.part, key)
        offset 0
      ) named
      cross join lateral (
        select * from street where street.key = named.key order by city collate "C", id offset 0
      ) street) street
    limit $9 /* 250 */) street limit $10 /* 10 */) street
join municipality on municipality.id = municipality_id
order by part, key, city collate "C", street.id;
explain (analyze, buffers) execute search_1 ('aker', 'aker~', 'aker', 'aker~', 'aker', 'aker~', 'aker', 'aker~', 250, 10);
