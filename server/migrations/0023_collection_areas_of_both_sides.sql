alter table collection_area add of_one_address boolean not null default false;
comment on column collection_area.of_one_address is 'The days of a single address, apart from the areas that its municipality is divided into.';
update collection_area set of_one_address = true
where exists (select from collection_area_address where collection_area_id = collection_area.id)
  and not exists (select from collection_area_postal_codes where collection_area_id = collection_area.id);

alter table collection_area_postal_codes
  add house_numbers text not null default 'all' check (house_numbers in ('all', 'odd', 'even')),
  drop constraint collection_area_postal_codes_pkey,
  add primary key (municipality_id, first_postal_code, last_postal_code, house_numbers);
comment on table collection_area_postal_codes is
  'The postal codes of an area, from the first to the last, with all house numbers or those of one side of the street. A range may lie inside a wider one, and then counts before it.';
