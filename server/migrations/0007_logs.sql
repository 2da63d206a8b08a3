-- The three logs (audit, security, processing) are append-only. Each row has the hash of itself and of the row before
-- it, so a removed or changed row is detected. The oldest rows can be removed, but only by retire_log().

create table log_chain (
  log text primary key,
  length bigint not null default 0,
  hash bytea not null default sha256(''),
  kept_from bigint not null default 1,
  kept_hash bytea not null default sha256('')
);
comment on table log_chain is 'The state of each log.';
comment on column log_chain.length is 'The position of the last row: the number of rows ever added.';
comment on column log_chain.hash is 'The hash of the last row.';
comment on column log_chain.kept_from is 'The position of the first row that is retained.';
comment on column log_chain.kept_hash is 'The hash of the row before kept_from.';
insert into log_chain (log) values ('audit'), ('security'), ('processing');

create table audit_event (
  log text not null check (log in ('audit', 'security')),
  position bigint not null,
  happened_at timestamptz not null,
  trace_id uuid not null,
  employee_key uuid,
  action text not null,
  object_kind text,
  object_key text,
  result text not null check (result in ('done', 'not_found', 'refused')),
  result_count int,
  purpose text,
  old_values jsonb,
  new_values jsonb,
  origin text not null,
  hash bytea not null,
  primary key (log, position)
);
comment on table audit_event is
  'A row of the audit log (an employee read or changed data) or of the security log (logins, passwords, accounts).';
comment on column audit_event.employee_key is 'The audit_key of the employee.';
comment on column audit_event.object_key is
  'The object of the action. A resident is identified by a keyed hash of the pass, never by number or name. An address is '
  'identified by its alias.';
comment on column audit_event.old_values is
  'The values before a change of a setting, a right or a pass. Empty: the setting or right was added.';
comment on column audit_event.new_values is
  'The values after that change. Empty: the setting or right was removed.';
create index audit_event_moment on audit_event (happened_at, position);
create index audit_event_employee on audit_event (employee_key, happened_at);
create index audit_event_object on audit_event (object_key, happened_at);
create index audit_event_trace on audit_event (trace_id);

create table processing_record (
  position bigint primary key,
  trace_id uuid not null,
  span_id text not null check (span_id ~ '^[0-9a-f]{16}$'),
  status_code smallint not null check (status_code between 0 and 2),
  name text not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  resource_name text not null,
  resource_version text not null,
  processing_activity_id text not null,
  data_subject_id text not null,
  data_subject_id_type text not null,
  hash bytea not null
);
comment on table processing_record is
  'A row of the processing log: the data of one person was read or changed, when and for which purpose. It has neither '
  'the employee nor the data itself. The columns are the fields of the Dutch standard Logboek Dataverwerkingen.';
create index processing_record_subject on processing_record (data_subject_id, start_time);
create index processing_record_moment on processing_record (start_time);
create index processing_record_trace on processing_record (trace_id);

create function chained_hash(previous bytea, entry jsonb) returns bytea
  language sql immutable
  -- Nulls are not hashed: the hash of an older row remains valid when a column is added to the table.
  as $$ select sha256(previous || convert_to(jsonb_strip_nulls(entry - 'hash')::text, 'UTF8')) $$;
comment on function chained_hash is 'Returns the hash of a row, from its values and the hash of the previous row.';

create function append_to_chain() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC'
  as $$
    declare
      chain log_chain;
    begin
      -- A row of a restored backup already has its hash.
      if new.hash is not null then return new; end if;
      -- The row lock lasts until the end of the transaction, so transactions append to a log one after the other.
      select * into strict chain from log_chain where log = coalesce(to_jsonb(new) ->> 'log', tg_argv[0]) for update;
      new.position := chain.length + 1;
      if tg_table_name = 'audit_event' then new.happened_at := coalesce(new.happened_at, clock_timestamp()); end if;
      new.hash := chained_hash(chain.hash, to_jsonb(new));
      update log_chain set length = new.position, hash = new.hash where log = chain.log;
      return new;
    end
  $$;
comment on function append_to_chain is 'Sets the position and the hash of a new row of a log.';
create trigger append_to_chain before insert on audit_event for each row execute function append_to_chain();
create trigger append_to_chain before insert on processing_record
  for each row execute function append_to_chain('processing');

create function reject_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
    begin
      if tg_op = 'DELETE' then
        if exists (
          select from log_chain
          where log = coalesce(to_jsonb(old) ->> 'log', tg_argv[0]) and old.position < kept_from
        ) then return old; end if;
      end if;
      raise exception 'rows of % are only ever added', tg_table_name using errcode = 'insufficient_privilege';
    end
  $$;
comment on function reject_change is
  'Rejects updates, truncates and deletes of a log, except the deletion of rows before log_chain.kept_from.';
create trigger reject_change before update or delete on audit_event for each row execute function reject_change();
create trigger reject_truncate before truncate on audit_event execute function reject_change();
create trigger reject_change before update or delete on processing_record
  for each row execute function reject_change('processing');
create trigger reject_truncate before truncate on processing_record execute function reject_change();

create function broken_link(log_name text, first bigint, last bigint) returns bigint
  language plpgsql stable set search_path = public, pg_temp set timezone = 'UTC'
  as $$
    declare
      chain log_chain;
    begin
      select * into strict chain from log_chain where log = log_name;
      return (
        with entry as materialized (
          select position, hash, to_jsonb(audit_event) as entry from audit_event
          where log = log_name and position between first - 1 and last
          union all
          select position, hash, to_jsonb(processing_record) from processing_record
          where log_name = 'processing' and position between first - 1 and last
        )
        select min(expected_position)
        from generate_series(greatest(first, chain.kept_from), least(last, chain.length)) as expected_position
        left join entry on entry.position = expected_position
        left join entry before on before.position = expected_position - 1
        where entry.hash is null
          or entry.hash is distinct from chained_hash(
            case when expected_position = chain.kept_from then chain.kept_hash else before.hash end, entry.entry)
          or (expected_position = chain.length and entry.hash <> chain.hash)
      );
    end
  $$;
comment on function broken_link is
  'Returns the first position, between two positions of a log, at which a row is missing or was changed. Null: none.';

create function retire_log(log_name text, before timestamptz, max_rows int) returns int
  language plpgsql security definer set search_path = public, pg_temp
  as $$
    declare
      chain log_chain;
      first_retained bigint;
    begin
      if before > now() - interval '1 month' then
        raise exception 'rows of a log stay for a month at least' using errcode = 'insufficient_privilege';
      end if;
      select * into strict chain from log_chain where log = log_name for update;
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
      set kept_from = first_retained, kept_hash = (
        select hash from audit_event where log = log_name and position = first_retained - 1
        union all
        select hash from processing_record where log_name = 'processing' and position = first_retained - 1
      )
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
  'Deletes the oldest rows of a log: those before a moment (at least a month ago), up to a maximum number. Returns '
  'their number, and adds a row about this to the audit log. The rows that remain are still a verifiable chain.';
revoke all on function retire_log from public;

create table subject_key (
  id int primary key default 1 check (id = 1),
  key bytea not null default sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))
);
comment on table subject_key is
  'One row: the key with which pass numbers and households are hashed in the logs, unless the setting SUBJECT_SECRET '
  'replaces it.';
insert into subject_key default values;

create table log_check (
  log text primary key references log_chain,
  checked_at timestamptz not null default now(),
  length bigint not null,
  broken_at bigint
);
comment on table log_check is 'The last complete check of a log.';
comment on column log_check.length is 'The length of the log at that moment.';
comment on column log_check.broken_at is 'The first position at which a row was missing or changed. Null: none.';

create table audit_review (
  month date not null check (extract(day from month) = 1),
  employee_key uuid not null,
  reviewed_by uuid not null,
  reviewed_at timestamptz not null default now(),
  remark text,
  check (reviewed_by <> employee_key),
  primary key (month, employee_key)
);
comment on table audit_review is
  'An administrator reviewed what an employee accessed in a month. Both are identified by employee.audit_key.';
