create table letter_sender (
  municipality_id int primary key references municipality,
  contact text not null check (char_length(contact) <= 160),
  opening_hours text not null check (char_length(opening_hours) <= 160),
  names_employee boolean not null
);
comment on table letter_sender is
  'How residents of a municipality reach the sender of a letter about a bill. Without a row: letters do not say it. '
  'No personal data.';
comment on column letter_sender.names_employee is
  'Whether a letter ends with the name of the employee who made it.';
