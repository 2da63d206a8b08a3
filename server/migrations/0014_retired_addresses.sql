alter table address add retired_on date;
comment on column address.retired_on is 'Since when the register no longer has it: no search finds it any more, but its page stays, with all that was stored of it.';
