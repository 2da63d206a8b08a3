import type { AllowanceRule, listAllowances, Reply, RollWords } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { dutchYear } from '../../platform/database/dutch-time.queries.ts'
import { allRows, firstRow, firstValue, hasRow, runSql } from '../../platform/database/statements.queries.ts'

/**
 * Returns the maximum number of rolls per household of a municipality in last year, this year and next year. Each has
 * the proposal that waits for approval, or null.
 */
export function findAllowances(db: Db, municipality_id: number, viewer_id: number) {
  return allRows<Reply<typeof listAllowances>[number]>(db)`
    select years.year, roll_allowance.rolls,
      case when employee.id is not null then json_build_object(
        'rolls', pending.rolls, 'by', employee.name, 'own', employee.id = ${viewer_id}) end as proposal
    from generate_series(${dutchYear} - 1, ${dutchYear} + 1) years (year)
    left join roll_allowance on roll_allowance.year = years.year and municipality_id = ${municipality_id}
    left join allowance_proposal pending on pending.year = years.year and pending.municipality_id = ${municipality_id}
      and approved_by is null
    left join employee on employee.id = proposed_by
    order by years.year`
}

type AllowanceKey = { municipality_id: number; year: number }

/** Returns the maximum number of rolls in a year, or null. The lock of `lockChanger` keeps it until the transaction ends. */
export const findAllowance = async (transaction: Db, { municipality_id, year }: AllowanceKey) =>
  (await firstValue<number | undefined>(transaction)`
    select rolls from roll_allowance where municipality_id = ${municipality_id} and year = ${year}`) ?? null

/** Stores the maximum number of rolls of a municipality's passes in a year. */
export const upsertAllowance = (db: Db, { municipality_id, year }: AllowanceKey, rolls: number) => runSql(db)`
  insert into roll_allowance (municipality_id, year, rolls) values (${municipality_id}, ${year}, ${rolls})
  on conflict (municipality_id, year) do update set rolls = excluded.rolls`

/** Returns who may change the allowances of a municipality: an administrator, or two employees together. */
export const findChanger = async (db: Db, municipality_id: number) =>
  (await firstValue<AllowanceRule['changed_by'] | undefined>(db)`
    select changed_by from allowance_rule where municipality_id = ${municipality_id}`) ?? 'administrator'

/** Returns who may change the allowances of a municipality, and locks that rule until the transaction ends. */
export async function lockChanger(transaction: Db, municipality_id: number) {
  await runSql(transaction)`
    insert into allowance_rule (municipality_id, changed_by) values (${municipality_id}, 'administrator')
    on conflict do nothing`
  return firstValue<AllowanceRule['changed_by']>(transaction)`
    select changed_by from allowance_rule where municipality_id = ${municipality_id} for update`
}

/** Stores who may change the allowances of a municipality, and deletes the proposals that wait. */
export async function updateChanger(transaction: Db, municipality_id: number, changed_by: AllowanceRule['changed_by']) {
  await runSql(transaction)`
    update allowance_rule set changed_by = ${changed_by} where municipality_id = ${municipality_id}`
  await runSql(transaction)`
    delete from allowance_proposal where municipality_id = ${municipality_id} and approved_by is null`
}

/** Returns the proposal that waits for approval, with the key of its author in the logs. */
export const findProposal = (transaction: Db, { municipality_id, year }: AllowanceKey) =>
  firstRow<{ rolls: number; proposed_by: number; proposer_key: string }>(transaction)`
    select rolls, proposed_by, audit_key as proposer_key
    from allowance_proposal join employee on employee.id = proposed_by
    where allowance_proposal.municipality_id = ${municipality_id} and year = ${year} and approved_by is null`

/** Returns whether this employee approved the last proposal for a year, and that proposal had this number of rolls. */
export const hasApproved = (
  transaction: Db,
  { municipality_id, year }: AllowanceKey,
  rolls: number,
  employee_id: number,
) => hasRow(transaction)`
  select from allowance_proposal
  where municipality_id = ${municipality_id} and year = ${year} and rolls = ${rolls} and approved_by = ${employee_id}`

/** Stores a proposal that waits for approval. Replaces an earlier proposal for the year. */
export const upsertProposal = (
  transaction: Db,
  { municipality_id, year }: AllowanceKey,
  rolls: number,
  employee_id: number,
) => runSql(transaction)`
  insert into allowance_proposal (municipality_id, year, rolls, proposed_by)
  values (${municipality_id}, ${year}, ${rolls}, ${employee_id})
  on conflict (municipality_id, year) do update
  set rolls = excluded.rolls, proposed_by = excluded.proposed_by, approved_by = null`

/** Deletes the proposal for a year. */
export const deleteProposal = (transaction: Db, { municipality_id, year }: AllowanceKey) => runSql(transaction)`
  delete from allowance_proposal where municipality_id = ${municipality_id} and year = ${year}`

/** Stores who approved the proposal for a year. The database rejects the author of the proposal. */
export const updateApproval = (transaction: Db, { municipality_id, year }: AllowanceKey, employee_id: number) =>
  runSql(transaction)`
    update allowance_proposal set approved_by = ${employee_id}
    where municipality_id = ${municipality_id} and year = ${year}`

/** Returns what a municipality calls the rolls that its desk issues, and locks it until the transaction ends. */
export const lockRollWords = (transaction: Db, municipality_id: number) => firstRow<RollWords>(transaction)`
  select roll_singular, roll_plural from municipality where id = ${municipality_id} for no key update`

/** Stores what a municipality calls the rolls that its desk issues. */
export const updateRollWords = (db: Db, municipality_id: number, words: RollWords) => runSql(db)`
  update municipality set roll_singular = ${words.roll_singular}, roll_plural = ${words.roll_plural}
  where id = ${municipality_id}`
