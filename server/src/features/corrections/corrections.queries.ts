import type {
  Correction,
  CorrectionChoices,
  CorrectionCounts,
  CorrectionSample,
  CorrectionSelection,
} from '@rd4-loket/contract'
import { hasRules, needsCode } from '../../domain/bill/charge-rules.queries.ts'
import { clearanceCents, clearanceDay } from '../../domain/bill/objection-rows.queries.ts'
import { areaOfAddress } from '../../domain/collection-days/collection-days.queries.ts'
import { coversDay } from '../../domain/occupancy/occupancy.queries.ts'
import type { LinkedAddressColumns } from '../../domain/places/linked-address.ts'
import { allOf } from '../../platform/database/conditions.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { allRows, firstRow, firstValue, hasRow, jsonList, runSql } from '../../platform/database/statements.queries.ts'
import type { Household } from '../../platform/http/api.ts'

const dutchStart = (day: string) => sql`((${day}::date)::timestamp at time zone 'Europe/Amsterdam')`
const dutchEnd = (day: string) => sql`((${day}::date + 1)::timestamp at time zone 'Europe/Amsterdam')`

/** The condition that a row of `lifts` is in a selection. */
const isSelected = (of: CorrectionSelection) =>
  allOf(
    of.batch_id !== undefined && sql`clearance.batch_id = ${of.batch_id}`,
    of.from !== undefined && sql`clearance.cleared_at >= ${dutchStart(of.from)}`,
    of.to !== undefined && sql`clearance.cleared_at < ${dutchEnd(of.to)}`,
    of.municipality_id !== undefined && sql`street.municipality_id = ${of.municipality_id}`,
    of.collection_area_id !== undefined && sql`${areaOfAddress} = ${of.collection_area_id}`,
    of.street !== undefined && sql`lower(street.name) = lower(${of.street})`,
    of.waste_type !== undefined && sql`clearance.waste_type = ${of.waste_type}`,
    of.kind !== undefined && sql`container.kind = ${of.kind}`,
    of.supplier_key !== undefined && sql`starts_with(clearance.supplier_key, ${of.supplier_key})`,
  )

/** Clearances, each with its address, street and container if it has them. */
const lifts = sql`
  clearance
  left join address on address.id = clearance.address_id
  left join street on street.id = street_id
  left join container on container.id = clearance.container_id`

/**
 * The lifts for which a condition is true, with what happens to each. `live_id`: the open, upheld or corrected row of
 * the lift. A row of a correction that was dropped or undone has no effect.
 */
const liftsWhere = (condition: Sql, limit?: number) => sql`
  select clearance.id, clearance.cleared_at, clearance.address_id, occupancy.id as occupancy_id,
    street.municipality_id, live.id as live_id, live.state = 'open' as is_open, ${clearanceCents} as cents,
    case
      when clearance.address_id is null or (occupancy.id is null and exists (
        select from occupancy other where other.address_id = clearance.address_id)) then 'unbilled'
      when live.state = 'upheld' or holder.id is not null then 'given_back'
      else 'free'
    end as fate,
    exists (
      select from assessment
      where assessment.address_id = clearance.address_id and assessment.year = dutch_year(clearance.cleared_at)
        and (occupancy.id is null or assessment.subject_id = occupancy.subject_id)) as is_assessed
  from ${lifts}
    left join occupancy on occupancy.address_id = clearance.address_id and ${coversDay(clearanceDay)}
    left join clearance_objection live
      on live.clearance_id = clearance.id and live.state in ('open', 'upheld', 'corrected')
    left join correction holder
      on holder.id = live.correction_id and holder.state in ('preparing', 'ready', 'applied')
  where ${condition}
  ${limit === undefined ? sql`` : sql`limit ${limit}`}`

type LiftCounts = Omit<CorrectionCounts, 'municipalities'>
/** The counted lifts of a municipality. `id` is null for lifts without an address. */
export type MunicipalityTotals = Omit<CorrectionCounts['municipalities'][number], 'id'> & {
  id: number | null
} & LiftCounts

/** The totals of `lift`, a table of `liftsWhere`, per municipality. `taken`: the condition that a lift is corrected. */
const totalsOf = (taken: Sql) => sql`
  select municipality.id, municipality.name,
    count(*) filter (where ${taken})::int as lifts,
    count(distinct (address_id, occupancy_id)) filter (where ${taken})::int as households,
    coalesce(sum(cents) filter (where ${taken}), 0)::int as cents,
    count(*) filter (where fate = 'given_back')::int as given_back,
    count(*) filter (where fate = 'unbilled')::int as unbilled,
    count(*) filter (where ${taken} and is_open)::int as open,
    count(*) filter (where ${taken} and is_assessed)::int as assessed
  from lift left join municipality on municipality.id = municipality_id
  group by municipality.id, municipality.name order by municipality.name`

/** A lift as an example, with its household. */
export type StoredSample = Omit<CorrectionSample, 'address'> & LinkedAddressColumns & Household

/** An arbitrary order of lifts that is the same each time. */
const shuffled = sql`(clearance.id * 7919) % 1000003, clearance.id`

/** `credit`: what the bill falls by for a lift, or null. */
const samplesOf = (condition: Sql, credit: Sql, limit: number) => sql`
  select clearance.id as clearance_id, dutch_time(clearance.cleared_at) as cleared_at, clearance.waste_type,
    clearance.volume_litres, container.number as container_number, ${clearanceCents} as cents,
    ${credit} as credit_cents, clearance.address_id, occupancy.id as occupancy_id, alias, street.name as street,
    street.city, house_number,
    house_number_extension, postal_code
  from ${lifts}
    left join occupancy on occupancy.address_id = clearance.address_id and ${coversDay(clearanceDay)}
  where ${condition}
  order by ${shuffled} limit ${limit}`

/** The maximum number of lifts that are counted, and the number of samples. */
type PreviewLimits = { lifts: number; samples: number }

/** Returns what happens to the lifts of a selection per municipality, and samples of those that would be corrected. */
export const previewSelection = (db: Db, selection: CorrectionSelection, limits: PreviewLimits) =>
  firstRow<{ totals: MunicipalityTotals[]; samples: StoredSample[] }>(db)`
    with lift as materialized (${liftsWhere(isSelected(selection), limits.lifts)}),
      sample as materialized (
        select id from lift where fate = 'free' order by (id * 7919) % 1000003, id limit ${limits.samples})
    select ${jsonList(totalsOf(sql`fate = 'free'`))} as totals,
      ${jsonList(
        samplesOf(
          sql`clearance.id in (select id from sample)`,
          sql`case when not ${hasRules(sql`street.municipality_id`)} then ${clearanceCents} end`,
          limits.samples,
        ),
      )} as samples`

/** Returns the samples of a stored correction. */
export const findSamples = (db: Db, correction_id: number, limit: number) => allRows<StoredSample>(db)`
  with sample as materialized (
    select clearance_id, cleared_at, credit_cents from clearance_objection
    where correction_id = ${correction_id} order by (clearance_id * 7919) % 1000003, clearance_id limit ${limit})
  ${samplesOf(
    sql`(clearance.id, clearance.cleared_at) in (select clearance_id, cleared_at from sample)`,
    sql`case when not ${needsCode(sql`street.municipality_id`)} then (
      select credit_cents from sample where clearance_id = clearance.id) end`,
    limit,
  )}`

export const hasBatch = (db: Db, id: number) => hasRow(db)`select from clearance_batch where id = ${id}`

/** Returns whether a rule or a price of a kilogram can make a credit differ from what a lift costs. */
export const findRuled = (db: Db, municipality_ids: number[]) => firstValue<number[]>(db)`
  select array(
    select id from municipality where id = any (${municipality_ids}::int[]) and ${hasRules(sql`municipality.id`)})`

/** The counts of a correction before its preparation. */
export const noCounts: CorrectionCounts = { municipalities: [], given_back: 0, unbilled: 0, open: 0, assessed: 0 }

/** Inserts a proposal, and returns its id. */
export const insertCorrection = (
  db: Db,
  {
    selection,
    reason,
    selected_lifts,
    employee_id,
  }: { selection: CorrectionSelection; reason: string; selected_lifts: number; employee_id: number },
) => firstValue<number>(db)`
  insert into correction (selection, reason, selected_lifts, counts, proposed_by)
  values (${JSON.stringify(selection)}::jsonb, ${reason}, ${selected_lifts}, ${JSON.stringify(noCounts)}::jsonb,
    ${employee_id})
  returning id`

// The class ids of the advisory locks: arbitrary numbers that no other lock uses.
const proposalOfEmployee = 4_711_037
const decisions = 4_711_038

/** Locks the proposals of an employee until the transaction ends, so that two equal ones become one. */
export const lockProposals = (transaction: Db, employee_id: number) =>
  runSql(transaction)`select pg_advisory_xact_lock(${proposalOfEmployee}, ${employee_id})`

/** Returns the same proposal of the same employee that nobody decided yet. */
export const findSameProposal = (db: Db, selection: CorrectionSelection, reason: string, employee_id: number) =>
  firstValue<number | undefined>(db)`
    select id from correction
    where state in ('preparing', 'ready') and proposed_by = ${employee_id} and reason = ${reason}
      and selection = ${JSON.stringify(selection)}::jsonb`

/** A correction with the parts of its selection that are words of the database. */
export type StoredCorrection = Omit<Correction, 'selected'> & {
  selection: CorrectionSelection
  file_name: string | null
  municipality_name: string | null
  area_name: string | null
}

const who = (by: Sql, at: Sql, employee_id: number) => sql`
  case when ${by} is not null then json_build_object('by', (select name from employee where employee.id = ${by}),
    'at', dutch_time(${at}), 'is_own', ${by} = ${employee_id}) end`

/**
 * The condition that a colleague granted or withdrew the written objection of the row `objection` while its correction was
 * applied. The lift then stays given back. A withdrawal can also come before the approval.
 */
const isKept = sql`exists (
  select from objection_handover handover join correction holder on holder.id = objection.correction_id
  where handover.id = objection.handover_id and (handover.outcome in ('upheld', 'partly_upheld')
    or (handover.outcome = 'withdrawn' and handover.closed_at >= holder.applied_at)))`

const correctionColumns = (employee_id: number) => sql`
  id, state, reason, selection, selected_lifts, lifts, households, cents,
  case when state <> 'preparing' then credit_cents end as credit_cents, counts,
  ${who(sql`proposed_by`, sql`proposed_at`, employee_id)} as proposed,
  ${who(sql`approved_by`, sql`applied_at`, employee_id)} as approved,
  ${who(sql`dropped_by`, sql`dropped_at`, employee_id)} as dropped, drop_reason,
  ${who(sql`undo_by`, sql`undo_at`, employee_id)} as undo, undo_reason,
  ${who(sql`undo_approved_by`, sql`undone_at`, employee_id)} as undo_approved,
  (select count(*)::int from clearance_objection objection
    where correction_id = correction.id and objection.state = 'upheld' and (correction.state = 'undone' or ${isKept}))
    as kept_lifts,
  extract(epoch from now() - applied_at)::float as seconds_ago, dutch_time(file_fetched_at) as file_fetched_at,
  (select source from clearance_batch where clearance_batch.id = (selection ->> 'batch_id')::int) as file_name,
  (select name from municipality where municipality.id = (selection ->> 'municipality_id')::int) as municipality_name,
  (select name from collection_area where collection_area.id = (selection ->> 'collection_area_id')::int) as area_name`

/** Returns the newest corrections, those that wait for a decision first. */
export const findCorrections = (db: Db, employee_id: number, limit: number) => allRows<StoredCorrection>(db)`
  select ${correctionColumns(employee_id)} from correction
  order by (state in ('preparing', 'ready') or (state = 'applied' and undo_by is not null)) desc, id desc
  limit ${limit}`

export const findCorrection = (db: Db, id: number, employee_id: number) => firstRow<StoredCorrection>(db)`
  select ${correctionColumns(employee_id)} from correction where id = ${id}`

/**
 * Locks all decisions about corrections until the transaction ends. With rules, a decision changes what another proposal
 * of the same households gives back, and must mark that before a colleague approves it.
 */
export const lockDecisions = (transaction: Db) => runSql(transaction)`select pg_advisory_xact_lock(${decisions}, 0)`

/** Locks a correction until the transaction ends. */
export const lockCorrection = (transaction: Db, id: number) =>
  hasRow(transaction)`select from correction where id = ${id} for no key update`

/** Returns whether the amounts of a proposal can have changed since they were counted. */
export const isChanged = (db: Db, id: number) => hasRow(db)`select from correction_change where correction_id = ${id}`

/** Returns the newest delivered files with lifts. */
export const findFiles = (db: Db, limit: number) => allRows<CorrectionChoices['files'][number]>(db)`
  select id, source as name, dutch_time(loaded_at) as loaded_at from clearance_batch
  where updated_until is not null order by id desc limit ${limit}`

/** Returns the collection areas of more than one address, by name. */
export const findCollectionAreas = (db: Db) => allRows<CorrectionChoices['areas'][number]>(db)`
  select id, municipality_id, name from collection_area where not of_one_address order by name collate "und-x-icu"`

/**
 * Applies a correction, and upholds the open objections to its lifts. The proposer decides those that the approver
 * filed. The number of lifts does not matter.
 */
export async function applyCorrection(transaction: Db, id: number, employee_id: number) {
  await runSql(transaction)`
    update correction set state = 'applied', approved_by = ${employee_id}, applied_at = now() where id = ${id}`
  await runSql(transaction)`
    update clearance_objection objection
    set state = 'upheld', decided_at = now(), decision_reason = correction.reason,
      decided_by = case when filed_by = ${employee_id} then proposed_by else ${employee_id} end
    from correction
    where correction.id = ${id} and correction_id = ${id} and objection.state = 'open'`
}

/**
 * Opens the objections again that belong to a correction, except those of a closed written objection: a lift of a
 * rejected one is rejected too. Its other rows count no longer, and are deleted later. Waits for an employee who closes a
 * written objection.
 */
async function releaseObjections(transaction: Db, id: number) {
  await runSql(transaction)`
    select from address where id in (
      select address_id from clearance_objection
      where correction_id = ${id} and state in ('open', 'upheld') and handover_id is not null)
    order by id for no key update`
  await runSql(transaction)`
    update clearance_objection objection
    set state = 'rejected', correction_id = null, credit_cents = null, decided_at = closed_at, decision_reason = answer,
      decided_by = case when filed_by = closed_by then decided_by else closed_by end, outcome_seen_at = null
    from objection_handover handover
    where correction_id = ${id} and state = 'upheld' and handover.id = handover_id
      and outcome in ('rejected', 'inadmissible')`
  await runSql(transaction)`
    update clearance_objection objection
    set state = 'open', correction_id = null, credit_cents = null, decided_by = null, decided_at = null,
      decision_reason = null, outcome_seen_at = null
    where correction_id = ${id} and state in ('open', 'upheld') and not ${isKept}`
}

/** Stores that a proposal is rejected. Its rows remain until a node deletes them, also when none was counted again yet. */
export async function rejectCorrection(transaction: Db, id: number, employee_id: number, reason: string) {
  await runSql(transaction)`
    update correction
    set state = 'dropped', dropped_by = ${employee_id}, dropped_at = now(), drop_reason = ${reason}, changed_at = null,
      cursor = coalesce(cursor, 0)
    where id = ${id}`
  await releaseObjections(transaction, id)
}

/** Stores who wants to undo a correction, and why. */
export const proposeUndo = (transaction: Db, id: number, employee_id: number, reason: string) => runSql(transaction)`
  update correction set undo_by = ${employee_id}, undo_at = now(), undo_reason = ${reason} where id = ${id}`

/** Removes the proposal to undo a correction. */
export const rejectUndo = (transaction: Db, id: number) => runSql(transaction)`
  update correction set undo_by = null, undo_at = null, undo_reason = null where id = ${id}`

/** Undoes a correction. `approver`: the second employee; null when the employee who approved it undoes it. */
export async function undoApplied(transaction: Db, id: number, approver: number | null) {
  await runSql(transaction)`
    update correction set state = 'undone', undone_at = now(), undo_approved_by = ${approver}, changed_at = null
    where id = ${id}`
  await releaseObjections(transaction, id)
}

/** The lifts of one household in a year, in the file for the tax office. */
export type FileRow = Record<'object_id' | 'number' | 'year' | 'assessed_on' | 'lifts' | 'cents', string>

/**
 * Returns the rows of the file of a correction, by object, year and assessment. The lifts are added up per household
 * first, because to look up an assessment for each of 200,000 lifts takes longer than a statement may.
 */
export const findFileRows = (db: Db, id: number) => allRows<FileRow>(db)`
  with lifted as materialized (
    select objection.address_id, occupancy.id as occupancy_id, occupancy.subject_id,
      dutch_year(clearance.cleared_at) as year, count(*) as lifts, sum(credit_cents) as cents
    from clearance_objection objection
      join clearance on clearance.id = objection.clearance_id and clearance.cleared_at = objection.cleared_at
      left join occupancy on occupancy.address_id = objection.address_id and ${coversDay(clearanceDay)}
    where correction_id = ${id} and objection.state in ('corrected', 'upheld')
    group by objection.address_id, occupancy.id, dutch_year(clearance.cleared_at))
  select coalesce(object_code, '') as object_id, coalesce(number, '') as number, year::text,
    coalesce(assessed_on::text, '') as assessed_on, sum(lifts)::text as lifts, sum(cents)::text as cents
  from lifted join address on address.id = lifted.address_id
    left join lateral (
      select number, assessed_on from assessment
      where assessment.address_id = address.id and assessment.year = lifted.year
        and (occupancy_id is null or assessment.subject_id = lifted.subject_id)
      order by assessed_on desc, assessment.id desc limit 1
    ) imposed on true
  group by address.id, lifted.subject_id, object_code, number, year, assessed_on
  order by object_code collate "C" nulls last, year, number collate "C", address.id, lifted.subject_id`

export const storeFetched = (db: Db, id: number) =>
  runSql(db)`update correction set file_fetched_at = now() where id = ${id}`

// What a node does between calls.

/** Reopens the proposals whose amounts can have changed, so that a node counts them again. */
export const reopenChanged = (db: Db) => runSql(db)`
  with changed as (
    delete from correction_change using correction
    where correction.id = correction_id and state <> 'preparing' returning correction_id)
  update correction
  set state = 'preparing', cursor = null, changed_at = null, lifts = 0, households = 0, cents = 0, credit_cents = 0,
    counts = ${JSON.stringify(noCounts)}::jsonb
  where id in (select correction_id from changed) and state = 'ready'`

/**
 * Returns whether all transactions of this database ended that began before a correction was claimed. One of these can
 * have changed a bill before the correction existed, and so without marking it.
 */
export const hasNoOlderChange = (db: Db, claimed: string) => firstValue<boolean>(db)`
  select not exists (
    select from pg_locks join pg_stat_activity using (pid)
    where locktype = 'transactionid' and granted and mode = 'ExclusiveLock' and datname = current_database()
      and age(transactionid) > age(${claimed}::xid8::xid))`

/** A correction whose rows a node inserts or deletes. */
export type UnfinishedCorrection = Pick<StoredCorrection, 'id' | 'selection' | 'counts'> & {
  state: Correction['state']
  cursor: number | null
  proposed_by: number
  /** The trace id of the call that proposed the correction. */
  trace_id: string | null
  /** The id of the transaction that claimed it. */
  claimed: string
  /** Whether rows of an earlier count remain after the cursor. */
  has_old_rows: boolean
}

/**
 * Claims a correction with rows to insert or to delete, on which no node worked for a while. A transaction that marked
 * it has a lock of its key, which does not exclude this one.
 */
export const claimCorrection = (db: Db, silence_ms: number) => firstRow<UnfinishedCorrection>(db)`
  update correction set changed_at = now()
  where id = (
    select id from correction
    where (state = 'preparing' or (state in ('dropped', 'undone') and cursor is not null))
      and (changed_at is null or changed_at < now() - ${silence_ms} * interval '1 millisecond')
    order by id limit 1 for no key update skip locked)
  returning id, state, selection, counts, cursor, proposed_by, pg_current_xact_id()::text as claimed,
    exists (
      select from clearance_objection
      where correction_id = correction.id and state in ('open', 'corrected') and address_id > coalesce(cursor, 0)
    ) as has_old_rows, (
    select trace_id from audit_event
    where object_key = correction.id::text and object_kind = 'correction' and action = 'propose_correction'
    order by position desc limit 1) as trace_id`

/**
 * Returns the selected lifts of each address after `cursor`, in the order of the addresses. The lifts without an address
 * are first, if nothing is prepared yet.
 */
export async function findSelectedAddresses(
  db: Db,
  { selection, cursor }: Pick<UnfinishedCorrection, 'selection' | 'cursor'>,
  timeout_ms: number,
) {
  return db.transaction(async (transaction) => {
    await runSql(transaction)`select set_config('statement_timeout', ${String(timeout_ms)}, true)`
    return allRows<{ address_id: number | null; ids: number[] }>(transaction)`
      select clearance.address_id, json_agg(clearance.id) as ids from ${lifts}
      where ${isSelected(selection)}
        and (clearance.address_id > ${cursor ?? 0} or (clearance.address_id is null and ${cursor === null}))
      group by clearance.address_id order by clearance.address_id nulls first`
  })
}

/**
 * Locks a correction until the transaction ends, if it is still prepared up to `cursor`. Returns whether rows of dropped
 * or undone corrections remain. The statements of the transaction then look up each row by an index. Without that, their
 * plans are those of the first part, when the table was empty, and later parts read the whole table.
 */
export const lockPrepared = (transaction: Db, id: number, cursor: number | null) =>
  firstRow<{ has_left_rows: boolean }>(transaction)`
    select exists (
      select from correction other where other.state in ('dropped', 'undone') and other.cursor is not null
    ) as has_left_rows, set_config('enable_seqscan', 'off', true), set_config('enable_mergejoin', 'off', true),
      set_config('enable_hashjoin', 'off', true)
    from correction
    where id = ${id} and state = 'preparing' and cursor is not distinct from ${cursor}::int for no key update`

/**
 * Releases the lifts of a correction at addresses in a range, so that they can be counted again. Without `until`, the
 * range has no end.
 */
export async function releaseLifts(transaction: Db, id: number, after: number, until?: number) {
  const counted = sql`
    correction_id = ${id} and address_id > ${after} and address_id <= ${until ?? 2_147_483_647}`
  await runSql(transaction)`delete from clearance_objection where ${counted} and state = 'corrected'`
  await runSql(transaction)`
    update clearance_objection set correction_id = null, credit_cents = null where ${counted} and state = 'open'`
}

/** Deletes the rows of dropped and undone corrections of lifts, so that the lifts are free. */
export const deleteCorrectedRows = (transaction: Db, ids: number[]) => runSql(transaction)`
  delete from clearance_objection objection using correction
  where correction.id = correction_id and correction.state in ('dropped', 'undone')
    and objection.state = 'corrected' and clearance_id = any (${ids}::bigint[])`

/**
 * Locks lifts until the transaction ends, so that they are not deleted. Throws `lockNotAvailable` when an import moves
 * one or an employee takes one back: an import locks lifts in another order, so to wait for it could be a deadlock.
 */
export const lockLifts = (transaction: Db, ids: number[]) => runSql(transaction)`
  select from clearance where id = any (${ids}::bigint[]) for key share nowait`

/** The SQLSTATE of a row that another transaction has locked. */
export const lockNotAvailable = '55P03'

/**
 * Puts lifts into a correction: inserts a row, or marks the open objection. Returns the totals per municipality, and
 * the households. A lift that another transaction took meanwhile is left out.
 */
export const takeLifts = (
  transaction: Db,
  { id, proposed_by }: Pick<UnfinishedCorrection, 'id' | 'proposed_by'>,
  ids: number[],
) => firstRow<{ totals: MunicipalityTotals[]; households: Household[] }>(transaction)`
  with lift as materialized (${liftsWhere(sql`clearance.id = any (${ids}::bigint[])`)}),
    marked as (
      update clearance_objection objection set correction_id = ${id}, credit_cents = lift.cents
      from lift where objection.id = live_id and fate = 'free' and objection.state = 'open'
      returning clearance_id),
    inserted as (
      insert into clearance_objection
        (clearance_id, cleared_at, address_id, reason, note, state, filed_by, correction_id, credit_cents)
      select id, cleared_at, address_id, 'correction', '', 'corrected', ${proposed_by}, ${id}, cents
      from lift where fate = 'free' and live_id is null
      on conflict (clearance_id) where state in ('open', 'upheld', 'corrected') do nothing
      returning clearance_id),
    taken as materialized (select clearance_id from marked union all select clearance_id from inserted)
  select ${jsonList(totalsOf(sql`lift.id in (select clearance_id from taken)`))} as totals,
    ${jsonList(sql`
      select distinct address_id, occupancy_id from lift where id in (select clearance_id from taken)`)} as households`

/** The lifts of a correction at an address, in the order in which the bill leaves them out, and their years. */
export type RuledLifts = { address_id: number; years: number[]; clearance_ids: number[] }

/** Returns the lifts of a correction at addresses of municipalities with rules, by address. */
export const findRuledLifts = (transaction: Db, id: number, address_ids: number[]) =>
  allRows<RuledLifts>(transaction)`
    select objection.address_id, json_agg(distinct dutch_year(cleared_at)) as years,
    json_agg(clearance_id order by objection.filed_at, objection.id) as clearance_ids
    from clearance_objection objection
      join address on address.id = objection.address_id join street on street.id = street_id
    where correction_id = ${id} and objection.state in ('open', 'corrected')
      and objection.address_id = any (${address_ids}::int[]) and ${hasRules(sql`street.municipality_id`)}
    group by 1`

/** Stores what the bills fall by for lifts of a correction. */
export const storeCredits = (transaction: Db, id: number, credits: Map<number, number>) => runSql(transaction)`
  update clearance_objection objection set credit_cents = credit.cents
  from unnest(${[...credits.keys()]}::bigint[], ${[...credits.values()]}::int[]) as credit (clearance_id, cents)
  where objection.clearance_id = credit.clearance_id and correction_id = ${id}`

/** Returns the sum of the credits of a correction at addresses. */
export const sumCredits = (transaction: Db, id: number, address_ids: number[]) => firstValue<number>(transaction)`
  select coalesce(sum(credit_cents), 0)::int from clearance_objection
  where correction_id = ${id} and state in ('open', 'corrected') and address_id = any (${address_ids}::int[])`

/** Stores how far a correction is prepared. */
export const storeProgress = (
  transaction: Db,
  id: number,
  {
    cursor,
    counts,
    added,
  }: {
    cursor: number
    counts: CorrectionCounts
    added: Record<'lifts' | 'households' | 'cents' | 'credit_cents', number>
  },
) => runSql(transaction)`
  update correction set cursor = ${cursor}, counts = ${JSON.stringify(counts)}::jsonb, changed_at = now(),
    lifts = lifts + ${added.lifts}, households = households + ${added.households}, cents = cents + ${added.cents},
    credit_cents = credit_cents + ${added.credit_cents}
  where id = ${id}`

/** Stores that all lifts are prepared. */
export const storeReady = (db: Db, id: number) =>
  runSql(db)`update correction set state = 'ready' where id = ${id} and state = 'preparing'`

/** Deletes rows of a dropped or undone correction. Returns their number. */
export const deleteRows = (db: Db, id: number, limit: number) => runSql(db)`
  delete from clearance_objection where id = any (array(
    select objection.id from clearance_objection objection join correction on correction.id = correction_id
    where correction_id = ${id} and objection.state = 'corrected' and correction.state in ('dropped', 'undone')
    limit ${limit}))`

/** Stores that a node works on a dropped or undone correction, or that no rows of it remain. */
export const storeDeleted = (db: Db, id: number, { isDone }: { isDone: boolean }) => runSql(db)`
  update correction set changed_at = now(), cursor = case when ${isDone}::boolean then null else cursor end where id = ${id}`
