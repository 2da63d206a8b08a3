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
const passChanges = 'server/src/features/passes/pass-changes.queries.ts'
const audit = 'server/src/features/audit/audit.queries.ts'
const pickups = 'server/src/features/pickups/pickups.ts'
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
  ...['days[0] ?? today → days[0]', 'days.at(-1) ?? today → days.at(-1)'].map((change) => ({
    file: pickups,
    code: 'const planned = await findPlannedLitres(db, route, days[0] ?? today, days.at(-1) ?? today)',
    change,
    reason: 'The list of days is never empty.',
  })),
  {
    file: audit,
    code: 'where own.address_id = resident.address_id and own.subject_id = (',
    change: 'own.address_id = resident.address_id → true',
    reason: 'The logs have no key of an occupancy with the address of another occupancy.',
  },
  {
    file: 'server/src/features/calendar-planning/planned-collections.ts',
    code: 'if (!plan) return []',
    change: '!plan → false',
    reason: 'The query returns a plan for each of these areas.',
  },
  {
    file: 'server/src/features/calendar-planning/parse-collection-list.ts',
    code: "const [typed = '', name = ''] = columns.map((column) => cells?.[column])",
    change: "'' → 'changed'",
    reason: 'This text is no day and no stream either.',
  },
  {
    file: 'server/src/features/calendar-feed/icalendar.ts',
    code: "const because = reason ? ` ${reason}` : ''",
    change: "'' → 'changed'",
    reason: 'Each moved or cancelled collection has a reason.',
  },
  {
    file: 'server/src/features/account/passwords.ts',
    code: "const budgets = [{ key: attemptKey('use link', networkOf(visitor.ip)), ...attemptRates.passwordLinkUses }]",
    change: "'use link' → ''",
    reason: 'The text must only differ from the texts of the other budgets.',
  },
  {
    file: 'server/src/domain/access-log/access-log.queries.ts',
    code: 'const accessOfEmployee = 4_711_018',
    change: '4_711_018 → 47110180',
    reason: 'No other lock uses this number either.',
  },
  {
    file: 'server/src/domain/bill/bill-facts.queries.ts',
    code: 'where resident.address_id = found.id order by issued_on, environmental_pass.id`)} as passes,',
    change: 'issued_on → issued_on desc',
    reason: 'The bill only counts the passes that meet a condition.',
  },
  {
    file: 'server/src/domain/access-log/access-log.queries.ts',
    code: "if (!row) throw new Error('subject_key has no row')",
    change: "throw new Error('subject_key has no row') → nothing",
    reason: 'A migration inserts the row, and nothing deletes it.',
  },
  {
    file: 'server/src/features/dossier/dossier-facts.ts',
    code: 'delivered_until: updated_until !== null && updated_until > newYearsEve ? newYearsEve : updated_until,',
    change: '> → >=',
    reason: 'Both branches return the same day when the days are equal.',
  },
  {
    file: 'server/src/features/account/login-attempts.ts',
    code: "{ key: attemptKey('login from', network), ...attemptRates.loginsOfNetwork },",
    change: "'login from' → ''",
    reason: 'The text must only differ from the texts of the other budgets.',
  },
  {
    file: 'server/src/features/passes/residents.queries.ts',
    code: "where resident_id = ${pass.resident_id} and (outcome is null or closed_at > now() - interval '1 year')",
    change: '> → >=',
    reason: 'A handover that becomes too old at this microsecond is too old in the next call.',
  },
  {
    file: 'server/src/features/notices/notices.ts',
    code: 'const [notice] = await findNotices(db, employee.municipality?.id ?? null, notice_id)',
    change: 'employee.municipality?.id ?? null → employee.municipality?.id',
    reason: 'The database driver sends undefined as null.',
  },
  {
    file: 'server/src/features/dossier/dossier-mark.ts',
    code: "const [text, markVersion = '', content = '', seal = ''] = match",
    change: "'' → 'changed'",
    reason: 'Each part of the pattern is always found.',
  },
  ...["'' → 'changed'", "entities[sign] ?? '' → entities[sign]"].map((change) => ({
    file: 'server/src/platform/files/pdf/tagged-document.ts',
    code: "const xmlText = (text: string) => text.replace(/[&<>]/g, (sign) => entities[sign] ?? '')",
    change,
    reason: 'Each of these signs has an entity.',
  })),
  {
    file: 'server/src/features/account/leaked-passwords-file.ts',
    code: "const [line = ''] = (position === 0 ? chunk : chunk.replace(/^[^\\n]*\\n?/, '')).split('\\n', 1)",
    change: '1 → 2',
    reason: 'Only the first line is used.',
  },
  {
    file: 'server/src/features/passes/roll-issues.queries.ts',
    code: 'order by requested_at desc, roll_issue.id desc`',
    change: 'desc → nothing',
    reason: 'The caller sorts the issues together with the changes of passes.',
  },
]
