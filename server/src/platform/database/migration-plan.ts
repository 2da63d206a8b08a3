// Reasons: docs/operations.md

/** A table before the migrations: its estimated number of rows, and its size with its indexes and partitions. */
export type TableSize = { name: string; rows: number; megabytes: number }

/**
 * The lock of a migration on a table, from its first use until the end of the migration. `all`: every other statement
 * waits. `writes`: statements that change rows wait. `rows`: only a change of the same rows waits.
 */
export type TableLock = 'all' | 'writes' | 'rows'

/** What a migration does with a table that exists. `rewrites`: the table is written again, with all its indexes. */
export type TablePlan = TableSize & { lock: TableLock; does: string[]; rewrites: boolean }

/** What a migration does. `max_s`: an upper estimate of its duration, in seconds. */
export type MigrationPlan = { name: string; creates: string[]; tables: TablePlan[]; max_s: number }

/** Assumed megabytes per second of each kind of work, on the slow side: the plan states an upper limit. */
const speeds = { scan: 60, index: 10, rewrite: 5, update: 2 }
type TableWork = keyof typeof speeds

type Step = { table: string; lock: TableLock; does: string; work?: TableWork }

/** Returns the statements of a migration, without comments. A semicolon in a text or in a function ends none. */
function statementsIn(text: string) {
  const parts = text.match(/'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|;|[^;'$-]+|[\s\S]/g) ?? []
  const statements = ['']
  for (const part of parts) {
    if (part === ';') statements.push('')
    else if (!part.startsWith('--')) statements.push((statements.pop() ?? '') + part)
  }
  return statements.map((statement) => statement.trim()).filter(Boolean)
}

const namesAfter = (pattern: RegExp, statement: string) => [...statement.matchAll(pattern)].map(([, name = '']) => name)

function alterSteps(table: string, statement: string): Step[] {
  const steps: Step[] = [{ table, lock: 'all', does: 'wijzigt de tabel' }]
  // Only a constant default is stored once. Any other value is computed for each row.
  if (
    /\bidentity\b|\bgenerated always as\b|\bserial\b|\bdefault [\w.]+\(|\balter (column )?\w+ (set data )?type\b/i.test(
      statement,
    )
  )
    steps.push({ table, lock: 'all', does: 'herschrijft alle rijen', work: 'rewrite' })
  else if (/\b(check|references|set not null)\b/i.test(statement))
    steps.push({ table, lock: 'all', does: 'controleert alle rijen', work: 'scan' })
  if (/\b(unique|primary key|exclude)\b/i.test(statement))
    steps.push({ table, lock: 'all', does: 'maakt een index', work: 'index' })
  return steps
}

/** Returns the locks and the work of a statement. `indexed`: the table of each index. */
function stepsOf(statement: string, indexed: Map<string, string>): Step[] {
  const [, verb = '', table = ''] =
    /^(alter table|update|insert into|delete from|drop table)\s+(?:only\s+|if exists\s+)*(\w+)/i.exec(statement) ?? []
  const [, index = '', indexTable = ''] =
    /^create\s+(?:unique\s+)?index\s+(?:if not exists\s+)?(\w+)\s+on\s+(?:only\s+)?(\w+)/i.exec(statement) ?? []
  const [, dropped = ''] = /^drop index\s+(?:if exists\s+)?(\w+)/i.exec(statement) ?? []
  const [, trigger = ''] =
    /^create\s+(?:or replace\s+)?(?:constraint\s+)?trigger[\s\S]*?\son\s+(\w+)/i.exec(statement) ?? []
  const referenced = /^(create|alter) table/i.test(statement) ? namesAfter(/\breferences\s+(\w+)/gi, statement) : []
  const references = referenced.map((name): Step => ({ table: name, lock: 'writes', does: 'verwijst ernaar' }))
  const reads = namesAfter(/\b(?:from|join)\s+(\w+)/gi, statement)
    .filter((name) => name !== table)
    .map((name): Step => ({ table: name, lock: 'rows', does: 'leest alle rijen', work: 'scan' }))
  switch (verb.toLowerCase()) {
    case 'alter table':
      return [...alterSteps(table, statement), ...references]
    case 'update':
    case 'delete from':
      return [{ table, lock: 'rows', does: 'wijzigt rijen', work: 'update' }, ...reads]
    case 'insert into':
      return [{ table, lock: 'rows', does: 'voegt rijen toe' }, ...reads]
    case 'drop table':
      return [{ table, lock: 'all', does: 'verwijdert de tabel' }]
  }
  if (indexTable) {
    indexed.set(index, indexTable)
    // A BRIN index only summarises the blocks of a table, so it takes as long as reading them.
    const work = /\busing brin\b/i.test(statement) ? 'scan' : 'index'
    return [{ table: indexTable, lock: 'writes', does: 'maakt een index', work }]
  }
  if (dropped) return [{ table: indexed.get(dropped) ?? '', lock: 'all', does: 'verwijdert een index' }]
  if (trigger) return [{ table: trigger, lock: 'writes', does: 'maakt een trigger' }]
  return references
}

const lockOrder: TableLock[] = ['rows', 'writes', 'all']
const stronger = (one: TableLock, other: TableLock) => (lockOrder.indexOf(one) > lockOrder.indexOf(other) ? one : other)

/**
 * Returns what pending migrations do, in their order. Derived from their statements and from the sizes of the tables.
 * `indexed`: the table of each index that exists.
 */
export function planMigrations(
  migrations: { name: string; text: string }[],
  tables: TableSize[],
  indexed: Map<string, string>,
) {
  const stored = new Map(tables.map((table) => [table.name, table]))
  const known = new Map(indexed)
  return migrations.map(({ name, text }): MigrationPlan => {
    const statements = statementsIn(text)
    const plans = new Map<string, TablePlan>()
    let max_s = 0
    for (const { table, lock, does, work } of statements.flatMap((statement) => stepsOf(statement, known))) {
      const found = stored.get(table)
      // A table of these migrations is empty, and no other program knows it.
      if (!found) continue
      const plan = plans.get(table) ?? { ...found, lock, does: [], rewrites: false }
      if (!plan.does.includes(does)) plan.does.push(does)
      plans.set(table, { ...plan, lock: stronger(plan.lock, lock), rewrites: plan.rewrites || work === 'rewrite' })
      if (work) max_s += found.megabytes / speeds[work]
    }
    const creates = statements.flatMap((statement) =>
      namesAfter(/^create table\s+(?:if not exists\s+)?(\w+)/gi, statement),
    )
    return { name, creates, tables: [...plans.values()], max_s: Math.ceil(max_s + 1) }
  })
}
