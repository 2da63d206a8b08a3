-- Towns by the beginning of their name.
-- Written by search-sql.test.ts; `vitest -u` renews it. psql runs it and shows the plans.
set plan_cache_mode = force_generic_plan;

prepare search_1 as
select town.name, jsonb_build_object('id', municipality.id, 'name', municipality.name) as municipality
from town join municipality on municipality.id = municipality_id
where town.key >= $1 /* 'heer' */ and town.key < $2 /* 'heer~' */ and true
order by town.key, municipality.id limit $3 /* 10 */;
explain (analyze, buffers) execute search_1 ('heer', 'heer~', 10);
