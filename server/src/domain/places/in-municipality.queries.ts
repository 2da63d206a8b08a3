import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Caller } from '../../platform/http/api.ts'

/** The part of a caller that decides which rows the caller may see. */
export type Viewer = Pick<Caller, 'sees'>

/** A viewer of all municipalities, for a call without an employee. */
export const everyMunicipality: Viewer = { sees: null }

/**
 * The condition that a row is in a municipality that the caller may see. `column`: the municipality of the row. It is
 * `true` for a caller who may see all municipalities, so that the planner does not have to check a parameter per row.
 */
export const inMunicipality = ({ sees }: Viewer, column: Sql = sql`street.municipality_id`) =>
  sees === null ? sql`true` : sql`${column} = ${sees}`
