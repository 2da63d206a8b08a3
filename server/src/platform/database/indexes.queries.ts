import { sql } from 'kysely'
import type { Db } from './database.ts'

type Definition = { statement_off: string; statement_on: string }

/**
 * Takes the indexes and references off tables that are about to be filled, and answers the statements that put them back:
 * made at once over all rows they take a third of the time. Primary keys stay, for others refer to them.
 */
export async function takeOffIndexes(transaction: Db, tables: string[]): Promise<string[]> {
  const { rows: constraints } = await sql<Definition>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement_off,
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as statement_on
    from pg_constraint
    where contype in ('f', 'u') and conrelid = any (${tables}::regclass[])
    order by contype = 'f', conrelid::regclass::text, conname`.execute(transaction)
  const { rows: indexes } = await sql<Definition>`
    select format('drop index %s', indexrelid::regclass) as statement_off,
           -- Of a table with partitions it is told without them.
           replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as statement_on
    from pg_index
    where indrelid = any (${tables}::regclass[])
      and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
    order by indrelid::regclass::text, indexrelid::regclass::text`.execute(transaction)
  const definitions = [...indexes, ...constraints]
  for (const { statement_off } of definitions.toReversed()) await sql.raw(statement_off).execute(transaction)
  return definitions.map(({ statement_on }) => statement_on)
}
