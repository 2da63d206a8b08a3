-- Every check of a log is kept with the hash of the log at that length. A log that is shorter than a checked length was
-- shortened; a log with another hash at a checked length was changed, even when all its hashes were computed again.

alter table log_check drop constraint log_check_pkey;
alter table log_check add column id bigint generated always as identity primary key;
alter table log_check add column hash bytea;
alter table log_check add column fault text check (fault in ('broken', 'shortened', 'changed'));
update log_check set fault = 'broken' where broken_at is not null;
alter table log_check add check ((fault is null) = (broken_at is null));
create index log_check_log on log_check (log, id);
comment on table log_check is
  'Every check of a log, with its outcome. Rows are only ever added, by the function record_log_check. No personal data.';
comment on column log_check.length is 'The number of rows that were checked.';
comment on column log_check.hash is 'The hash of the last checked row. Null: the row was not stored at that moment.';
comment on column log_check.fault is
  'Null: intact. broken: a row is missing or differs from its hash. shortened: the log is shorter than at an earlier '
  'check. changed: the hash at the length of an earlier check differs.';
comment on column log_check.broken_at is 'The first row that can be missing or changed. Null: none.';

alter table log_chain add column min_months int not null default 1 check (min_months >= 1);
comment on column log_chain.min_months is
  'Rows younger than this number of months cannot be removed. Only the owner of the table changes it.';

create function log_hash(log_name text, at bigint) returns bytea
  language sql stable set search_path = public, pg_temp
  as $$
    select kept_hash from log_chain where log = log_name and kept_from - 1 = at
    union all
    select hash from audit_event where log = log_name and position = at
    union all
    select hash from processing_record where log_name = 'processing' and position = at
    limit 1
  $$;
comment on function log_hash is 'Returns the hash of a log at a length. Null: that row is not stored.';
update log_check set hash = log_hash(log, length) where fault is null;

create function reject_log_check_change() returns trigger
  language plpgsql as $$
    begin
      raise exception 'rows of log_check are only ever added' using errcode = 'insufficient_privilege';
    end
  $$;
comment on function reject_log_check_change is 'Rejects updates, deletes and truncates of the checks of the logs.';
create trigger reject_log_check_change before update or delete on log_check
  for each row execute function reject_log_check_change();
create trigger reject_log_check_truncate before truncate on log_check execute function reject_log_check_change();

create function record_log_check(log_name text, checked_length bigint, first_broken bigint) returns log_check
  language plpgsql security definer set search_path = public, pg_temp
  as $$
    declare
      chain log_chain;
      first_changed bigint;
      outcome log_check;
    begin
      select * into strict chain from log_chain where log = log_name;
      if checked_length > chain.length then
        raise exception 'the log has only % rows', chain.length using errcode = 'invalid_parameter_value';
      end if;
      -- A check that found a fault proves nothing about the rows before it, so only intact checks are compared.
      select min(length) into first_changed from log_check
        where log = log_name and fault is null and length between chain.kept_from - 1 and chain.length
          and hash <> log_hash(log_name, length);
      if first_broken is not null then
        outcome.fault := 'broken';
        outcome.broken_at := first_broken;
      elsif exists (select from log_check where log = log_name and fault is null and length > chain.length) then
        outcome.fault := 'shortened';
        outcome.broken_at := chain.length + 1;
      elsif first_changed is not null then
        outcome.fault := 'changed';
        outcome.broken_at := 1 + greatest(chain.kept_from - 1, (
          select max(length) from log_check
          where log = log_name and fault is null and length < first_changed and hash = log_hash(log_name, length)));
      end if;
      insert into log_check (log, length, hash, fault, broken_at)
        values (log_name, checked_length, log_hash(log_name, checked_length), outcome.fault, outcome.broken_at)
        returning * into outcome;
      return outcome;
    end
  $$;
comment on function record_log_check is
  'Compares a log with all its earlier checks, stores the outcome of this check, and returns it. first_broken: the first '
  'row that is missing or differs from its hash, or null.';
revoke all on function record_log_check from public;

create or replace function retire_log(log_name text, before timestamptz, max_rows int) returns int
  language plpgsql security definer set search_path = public, pg_temp
  as $$
    declare
      chain log_chain;
      first_retained bigint;
    begin
      select * into strict chain from log_chain where log = log_name for update;
      if before > now() - make_interval(months => chain.min_months) then
        raise exception 'rows of this log stay for % months at least', chain.min_months
          using errcode = 'insufficient_privilege';
      end if;
      select least(chain.kept_from + max_rows, chain.length + 1, min(position)) into first_retained from (
        select position from audit_event
        where log = log_name and position >= chain.kept_from and position < chain.kept_from + max_rows
          and happened_at >= before
        union all
        select position from processing_record
        where log_name = 'processing' and position >= chain.kept_from and position < chain.kept_from + max_rows
          and start_time >= before
      ) young;
      if first_retained = chain.kept_from then return 0; end if;
      update log_chain
      set kept_from = first_retained, kept_hash = log_hash(log_name, first_retained - 1)
      where log = log_name;
      delete from audit_event where log = log_name and position < first_retained;
      delete from processing_record where log_name = 'processing' and position < first_retained;
      insert into audit_event (log, trace_id, action, object_kind, object_key, result, result_count, origin)
        values ('audit', gen_random_uuid(), 'retire_log', 'log', log_name, 'done', first_retained - chain.kept_from,
          'database');
      return first_retained - chain.kept_from;
    end
  $$;
comment on function retire_log is
  'Deletes the oldest rows of a log: those before a moment (at least log_chain.min_months ago), up to a maximum number. '
  'Returns their number, and adds a row about this to the audit log. The rows that remain are still a verifiable chain.';
