import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/database/sql.ts'

/** A hash of the definitions of all objects, and the bytes of all tables. */
type SchemaState = { definitions: string; bytes: number }

/** What the migrations leave in a database: the schema, the rows of some tables as JSON, and the numbers of sequences. */
export type MigratedSchema = SchemaState & {
  filled: { name: string; columns: string; rows: string }[]
  sequences: string
}

/** Deleted rows take space and time. When the tables are this many times as large, the migrations are applied again. */
const maxGrowth = 2

const tables = sql`pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`

async function readSchema(db: Db) {
  // A change of a definition changes its `xmin`. That of a table also changes for other reasons.
  const { rows } = await sql<SchemaState>`
    select md5(string_agg(definition, ',' order by definition)) as definitions,
      (select sum(pg_total_relation_size(oid))::float8 from ${tables}) as bytes
    from (
      select concat_ws(' ', oid, relname, relkind, relacl, relchecks, relhastriggers, reloptions) from pg_class
      union all select concat_ws(' ', attrelid, attnum, xmin) from pg_attribute
      union all select concat_ws(' ', oid, xmin) from pg_proc
      union all select concat_ws(' ', oid, xmin) from pg_trigger
      union all select concat_ws(' ', oid, xmin) from pg_constraint
      union all select concat_ws(' ', oid, xmin) from pg_type
      union all select concat_ws(' ', oid, xmin) from pg_namespace
    ) as object (definition)`.execute(db)
  return rows[0] as SchemaState
}

/** Describes a database to which only the migrations were applied. */
export async function readMigratedSchema(db: Db): Promise<MigratedSchema> {
  const { rows: found } = await sql<{ name: string; columns: string }>`
    select oid::regclass::text as name,
      (select string_agg(quote_ident(attname), ', ') from pg_attribute
       where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from ${tables}`.execute(db)
  const filled: MigratedSchema['filled'] = []
  for (const table of found) {
    const { rows } = await sql<{ rows: string | null }>`
      select json_agg(stored)::text as rows from ${sql.raw(table.name)} as stored`.execute(db)
    if (rows[0]?.rows) filled.push({ ...table, rows: rows[0].rows })
  }
  const { rows: numbers } = await sql<{ sequences: string }>`
    select json_agg(json_build_object('id', seqrelid::oid, 'start', seqstart, 'last', pg_sequence_last_value(seqrelid)))::text
      as sequences
    from pg_sequence`.execute(db)
  return { ...(await readSchema(db)), filled, sequences: numbers[0]?.sequences ?? '[]' }
}

/**
 * Restores the rows and sequences that the migrations left, in a tenth of the time of the migrations. Returns false when
 * the schema has changed or the tables have grown.
 */
export async function restoreRows(db: Db, { definitions, bytes, filled, sequences }: MigratedSchema): Promise<boolean> {
  await sql`
    do $$ declare found regclass; begin
      for found in select oid from ${tables} and relispartition loop
        execute format('drop table %s', found);
      end loop;
    end $$`.execute(db)
  const schema = await readSchema(db)
  if (schema.definitions !== definitions || schema.bytes > bytes * maxGrowth) return false
  await db.transaction(async (transaction) => {
    await sql`
      do $$ declare found regclass; begin
        set local session_replication_role = replica;
        for found in select oid from ${tables} loop
          execute format('delete from %s', found);
        end loop;
      end $$`.execute(transaction)
    for (const { name, columns, rows } of filled)
      await sql`
        insert into ${sql.raw(name)} (${sql.raw(columns)}) overriding system value
        select ${sql.raw(columns)} from json_populate_recordset(null::${sql.raw(name)}, ${rows})`.execute(transaction)
    await sql`
      select setval(id, coalesce(last, start), last is not null)
      from json_to_recordset(${sequences}) as sequence (id oid, start bigint, last bigint)`.execute(transaction)
  })
  return true
}
