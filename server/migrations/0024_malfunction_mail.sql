create table malfunction_mail (
  municipality_id int primary key references municipality,
  recipient text check (recipient ~ '^[^@[:space:]]+@[^@[:space:]]+$')
);
comment on table malfunction_mail is
  'Where a municipality gets a mail about the malfunctions at its collection systems. No personal data.';
comment on column malfunction_mail.recipient is 'A general address of the municipality. Null: no mails are sent.';
