alter table employee add audit_key uuid not null default gen_random_uuid() unique;
comment on column employee.audit_key is 'By this the logs name an employee. It means nothing without this table.';

create table log_chain (
  log text primary key,
  length bigint not null default 0,
  hash bytea not null default sha256(''),
  kept_from bigint not null default 1,
  kept_hash bytea not null default sha256('')
);
comment on table log_chain is 'Where each log stands: how many rows it ever had, the hash of the last, and from which row on it is kept, with the hash of the one before.';
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
  origin text not null,
  hash bytea not null,
  primary key (log, position)
);
comment on table audit_event is 'Who did what, and looked at whose data: only ever added to. Each row holds the hash of itself and of the one before, so that a removed or changed row shows.';
comment on column audit_event.object_key is 'What it was done to. A person stands here as a keyed hash of their pass, never by number or name.';
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
comment on table processing_record is 'One row for each person whose data was shown or changed, in the fields of the Logboek Dataverwerkingen: why, and when; not by whom, and none of the data. Only ever added to.';
create index processing_record_subject on processing_record (data_subject_id, start_time);
create index processing_record_moment on processing_record (start_time);
create index processing_record_trace on processing_record (trace_id);

-- A column that is added later is null in older rows: left out, so that their hashes stay what they are.
create function chained_hash(previous bytea, entry jsonb) returns bytea
  language sql immutable
  as $$ select sha256(previous || convert_to(jsonb_strip_nulls(entry - 'hash')::text, 'UTF8')) $$;
comment on function chained_hash is 'The hash of a row of a log, which holds the hash of the row before it.';

-- The row of the chain stays locked until the transaction ends: whoever adds to the same log comes after it, in its order.
-- A row that brings its hash is one of a backup, and stays as it is.
create function append_to_chain() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC'
  as $$
    declare
      chain log_chain;
    begin
      if new.hash is not null then return new; end if;
      select * into strict chain from log_chain where log = coalesce(to_jsonb(new) ->> 'log', tg_argv[0]) for update;
      new.position := chain.length + 1;
      if tg_table_name = 'audit_event' then new.happened_at := coalesce(new.happened_at, clock_timestamp()); end if;
      new.hash := chained_hash(chain.hash, to_jsonb(new));
      update log_chain set length = new.position, hash = new.hash where log = chain.log;
      return new;
    end
  $$;
comment on function append_to_chain is 'Gives a new row of a log its position and its hash.';

create trigger append before insert on audit_event for each row execute function append_to_chain();
create trigger append before insert on processing_record for each row execute function append_to_chain('processing');

create function refuse_change() returns trigger
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
comment on function refuse_change is 'Keeps the rows of a log as they are. Only those before the first that is kept may go.';

create trigger keep before update or delete on audit_event for each row execute function refuse_change();
create trigger keep_all before truncate on audit_event execute function refuse_change();
create trigger keep before update or delete on processing_record for each row execute function refuse_change('processing');
create trigger keep_all before truncate on processing_record execute function refuse_change();

create function broken_link(wanted text, first bigint, last bigint) returns bigint
  language plpgsql stable set search_path = public, pg_temp set timezone = 'UTC'
  as $$
    declare
      chain log_chain;
    begin
      select * into strict chain from log_chain where log = wanted;
      return (
        with entry as materialized (
          select position, hash, to_jsonb(audit_event) as entry from audit_event
          where log = wanted and position between first - 1 and last
          union all
          select position, hash, to_jsonb(processing_record) from processing_record
          where wanted = 'processing' and position between first - 1 and last
        )
        select min(wanted_position)
        from generate_series(greatest(first, chain.kept_from), least(last, chain.length)) as wanted_position
        left join entry on entry.position = wanted_position
        left join entry before on before.position = wanted_position - 1
        where entry.hash is null
          or entry.hash is distinct from chained_hash(
            case when wanted_position = chain.kept_from then chain.kept_hash else before.hash end, entry.entry)
          or (wanted_position = chain.length and entry.hash <> chain.hash)
      );
    end
  $$;
comment on function broken_link is 'The first position of a part of a log where a row is missing or not what was written; null where the part is whole.';
