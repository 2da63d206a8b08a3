create table try_budget (
  key text primary key,
  spent_until timestamptz not null
);
comment on table try_budget is 'How far the tries of something (logins of an account from an address, mails to somebody) have run ahead of the pace that is allowed. The key is a hash: who and where cannot be read from it.';
create index try_budget_spent on try_budget (spent_until);

create table login_place (
  key text primary key,
  last_login_at timestamptz not null default now()
);
comment on table login_place is 'From which network an employee logged in before, as a hash of both. What strangers try elsewhere does not count there.';
create index login_place_moment on login_place (last_login_at);
