alter table delivered_until add since date;
comment on column delivered_until.since is
  'The day of the earliest clearance that was delivered. Null for every other kind, or when that day is not known.';

update delivered_until set since = first_day
from (
  select municipality_id, delivered.waste_type, (min(cleared_at) at time zone 'Europe/Amsterdam')::date as first_day
  from (
      select address_id, container_id, waste_type, min(cleared_at) as cleared_at
      from clearance where address_id is null group by 1, 2, 3
      union all
      select address_id, null::int, waste_type, min(cleared_at)
      from clearance where address_id is not null group by 1, 2, 3
    ) delivered
    left join container on container.id = container_id
    left join collection_system on collection_system.id = collection_system_id
    join address on address.id = coalesce(delivered.address_id, collection_system.address_id)
    join street on street.id = address.street_id
  group by municipality_id, delivered.waste_type
) earliest
where kind = 'clearances' and delivered_until.municipality_id = earliest.municipality_id
  and delivered_until.waste_type = earliest.waste_type;
