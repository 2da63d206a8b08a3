create table delivered_until (
  kind text not null check (kind in ('clearances', 'containers', 'passes', 'pickups', 'collection_days')),
  municipality_id int not null references municipality,
  waste_type text,
  day date not null,
  check ((kind = 'clearances') = (waste_type is not null)),
  unique nulls not distinct (municipality_id, kind, waste_type)
);
comment on table delivered_until is
  'Which data of a municipality was ever delivered. Without a row, nothing of that kind is known. No personal data.';
comment on column delivered_until.waste_type is 'The stream of clearances. Null for every other kind.';
comment on column delivered_until.day is
  'For clearances, the last day that a delivery covers completely. For other kinds, the last day of a delivery.';

insert into delivered_until (kind, municipality_id, waste_type, day)
select 'clearances', municipality_id, delivered.waste_type, max(updated_until)
from (
    select address_id, container_id, waste_type, batch_id from clearance where address_id is null
    union all
    select address_id, null, waste_type, batch_id from clearance where address_id is not null
  ) delivered
  join clearance_batch on clearance_batch.id = batch_id
  left join container on container.id = container_id
  left join collection_system on collection_system.id = collection_system_id
  join address on address.id = coalesce(delivered.address_id, collection_system.address_id)
  join street on street.id = address.street_id
where updated_until is not null
group by municipality_id, delivered.waste_type;

insert into delivered_until (kind, municipality_id, day)
select kind, municipality_id, (now() at time zone 'Europe/Amsterdam')::date
from (
  select 'containers' as kind, municipality_id
  from container
    left join collection_system on collection_system.id = collection_system_id
    join address on address.id = coalesce(container.address_id, collection_system.address_id)
    join street on street.id = address.street_id
  union
  select 'passes', municipality_id
  from resident join address on address.id = address_id join street on street.id = address.street_id
  union
  select 'pickups', municipality_id from pickup_capacity
  union
  select 'pickups', municipality_id from pickup_appointment
  union
  select 'collection_days', municipality_id from collection_area
  union
  select 'collection_days', municipality_id from collection_year
) delivered;
