import type { Role } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { firstRow } from '../../platform/database/statements.queries.ts'
import { inMunicipality, type Viewer } from '../places/in-municipality.queries.ts'

/** An employee who calls back, for one municipality or all. */
export type CallBackViewer = Viewer & { id: number; roles: readonly Role[] }

/** The call-backs with their contacts and places, of which a condition selects those of the caller. */
export const callBacks = sql`
  call_back
    join contact on contact.id = contact_id
    left join collection_system system on system.id = contact.collection_system_id
    left join address on address.id = contact.address_id
    left join street on street.id = coalesce(address.street_id, system.street_id)`

/** The condition that a row of `callBacks` is for the caller: as one employee, or by role and municipality. */
export const isForCaller = (caller: CallBackViewer) => sql`(
  call_back.employee_id = ${caller.id}
  or (for_role = any (${caller.roles}::text[]) and ${inMunicipality(caller)}))`

const endOfToday = sql`
  ((now() at time zone 'Europe/Amsterdam')::date + 1)::timestamp at time zone 'Europe/Amsterdam'`

/**
 * Returns the number of call-backs for the caller that are late or due today, and of the own open contacts with text of
 * an earlier day.
 */
export const countContactTasks = (db: Db, caller: CallBackViewer) =>
  firstRow<{ call_backs: number; old_contacts: number }>(db)`
    select (
      select count(*)::int from ${callBacks}
      where call_back.outcome is null and due_at < ${endOfToday} and ${isForCaller(caller)}) as call_backs, (
      select count(*)::int from contact
      where employee_id = ${caller.id} and slot is not null and (note <> '' or drafts <> '{}')
        and started_at < ${endOfToday} - interval '1 day') as old_contacts`
