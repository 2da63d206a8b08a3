create table subject_key (
  id int primary key default 1 check (id = 1),
  key bytea not null default sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))
);
comment on table subject_key is 'With this key pass numbers are hashed for the logs, where no setting brings another. One row.';
insert into subject_key default values;

create table log_check (
  log text primary key references log_chain,
  checked_at timestamptz not null default now(),
  length bigint not null,
  broken_at bigint
);
comment on table log_check is 'The last time that a log was read from its first row to its last: how long it was, and where it was not what was written.';

create table audit_review (
  month date not null check (extract(day from month) = 1),
  employee_key uuid not null,
  reviewed_by uuid not null,
  reviewed_at timestamptz not null default now(),
  primary key (month, employee_key)
);
comment on table audit_review is 'What an employee looked at in a month, reviewed by an administrator.';

create function retire_log(wanted text, before timestamptz, most int) returns int
  language plpgsql security definer set search_path = public, pg_temp
  as $$
    declare
      chain log_chain;
      stays bigint;
    begin
      if before > now() - interval '1 month' then
        raise exception 'rows of a log stay for a month at least' using errcode = 'insufficient_privilege';
      end if;
      select * into strict chain from log_chain where log = wanted for update;
      select least(chain.kept_from + most, chain.length + 1, min(position)) into stays from (
        select position from audit_event
        where log = wanted and position >= chain.kept_from and position < chain.kept_from + most and happened_at >= before
        union all
        select position from processing_record
        where wanted = 'processing' and position >= chain.kept_from and position < chain.kept_from + most
          and start_time >= before
      ) young;
      if stays = chain.kept_from then return 0; end if;
      update log_chain
      set kept_from = stays, kept_hash = (
        select hash from audit_event where log = wanted and position = stays - 1
        union all
        select hash from processing_record where wanted = 'processing' and position = stays - 1
      )
      where log = wanted;
      delete from audit_event where log = wanted and position < stays;
      delete from processing_record where wanted = 'processing' and position < stays;
      insert into audit_event (log, trace_id, action, object_kind, object_key, result, result_count, origin)
        values ('audit', gen_random_uuid(), 'retire_log', 'log', wanted, 'done', stays - chain.kept_from, 'database');
      return stays - chain.kept_from;
    end
  $$;
comment on function retire_log is 'Takes the oldest rows out of a log, as far as they are from before a moment: the one way in which rows leave it. It says so in the audit log, and the rest stays a whole chain.';
revoke all on function retire_log from public;
