import type { Db } from './db.ts'
import { sql } from './sql.ts'
import { allRows } from './statements.queries.ts'

type Definition = { drop_statement: string; create_statement: string }

/**
 * Drops the indexes, unique and exclusion constraints, and foreign keys of tables before a bulk insert. Primary keys
 * remain. Returns the statements that create them again. An insert without indexes, followed by their creation, takes a
 * third of the time of an insert with indexes.
 */
export async function dropIndexes(transaction: Db, tables: string[]): Promise<string[]> {
  const constraints = await allRows<Definition>(transaction)`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop_statement,
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create_statement
    from pg_constraint
    where contype in ('f', 'u', 'x') and conrelid = any (${tables}::regclass[])
    order by contype = 'f', conrelid::regclass::text, conname`
  const indexes = await allRows<Definition>(transaction)`
    select format('drop index %s', indexrelid::regclass) as drop_statement,
           -- On a partitioned table, the definition contains ON ONLY, which excludes the partitions.
           replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as create_statement
    from pg_index
    where indrelid = any (${tables}::regclass[])
      and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
    order by indrelid::regclass::text, indexrelid::regclass::text`
  const definitions = [...indexes, ...constraints]
  for (const { drop_statement } of definitions.toReversed()) await sql.raw(drop_statement).execute(transaction)
  return definitions.map(({ create_statement }) => create_statement)
}
