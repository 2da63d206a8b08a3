create table calendar_feed (
  address_id int primary key references address,
  token text collate "C" not null unique,
  created_at timestamptz not null default now()
);
comment on table calendar_feed is 'The link by which an address''s collection days come into a calendar. Who has the token reads them, and nothing else.';
