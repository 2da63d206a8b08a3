import type { QuarantineCause, WasteStream } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows, runSql } from '../../platform/database/statements.queries.ts'
import { tableOf } from '../../platform/database/table-of.queries.ts'

/** What holds for the rows of a line, as it is stored. */
export type StoredChoice = {
  container_id?: number
  address_id?: number
  waste_type?: WasteStream
  shared?: boolean
}

/** The cause and the key of a line. */
export type LineKey = { cause: QuarantineCause; key: string }

/** How the counts of a line change. */
export type LineChange = { line_id: number; rows: number; cents: number; unpriced: number }

/** Sums the changes of the counts of lines, one row at a time. */
export function collectLineChanges() {
  const changes = new Map<number, LineChange>()
  return {
    /** Adds a row to a line (1), or removes it (-1). */
    count(line_id: number, amount_cents: number | null, by: 1 | -1) {
      const change = changes.get(line_id) ?? { line_id, rows: 0, cents: 0, unpriced: 0 }
      change.rows += by
      change.cents += by * (amount_cents ?? 0)
      change.unpriced += amount_cents === null ? by : 0
      changes.set(line_id, change)
    },
    changes,
  }
}

const keyOf = ({ cause, key }: LineKey) => `${cause} ${key}`

/** Locks the waiting lines of these keys, and inserts those that are missing. Returns their ids by cause and key. */
export async function openLines(db: Db, lines: LineKey[]): Promise<(of: LineKey) => number> {
  const distinct = [...new Map(lines.map((line) => [keyOf(line), line])).values()]
  const rows = await allRows<LineKey & { id: number }>(db)`
    insert into quarantine_line (cause, key)
    select * from ${tableOf('file', distinct, { text: ['cause', 'key'] })} order by 1, 2
    on conflict (cause, key) where state = 'waiting' do update set cause = excluded.cause
    returning id, cause, key`
  const ids = new Map(rows.map((row) => [keyOf(row), row.id]))
  return (of) => ids.get(keyOf(of)) ?? 0
}

/** Changes the counts and the oldest day of lines, after their rows changed. Deletes lines without rows, except placed ones. */
export async function changeLines(db: Db, changes: Iterable<LineChange>) {
  const changed = [...changes].sort((one, other) => one.line_id - other.line_id)
  if (changed.length === 0) return
  await runSql(db)`
    update quarantine_line line
    set rows = line.rows + change.rows, cents = line.cents + change.cents, unpriced = line.unpriced + change.unpriced,
      oldest_on = (
        select (min(cleared_at) at time zone 'Europe/Amsterdam')::date from clearance_quarantine where line_id = line.id)
    from ${tableOf('change', changed, { int: ['line_id', 'rows', 'unpriced'], bigint: ['cents'] })}
    where line.id = change.line_id`
  await runSql(db)`
    delete from quarantine_line
    where id = any (${changed.map(({ line_id }) => line_id)}::int[]) and rows = 0 and state not in ('placing', 'placed')`
}

/** The condition that the rows of a line still wait for a place. */
export const isUndecided = sql`state in ('waiting', 'proposed', 'placing')`

/**
 * Replaces the changes of what waits by their sums, so that a list adds few rows. Beside another call, it sees only a part
 * of them. Such a part can have rows and cents, but no line.
 */
export const sumQuarantineCounts = (db: Db) => runSql(db)`
  with changed as (delete from quarantine_count returning *)
  insert into quarantine_count (cause, state, lines, rows, cents)
  select cause, state, sum(lines), sum(rows), sum(cents) from changed group by 1, 2
  having sum(lines) <> 0 or sum(rows) <> 0 or sum(cents) <> 0`
