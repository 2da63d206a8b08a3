import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run.ts'

type Reference = { to: string; isRequired: boolean }

/** Returns the references of each table of the migrations to the `id` of another table: column → reference. */
function readReferences(): Map<string, Map<string, Reference>> {
  const files = globSync('server/migrations/*.sql', { cwd: root }).sort()
  const sql = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
  const tables = sql.matchAll(/^create table (\w+) \(\n([\s\S]*?)^\)/gm)
  return new Map(Array.from(tables, ([, table = '', columns = '']) => [table, referencesOf(columns)]))
}

function referencesOf(columns: string): Map<string, Reference> {
  const isRequired = (column: string) => new RegExp(`^ +${column} .*(?:not null|primary key)`, 'm').test(columns)
  const ofColumns = columns.matchAll(/^ +(\w+) .*?references (\w+)/gm)
  const ofTable = columns.matchAll(/foreign key \((\w+)[^)]*\) references (\w+) \(id\b/g)
  const found = [...ofColumns, ...ofTable].filter(([, column]) => column !== 'foreign')
  return new Map(found.map(([, column = '', to = '']) => [column, { to, isRequired: isRequired(column) }]))
}

const references = readReferences()
const joined = /^join (\w+)(?: (?!on )(\w+))? on (\w+)\.id = (?:(\w+)\.)?(\w+)\b(?! *[.(])/

/**
 * Returns whether the `join` at `index` of an SQL text always finds exactly one row: its condition compares the `id` of
 * the joined table with a column that is not null and that references this table. A left join then returns the same
 * rows. Returns false when the text does not have the table of that column, or when it has an outer join.
 */
export function alwaysFindsRow(sql: string, index: number): boolean {
  const text = sql.slice(index).replaceAll(/\s+/g, ' ')
  const [found, table = '', alias = table, left, qualifier, column = ''] = joined.exec(text) ?? []
  if (!found || left !== alias || /^ (?:and|or)\b|^ *[=<>+*/-]/.test(text.slice(found.length))) return false
  if (/\b(?:left|right|full) join\b/.test(sql.replaceAll(/\s+/g, ' '))) return false
  const named = qualifier ? [tableOf(sql, qualifier)] : [...references.keys()].filter((it) => isIn(sql, it))
  const columns = named.flatMap((it) => references.get(it ?? '')?.get(column) ?? [])
  return columns.length > 0 && columns.every(({ to, isRequired }) => to === table && isRequired)
}

const isIn = (sql: string, table: string) => new RegExp(`\\b(?:from|join|update|into|,)\\s+${table}\\b`).test(sql)

/** Returns the table with this name or alias in the text. */
function tableOf(sql: string, name: string): string | undefined {
  if (references.has(name)) return isIn(sql, name) ? name : undefined
  return new RegExp(`\\b(?:from|join|update|into|,)\\s+(\\w+) (?:as )?${name}\\b`).exec(sql)?.[1]
}
