import type { EmployeeSession } from '@rd4-loket/contract'
import { inMunicipality, type Viewer } from '../../domain/places/in-municipality.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows, firstRow, runSql } from '../../platform/database/statements.queries.ts'

const isLive = sql`ended_at is null and expires_at > now()`

/** Returns the live sessions of an employee: the session of the caller first, then by last use. */
export const findSessions = (db: Db, employee_id: number, current_session_id: string) => allRows<EmployeeSession>(db)`
  select id, browser, system, network, dutch_time(started_at) as started_at, dutch_time(last_used_at) as last_used_at,
    id = ${current_session_id}::uuid as is_current, issuer is not null as by_organisation
  from session where employee_id = ${employee_id} and ${isLive}
  order by is_current desc, session.last_used_at desc, id`

/** Ends one live session of an employee at once, on every node. Returns the number of ended sessions. */
export const endSessionOf = (transaction: Db, employee_id: number, session_id: string) => runSql(transaction)`
  update session set ended_at = now(), opened_places = '[]'
  where employee_id = ${employee_id} and id = ${session_id}::uuid and ${isLive}`

/** Ends the live sessions of an employee, except the session of the caller. Returns the number of ended sessions. */
export const endSessionsOf = (transaction: Db, employee_id: number, current_session_id: string) => runSql(transaction)`
  update session set ended_at = now(), opened_places = '[]'
  where employee_id = ${employee_id} and id <> ${current_session_id}::uuid and ${isLive}`

/** Returns an employee whom the caller may see, with the key in the logs. */
export const findEmployeeKey = (db: Db, viewer: Viewer, employee_id: number) =>
  firstRow<{ id: number; key: string }>(db)`
    select id, audit_key as key from employee
    where id = ${employee_id} and ${inMunicipality(viewer, sql`municipality_id`)}`
