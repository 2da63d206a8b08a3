import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/database/sql.ts'

/**
 * Deletes the rows of these tables and of all tables that refer to them, without triggers. `truncate … cascade` does
 * the same in four times the processor time, because it makes new files for each table and its indexes.
 */
export async function clearTables(db: Db, ...names: string[]): Promise<void> {
  await sql
    .raw(`do $$ declare referring regclass; begin
      set local session_replication_role = replica;
      for referring in
        with recursive cleared as (
          select unnest('{${names}}'::regclass[]) as relation
          union select conrelid from pg_constraint join cleared on confrelid = relation where contype = 'f')
        select relation from cleared
      loop
        execute format('delete from %s', referring);
      end loop;
    end $$`)
    .execute(db)
}
