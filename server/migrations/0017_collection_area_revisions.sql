alter table collection_area add rules_revision int not null default 0;
comment on column collection_area.rules_revision is 'How often its rules were changed: calendars elsewhere take a day anew when the number rises.';
