-- Streets lie all over their table; a search that finds all it asks in an index reads ten pages where it read a thousand.
drop index street_key, street_municipality;
create index street_key on street (key, (city collate "C"), id) include (municipality_id, name, city, max_house_number);
create index street_municipality on street (municipality_id, key, (city collate "C"), id)
  include (spellings, name, city, max_house_number);
