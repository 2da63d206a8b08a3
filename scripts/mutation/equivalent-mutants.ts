import type { Mutant } from './instrument.ts'

/** A mutant that no test can find, because the product behaves the same. `code` and `change` are as printed. */
type EquivalentMutant = Pick<Mutant, 'file' | 'code' | 'change'> & { reason: string }

const backup = 'server/src/backup/backup.queries.ts'
const chunk = "where ctid >= '(${first},0)' and ctid < '(${last},0)') to stdout`),"
const attempts = 'server/src/domain/attempts/attempts.queries.ts'
const fullBudgets =
  'select key from attempt_budget where spent_until < now() order by spent_until limit 1000 for update skip locked'
const bill = 'server/src/features/bill/bill.ts'
const addressOfPass = '(await findAddressOfPass(transaction, employee, number))'
const loggedBill = '(await findLoggedBill(access, { address_id, year, employee_id: employee.id }))'
const passes = 'from environmental_pass join resident on resident.id = resident_id'
const billQueries = 'server/src/features/bill/bill.queries.ts'
const passChanges = 'server/src/features/passes/pass-changes.queries.ts'
const usableSystems = 'from collection_system_access access join collection_system'
const objections = 'server/src/features/objections/objections.ts'
const objectionQueries = 'server/src/features/objections/objections.queries.ts'
const liveId = 'const live_id = id ?? (await findLiveObjectionId(transaction, clearance_id)) ?? unknownObjection()'
const findLive = '(await findLiveObjectionId(transaction, clearance_id))'

export const equivalentMutants: EquivalentMutant[] = [
  ...['>= → >', '< → <='].map((change) => ({
    file: backup,
    code: chunk,
    change,
    reason: 'The first row of a block has number 1, so no row has this ctid.',
  })),
  {
    file: backup,
    code: 'for (let first = 0; first < blocks; first += blocksPerChunk) {',
    change: '< → <=',
    reason: 'The additional chunk has no blocks and no rows.',
  },
  {
    file: backup,
    code: "to(`copy (select ${columns.map(quoted).join(', ')} from only ${quoted(stored_as)}",
    change: 'only → nothing',
    reason: 'A table that stores rows has no partitions, and no table inherits from another.',
  },
  {
    file: attempts,
    code: "super('Too many attempts')",
    change: "'Too many attempts' → ''",
    reason: 'The error is always caught in this file, and its message is never read.',
  },
  {
    file: attempts,
    code: 'join attempt_budget using (key)`',
    change: 'join → left join',
    reason: 'The statement before it inserts every key.',
  },
  {
    file: attempts,
    code: fullBudgets,
    change: '< → <=',
    reason: 'A budget that is full at this microsecond is deleted by the next call.',
  },
  {
    file: 'server/src/domain/attempts/attempts.ts',
    code: "const [before = '', after] = address.split('::').map((part) => part.split(':').filter(Boolean))",
    change: "'' → 'changed'",
    reason: 'The list always has a first part.',
  },
  ...['address on address.id = objection.address_id', 'street on street.id = street_id'].map((joined) => ({
    file: objectionQueries,
    code: `join ${joined}`,
    change: 'join → left join',
    reason: 'The columns are not null and refer to an existing row.',
  })),
  {
    file: objectionQueries,
    code: 'join employee filer on filer.id = objection.filed_by',
    change: 'join → left join',
    reason: 'The column is not null and refers to an existing row.',
  },
  {
    file: objectionQueries,
    code: 'join clearance on clearance.id = objection.clearance_id and clearance.cleared_at = objection.cleared_at',
    change: 'clearance.cleared_at = objection.cleared_at → true',
    reason: 'The id is unique; the moment only selects the partition.',
  },
  {
    file: objections,
    code: liveId,
    change: `id ?? ${findLive} → ${findLive}`,
    reason: 'The query finds the objection that was inserted.',
  },
  {
    file: objections,
    code: liveId,
    change: `id ?? ${findLive} ?? unknownObjection() → id ?? ${findLive}`,
    reason: 'The unique index that prevents the insert proves that the objection exists in this transaction.',
  },
  {
    file: objections,
    code: 'const live = (await findObjection(transaction, live_id)) ?? unknownObjection()',
    change:
      '(await findObjection(transaction, live_id)) ?? unknownObjection() → (await findObjection(transaction, live_id))',
    reason: 'The objection was inserted or found by the statement before.',
  },
  ...[`${passes} join address on address.id = resident.address_id`, 'join street on street.id = street_id'].map(
    (code) => ({
      file: billQueries,
      code,
      change: 'join → left join',
      reason: 'The columns are not null and refer to an existing row.',
    }),
  ),
  {
    file: bill,
    code: `const address_id = ${addressOfPass} ?? unknownPass()`,
    change: `${addressOfPass} ?? unknownPass() → ${addressOfPass}`,
    reason: 'Without an address there is no bill, and the next statement throws the same error.',
  },
  {
    file: bill,
    code: `const found = ${loggedBill} ?? unknownPass()`,
    change: `${loggedBill} ?? unknownPass() → ${loggedBill}`,
    reason: 'The statement before found the address in this transaction.',
  },
  {
    file: passChanges,
    code: `${usableSystems} on collection_system.id = access.collection_system_id`,
    change: 'join → left join',
    reason: 'The column is not null and refers to an existing row.',
  },
  {
    file: passChanges,
    code: 'from pass_change join environmental_pass on environmental_pass.id = environmental_pass_id',
    change: 'join → left join',
    reason: 'The column is not null and refers to an existing row.',
  },
  ...[
    'where employee_id = ${employee_id} and undone_at is null and changed_at > now() - ${undoTime}',
    'and changed_at > now() - ${undoTime}',
  ].map((code) => ({
    file: passChanges,
    code,
    change: '> → >=',
    reason: 'A change that becomes too old at this microsecond is too old in the next call.',
  })),
  {
    file: passChanges,
    code: "union all select from pass_change where environmental_pass_id = ${pass_id} and kind <> 'issue'`",
    change: 'union all → union',
    reason: 'The caller only reads whether a row exists.',
  },
]
