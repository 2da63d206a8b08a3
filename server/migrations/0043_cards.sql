-- A notice of the dashboard becomes a card: an instruction or a text to read aloud, at places of the portal.

alter table notice drop constraint notice_check;
alter table notice alter column valid_from type timestamptz
  using valid_from::timestamp at time zone 'Europe/Amsterdam';
-- A notice ended with its last day. A card ends at a moment.
alter table notice alter column valid_to type timestamptz
  using (valid_to + 1)::timestamp at time zone 'Europe/Amsterdam';
alter table notice rename column valid_from to shown_from;
alter table notice rename column valid_to to shown_until;
alter table notice
  add column spoken text not null default '',
  add column places text[] not null default '{dashboard}',
  add column waste_type text,
  add column code text,
  add column important boolean not null default false,
  add column version int not null default 1;
alter table notice alter column places drop default;
alter table notice
  add constraint card_period check (shown_until > shown_from),
  add constraint card_spoken check (length(spoken) <= 600),
  add constraint card_places check (cardinality(places) > 0);
alter index notice_pkey rename to card_pkey;
alter index notice_municipality rename to card_municipality;
alter sequence notice_id_seq rename to card_id_seq;
alter table notice rename constraint notice_municipality_id_fkey to card_municipality_id_fkey;
alter table notice rename to card;

comment on table card is
  'An instruction or a text to read aloud, at places of the portal, from shown_from until shown_until. '
  'No personal data.';
comment on column card.html is 'Sanitised before it is stored. Empty: the card only has a spoken text.';
comment on column card.spoken is 'With placeholders between braces. Empty: nothing is read aloud.';
comment on column card.places is 'Keys of the list of places in the contract.';
comment on column card.waste_type is 'Null: for every stream.';
comment on column card.code is 'A reason, a flag or a cause of a place. Null: for every code.';
comment on column card.version is 'Rises when the title or a text changes.';

create table card_read (
  card_id int not null references card on delete cascade,
  employee_id int not null references employee on delete cascade,
  version int not null,
  primary key (card_id, employee_id)
);
comment on table card_read is
  'The version of a card that an employee marked as read. Personal data of an employee, deleted with card.';
create index card_read_employee on card_read (employee_id);
