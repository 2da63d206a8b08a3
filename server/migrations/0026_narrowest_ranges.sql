create index collection_area_postal_codes_narrowest on collection_area_postal_codes
  (municipality_id, first_postal_code desc, last_postal_code, house_numbers desc) include (collection_area_id);
comment on index collection_area_postal_codes_narrowest is
  'The order in which ranges inside each other are taken: the first that holds a postal code is the narrowest.';
