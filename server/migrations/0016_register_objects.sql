-- The register links numbers to objects: dwellings, berths and pitches. Rows of earlier versions get these values with
-- the next extract.
alter table address
  add column register_object_id text collate "C" check (register_object_id ~ '^[0-9]{16}$'),
  add column is_additional boolean,
  add column is_under_construction boolean,
  add column added_at timestamptz;
comment on column address.register_object_id is
  'The id of the dwelling, berth or pitch in the national address register (BAG). It stays the same when the object gets '
  'another number. Several addresses can have one object. Null: unknown.';
comment on column address.is_additional is 'Whether the number is an additional number of its object. Null: unknown.';
comment on column address.is_under_construction is 'Whether the object is not in use yet. Null: unknown.';
comment on column address.added_at is 'The start of the import that added the address. Null: by an earlier version.';
create index address_register_object on address (register_object_id) where register_object_id is not null;

create table former_number (
  id int generated always as identity primary key,
  address_id int not null references address on delete cascade,
  street_id int not null references street on delete cascade,
  house_number int not null,
  house_number_extension text,
  extension_key text collate "C" not null,
  postal_code text collate "C",
  ended_on date not null
);
comment on table former_number is
  'A text that an address had before the register gave it another number, street or town. A search for the former text '
  'finds the address. No personal data.';
create index former_number_street on former_number (street_id, house_number);
create index former_number_postal_code on former_number (postal_code, house_number);
create index former_number_address on former_number (address_id);

create table address_successor (
  former_id int not null references address on delete cascade,
  address_id int not null references address on delete cascade,
  change text not null check (change in ('split', 'merged')),
  primary key (former_id, address_id)
);
comment on table address_successor is
  'The addresses that replaced a retired address, which was split or merged. All data stay at the retired address: nobody '
  'knows which successor they belong to. No personal data.';
create index address_successor_address on address_successor (address_id);
