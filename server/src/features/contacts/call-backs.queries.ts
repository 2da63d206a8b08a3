import type { CallBack, CallBackOutcome } from '@rd4-loket/contract'
import { type CallBackViewer, callBacks, isForCaller } from '../../domain/contacts/open-call-backs.queries.ts'
import { occupancyOn } from '../../domain/occupancy/occupancy.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows, firstRow, runSql } from '../../platform/database/statements.queries.ts'
import type { ContactPlaceRow } from './contact-place.ts'

/** A stored call-back, with the row of its contact and the household. */
export type CallBackRow = Omit<CallBack, 'number' | 'place'> &
  ContactPlaceRow & {
    contact_row: number
    address_id: number | null
    occupancy_id: number | null
    closed_by_id: number | null
  }

const callBackRows = (caller: CallBackViewer) => sql`
  select call_back.id, contact.id as contact_row, purpose, phone, dutch_time(due_at) as due_at,
    due_at < now() as is_late, for_role, author.name as promised_by, call_back.outcome, closer.name as closed_by,
    call_back.closed_by as closed_by_id, contact.address_id,
    coalesce(contact.occupancy_id, ${occupancyOn(sql`contact.address_id`, sql`now()`)}) as occupancy_id,
    case when resident_id is not null then 'pass' when system.id is null then 'address' else 'collection_system' end
      as kind,
    coalesce(address.alias, system.alias) as alias,
    coalesce(system.name, concat_ws(' ', street.name, address.house_number, address.house_number_extension)) as line,
    street.city, case when system.id is null then municipality.id end as municipality_id,
    case when system.id is null then municipality.name end as municipality_name
  from ${callBacks}
    join municipality on municipality.id = street.municipality_id
    join employee author on author.id = contact.employee_id
    left join employee closer on closer.id = call_back.closed_by
  where ${isForCaller(caller)}`

/** Returns the open call-backs for an employee, the first moment first. */
export const findOpenCallBacks = (db: Db, caller: CallBackViewer, limit: number) => allRows<CallBackRow>(db)`
  ${callBackRows(caller)} and call_back.outcome is null order by call_back.due_at, call_back.id limit ${limit}`

/** Locks a call-back until the transaction ends. */
export const lockCallBack = (db: Db, id: number) => runSql(db)`select from call_back where id = ${id} for update`

/** Returns a call-back; undefined for an unknown one, and for one of a colleague or another municipality. */
export const findCallBack = (db: Db, caller: CallBackViewer, id: number) =>
  firstRow<CallBackRow>(db)`${callBackRows(caller)} and call_back.id = ${id}`

/** Closes an open call-back, and deletes the phone number. */
export const storeCallBackOutcome = (db: Db, id: number, outcome: CallBackOutcome, employee_id: number) => runSql(db)`
  update call_back set outcome = ${outcome}, phone = null, closed_by = ${employee_id}, closed_at = now()
  where id = ${id} and outcome is null`

/** Moves an open call-back to another moment. */
export const moveCallBack = (db: Db, id: number, due_at: string) => runSql(db)`
  update call_back set due_at = ${due_at} where id = ${id} and outcome is null`
