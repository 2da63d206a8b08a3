import { type Sql, sql } from './sql.ts'

/** Joins conditions with `and`. Skips false and undefined. Returns `true` when no condition remains. */
export function allOf(...candidates: (Sql | false | undefined)[]) {
  const conditions = candidates.filter((condition) => condition !== false && condition !== undefined)
  const separator = sql`
      and `
  return conditions.length > 0 ? sql.join(conditions, separator) : sql`true`
}
