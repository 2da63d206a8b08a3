import type {
  BlockedReason,
  DeskAction,
  issuePass,
  ParsedInput,
  PassStatus,
  PassSystem,
  UndoableAction,
} from '@rd4-loket/contract'
import { saveDeliveryAt } from '../../domain/deliveries/deliveries.queries.ts'
import { inMunicipality, type Viewer } from '../../domain/places/in-municipality.queries.ts'
import { deskAction, isUndoable, type Undoer, undoSecondsLeft } from '../../domain/undo/undo.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { dutchToday } from '../../platform/database/dutch-time.queries.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { allRows, firstRow, firstValue, hasRow, runSql } from '../../platform/database/statements.queries.ts'
import { isOfResident } from './residents.queries.ts'

const changeColumns = { by: sql`employee_id`, at: sql`changed_at` }

/** The values of a pass that a change can alter. */
type PassState = {
  status: PassStatus
  blocked_reason: BlockedReason | null
  collection_system_id: number | null
}
export type StoredPass = PassState & {
  id: number
  resident_id: number
  address_id: number
  replaced_by_id: number | null
}

/** Locks the address of a pass until the transaction ends: at most one pass of an address may become active. */
const lockAddressOf = (transaction: Db, isPass: Sql) => runSql(transaction)`
  select from address
  where id = (select address_id from environmental_pass pass where ${isPass}) for no key update`

/**
 * Locks the address of a pass, and then the pass, until the transaction ends. Returns the pass. Does not check the
 * municipality of the pass.
 */
export async function lockStoredPass(transaction: Db, number: string) {
  await lockAddressOf(transaction, sql`number = ${number}`)
  return firstRow<StoredPass>(transaction)`
    select id, resident_id, address_id, status, blocked_reason, collection_system_id, replaced_by_id
    from environmental_pass where number = ${number} for update`
}

type ChangeKind = Exclude<UndoableAction['kind'], 'roll_issue'>

/** Stores the state of a pass before a change, so that the change can be undone. Returns the id of the change. */
export const insertPassChange = (
  db: Db,
  kind: Exclude<ChangeKind, 'issue'>,
  pass: StoredPass,
  employee_id: number,
) => firstValue<number>(db)`
  insert into pass_change (environmental_pass_id, kind, employee_id, old_status, old_blocked_reason, old_blocked_on,
    old_collection_system_id)
  select id, ${kind}, ${employee_id}, status, blocked_reason, blocked_on, collection_system_id
  from environmental_pass where id = ${pass.id}
  returning id`

/** The condition that a change was not undone, and that the pass was not changed again. */
const isCurrent = sql`(undone_at is null and not exists (
  select from pass_change later
  where later.environmental_pass_id = pass_change.environmental_pass_id and later.id > pass_change.id
    and later.undone_at is null))`

const findOwnLastChange = (db: Db, employee_id: number, pass_id: number, kind: ChangeKind, hasEffect: Sql) =>
  firstValue<number | undefined>(db)`
    select pass_change.id
    from pass_change
      join environmental_pass pass on pass.id = environmental_pass_id
      left join environmental_pass replacement on replacement.id = pass.replaced_by_id
    where environmental_pass_id = ${pass_id} and kind = ${kind} and employee_id = ${employee_id} and ${isCurrent}
      and ${hasEffect}`

/**
 * Returns the id of the last change of a pass, if this employee made this change. A change of another kind, reason or
 * replacement, and a change that was undone, is not the same change.
 */
export const findSameChange = (
  db: Db,
  employee_id: number,
  pass_id: number,
  { kind, reason, new_number }: { kind: 'block' | 'replace'; reason: BlockedReason; new_number: string | null },
) =>
  findOwnLastChange(
    db,
    employee_id,
    pass_id,
    kind,
    sql`(old_status <> 'active' or pass.blocked_reason = ${reason})
      and replacement.number is not distinct from ${new_number}::text`,
  )

/** Returns the id of the last change of a pass, if this employee activated the pass for this system; null: for all. */
export const findSameActivation = (db: Db, employee_id: number, pass_id: number, system_id: number | null) =>
  findOwnLastChange(
    db,
    employee_id,
    pass_id,
    'activate',
    sql`pass.collection_system_id is not distinct from ${system_id}::int`,
  )

/** Blocks an active pass from today on, or from the day of issue if that day is later. */
export const setBlocked = (db: Db, pass_id: number, reason: BlockedReason) => runSql(db)`
  update environmental_pass
  set status = 'blocked', blocked_reason = ${reason}, blocked_on = greatest(${dutchToday}, issued_on)
  where id = ${pass_id}`

export const setReplacement = (db: Db, pass_id: number, replaced_by_id: number) => runSql(db)`
  update environmental_pass set replaced_by_id = ${replaced_by_id} where id = ${pass_id}`

export const setCollectionSystem = (db: Db, pass_id: number, collection_system_id: number | null) => runSql(db)`
  update environmental_pass set collection_system_id = ${collection_system_id} where id = ${pass_id}`

/**
 * Inserts an active pass of a resident, and returns its id. Returns undefined when the number is in
 * use, or when the address has another active pass.
 */
export const insertActivePass = (
  db: Db,
  number: string,
  { resident_id, address_id }: Pick<StoredPass, 'resident_id' | 'address_id'>,
) =>
  firstValue<number | undefined>(db)`
    insert into environmental_pass (number, resident_id, address_id, status, issued_on)
    values (${number}, ${resident_id}, ${address_id}, 'active', ${dutchToday})
    on conflict do nothing returning id`

/**
 * Locks an address until the transaction ends, so that no other employee and no import issues its first pass, and
 * returns its id. Returns undefined for a retired address and for an address of another municipality.
 */
export const lockAddress = (transaction: Db, viewer: Viewer, alias: string) =>
  firstValue<number | undefined>(transaction)`
    select address.id from address join street on street.id = street_id
    where alias = ${alias} and retired_on is null
      and ${inMunicipality(viewer)}
    for no key update of address`

/** Returns whether an address has an active pass, or a blocked or expired pass of a resident who did not move away. */
export const hasPass = (db: Db, address_id: number) =>
  hasRow(db)`select from environmental_pass where address_id = ${address_id} and ${isOfResident}`

/** Inserts the resident of an address with its first pass, and returns the id. */
export async function insertResident(db: Db, address_id: number, name: string) {
  await saveDeliveryAt(db, 'passes', [address_id])
  return firstValue<number>(db)`
    insert into resident (address_id, name) values (${address_id}, ${name}) returning id`
}

/** Stores that an employee issued the first pass of an address. Returns the id of the change. */
export const insertFirstIssue = (db: Db, pass_id: number, employee_id: number) => firstValue<number>(db)`
  insert into pass_change (environmental_pass_id, kind, employee_id) values (${pass_id}, 'issue', ${employee_id})
  returning id`

/**
 * Returns the id of the change by which this employee issued this pass at this address to a resident with this name.
 */
export const findFirstIssue = (
  db: Db,
  employee_id: number,
  address_id: number,
  { new_pass_number, name }: ParsedInput<typeof issuePass>['body'],
) => firstValue<number | undefined>(db)`
  select pass_change.id
  from pass_change
    join environmental_pass pass on pass.id = environmental_pass_id
    join resident on resident.id = resident_id
  where kind = 'issue' and employee_id = ${employee_id} and number = ${new_pass_number}
    and pass.address_id = ${address_id} and name = ${name}`

/** Returns whether a pass has this number, in any municipality. */
export const isPassNumber = (db: Db, number: string) =>
  hasRow(db)`select from environmental_pass where number = ${number}`

/** Returns the underground systems that the address of a pass may use. */
export const findPassSystems = (db: Db, { address_id, collection_system_id }: StoredPass) =>
  allRows<PassSystem & { id: number }>(db)`
    select collection_system.id, alias, name, collection_system.id is not distinct from ${collection_system_id}::int as is_chosen
    from collection_system_access access join collection_system on collection_system.id = access.collection_system_id
    where access.address_id = ${address_id} and exists (
      select from container
      where container.collection_system_id = collection_system.id and kind = 'ondergronds' and removed_on is null)
    order by name, collection_system.id`

/** Returns the changes of this employee that can still be undone, newest first. */
export const findUndoableChanges = (db: Db, undoer: Undoer) => allRows<UndoableAction>(db)`
  select pass_change.kind, pass_change.id, right(number, 4) as pass_ending, null as rolls,
    dutch_time(changed_at) as done_at, ${undoSecondsLeft(undoer, changeColumns.at)} as seconds_left
  from pass_change join environmental_pass on environmental_pass.id = environmental_pass_id
  where ${isUndoable(undoer, changeColumns)} and undone_at is null
  order by changed_at desc, pass_change.id desc`

type LockedChange = DeskAction & {
  is_undone: boolean
  /** The change was not undone, and the pass was not changed again. */
  is_current: boolean
  kind: ChangeKind
  number: string
  new_number: string | null
  environmental_pass_id: number
  replaced_by_id: number | null
}

/**
 * Locks the address and the pass of a change, and then returns the change as this employee sees it, with the
 * replacement of the pass. Returns undefined for an unknown change, and for a change in another municipality. The last
 * statement sees a change that was committed while the others waited for their locks.
 */
export async function lockChange(transaction: Db, viewer: Viewer & { id: number }, change_id: number) {
  const isOfChange = sql`id = (select environmental_pass_id from pass_change where id = ${change_id})`
  await lockAddressOf(transaction, isOfChange)
  await runSql(transaction)`
    select from environmental_pass pass join pass_change on environmental_pass_id = pass.id
    where pass_change.id = ${change_id} for update of pass`
  return firstRow<LockedChange>(transaction)`
    select kind, pass.number, replacement.number as new_number, environmental_pass_id, pass.replaced_by_id,
      ${deskAction(viewer.id, changeColumns)},
      undone_at is not null as is_undone, ${isCurrent} as is_current
    from pass_change
      join environmental_pass pass on pass.id = environmental_pass_id
      join address on address.id = pass.address_id
      join street on street.id = street_id
      left join environmental_pass replacement on replacement.id = pass.replaced_by_id and kind = 'replace'
    where pass_change.id = ${change_id} and ${inMunicipality(viewer)}`
}

/** Returns whether rolls were issued on a pass, or the pass was changed and this change was not undone. */
export const isUsed = (db: Db, pass_id: number) => hasRow(db)`
  select from roll_issue where environmental_pass_id = ${pass_id}
  union all select from pass_change where environmental_pass_id = ${pass_id} and kind <> 'issue' and undone_at is null`

/**
 * Deletes the first pass of an address, with its issue and its resident. Keeps a resident who has another pass or an
 * objection that was handed over.
 */
export async function deleteFirstPass(db: Db, pass_id: number) {
  await runSql(db)`delete from pass_change where environmental_pass_id = ${pass_id}`
  const resident_id = await firstValue<number>(db)`
    delete from environmental_pass where id = ${pass_id} returning resident_id`
  await runSql(db)`
    delete from resident where id = ${resident_id}
      and not exists (select from environmental_pass where resident_id = resident.id)
      and not exists (select from objection_handover where resident_id = resident.id)`
}

/** Deletes the replacement of a pass, with its changes, which were undone. */
export async function deleteReplacement(db: Db, pass_id: number, replacement_id: number) {
  await runSql(db)`update environmental_pass set replaced_by_id = null where id = ${pass_id}`
  await runSql(db)`delete from pass_change where environmental_pass_id = ${replacement_id}`
  await runSql(db)`delete from environmental_pass where id = ${replacement_id}`
}

/**
 * Restores the state of a pass before a change. Returns false, and restores nothing, when the pass would be the second
 * active pass of its address.
 */
export async function restorePass(db: Db, change_id: number) {
  const restored = await firstValue<number | undefined>(db)`
    update environmental_pass pass set status = old_status, blocked_reason = old_blocked_reason, blocked_on = old_blocked_on,
      collection_system_id = old_collection_system_id
    from pass_change
    where pass_change.id = ${change_id} and pass.id = environmental_pass_id and (old_status <> 'active' or not exists (
      select from environmental_pass other
      where other.address_id = pass.address_id and other.status = 'active' and other.id <> pass.id))
    returning pass.id`
  if (restored === undefined) return false
  await runSql(db)`update pass_change set undone_at = now() where id = ${change_id}`
  return true
}
