import type { Mutant } from './instrument.ts'

/** A mutant that no test can find, because the product behaves the same. `code` and `change` are as printed. */
type EquivalentMutant = Pick<Mutant, 'file' | 'code' | 'change'> & { reason: string }

const backup = 'server/src/backup/backup.queries.ts'
const chunk = "where ctid >= '(${first},0)' and ctid < '(${last},0)') to stdout`),"
const attempts = 'server/src/domain/attempts/attempts.queries.ts'
const passChanges = 'server/src/features/passes/pass-changes.queries.ts'
const audit = 'server/src/features/audit/audit.queries.ts'

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
    file: 'server/src/domain/attempts/attempts.ts',
    code: "const [before = '', after] = address.split('::').map((part) => part.split(':').filter(Boolean))",
    change: "'' → 'changed'",
    reason: 'The list always has a first part.',
  },
  {
    file: passChanges,
    code: "union all select from pass_change where environmental_pass_id = ${pass_id} and kind <> 'issue' and undone_at is null`",
    change: 'union all → union',
    reason: 'The caller only reads whether a row exists.',
  },
  {
    file: audit,
    code: 'where own.address_id = resident.address_id and own.subject_id = (',
    change: 'own.address_id = resident.address_id → true',
    reason: 'The logs have no key of an occupancy with the address of another occupancy.',
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
    file: 'server/src/domain/access-log/access-log.queries.ts',
    code: 'const accessOfEmployee = 4_711_018',
    change: '4_711_018 → 47110180',
    reason: 'No other lock uses this number either.',
  },
  {
    file: 'server/src/features/dossier/dossier-facts.ts',
    code: 'delivered_until: updated_until !== null && updated_until > newYearsEve ? newYearsEve : updated_until,',
    change: '> → >=',
    reason: 'Both branches return the same day when the days are equal.',
  },
  {
    file: 'server/src/features/dossier/dossier-facts.ts',
    code: 'return [...byKey].sort(([one], [other]) => (one < other ? -1 : 1))',
    change: '< → <=',
    reason: 'The keys of a map are different.',
  },
  {
    file: 'server/src/features/dossier/dossier-mark.ts',
    code: '? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))',
    change: '< → <=',
    reason: 'The keys of an object are different.',
  },
  {
    file: 'server/src/features/dossier/dossier-mark.ts',
    code: "const [text, markVersion = '', content = '', seal = ''] = match",
    change: "'' → 'changed'",
    reason: 'Each part of the pattern is always found.',
  },
  {
    file: 'server/src/platform/files/pdf/tagged-document.ts',
    code: "const xmlText = (text: string) => text.replace(/[&<>]/g, (sign) => entities[sign] ?? '')",
    change: "'' → 'changed'",
    reason: 'Each of these signs has an entity.',
  },
  {
    file: 'server/src/features/account/leaked-passwords-file.ts',
    code: "const [line = ''] = (position === 0 ? chunk : chunk.replace(/^[^\\n]*\\n?/, '')).split('\\n', 1)",
    change: '1 → 2',
    reason: 'Only the first line is used.',
  },
  ...[
    {
      file: 'server/src/features/passes/roll-issues.ts',
      code: 'const issues = await findIssues(db, viewer, { ...criteria, after, limit: limit + 1 })',
    },
    {
      file: 'server/src/features/collection-systems/collection-systems.ts',
      code: 'const found = await findConnectedAddresses(db, id, { after, limit: limit + 1 })',
    },
    {
      file: 'server/src/features/audit/audit.ts',
      code: 'const events = await findAuditEvents(db, criteria, { before: before as number | undefined, limit: limit + 1 })',
    },
    {
      file: 'server/src/features/search/interpretation-hits.ts',
      code: 'const found = await suggestStreets(db, { street: typed, ...area, limit: Math.max(limit + 1, candidates), matches })',
    },
    {
      file: 'server/src/features/search/interpretation-hits.ts',
      code: "const systems = area || !matches.includes('typed') ? [] : await findSystemsByName(db, typed, limit + 1)",
    },
  ].map((read) => ({
    ...read,
    change: '1 → 2',
    reason: 'One additional row shows that there are more. A second additional row has no effect.',
  })),
  {
    file: 'server/src/domain/places/nearby-systems.queries.ts',
    code: 'from circle where found < ${maxSystems} and present < ${maxSystemsInCircle} and metres < ${lastRadius_m}',
    change: '< → <=',
    reason: 'A circle with exactly the maximum of systems already has the nearest. A larger circle only takes longer.',
  },
  {
    file: 'server/src/features/search/opened-places.queries.ts',
    code: 'union all',
    change: 'union all → union',
    reason: 'Each row has another position.',
  },
  ...["'not sorted' → ''", "'empty' → ''"].map((change) => ({
    file: 'server/src/features/account/leaked-passwords-file.ts',
    code: change.startsWith("'not")
      ? "if (hash !== undefined && hash < previous) throw new Error('not sorted')"
      : "if (previous === '') throw new Error('empty')",
    change,
    reason: 'The error is always caught in this file, and its message is never read.',
  })),
  {
    file: 'server/src/domain/sessions/tokens.ts',
    code: "const [, text = '', session_id = '', generation = '', mac = ''] =",
    change: "'' → 'changed'",
    reason: 'The parts have a default only when the text is empty, and are then not read.',
  },
  {
    file: 'server/src/features/search/interpretations.ts',
    code: "const [, town = '', number = ''] = /^(\\D+?) (\\d.*)$/.exec(last) ?? []",
    change: "'' → 'changed'",
    reason: 'The number has a default only when the town is empty, and is then not read.',
  },
  {
    file: 'server/src/features/search/search.queries.ts',
    code: 'order by lower(collection_system.name) collate "C", collection_system.id limit ${limit}`',
    change: 'limit ${limit} → nothing',
    reason: 'The caller returns only the first systems. The limit saves work.',
  },
  {
    file: 'server/src/features/passes/roll-issues.queries.ts',
    code: 'order by requested_at desc, roll_issue.id desc`',
    change: 'desc → nothing',
    reason: 'The caller sorts the issues together with the changes of passes.',
  },
]
