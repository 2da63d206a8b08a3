create index collection_system_point on collection_system using gist (point(lon, lat));

create function metres_between(lon double precision, lat double precision, other_lon double precision, other_lat double precision)
  returns double precision language sql immutable parallel safe
  as $$ select 2 * 6371008.8 * asin(least(1, sqrt(
    sin(radians(other_lat - lat) / 2) ^ 2
    + cos(radians(lat)) * cos(radians(other_lat)) * sin(radians(other_lon - lon) / 2) ^ 2))) $$;
comment on function metres_between is 'The distance between two points as the crow flies, over a round earth.';

create function box_around(lon double precision, lat double precision, metres double precision)
  returns box language sql immutable parallel safe
  as $$ select box(
    point(lon - degrees(asin(least(1, sin(metres / 6371008.8) / cos(radians(lat))))), lat - degrees(metres / 6371008.8)),
    point(lon + degrees(asin(least(1, sin(metres / 6371008.8) / cos(radians(lat))))), lat + degrees(metres / 6371008.8))) $$;
comment on function box_around is 'The smallest box of degrees that holds every point within so many metres of one: what an index of points can look up.';

create table container_state (
  container_id int primary key references container on delete cascade,
  fill_percent smallint check (fill_percent between 0 and 100),
  measured_at timestamptz,
  malfunction text check (malfunction in ('full', 'drum_stuck', 'lock', 'pass_reader', 'damaged')),
  malfunction_since timestamptz,
  check ((fill_percent is null) = (measured_at is null)),
  check ((malfunction is null) = (malfunction_since is null))
);
comment on table container_state is
  'What a shared container last reported: how full it is, and since when something keeps people from using it.';
