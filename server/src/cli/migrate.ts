import { planMissingMigrations } from '../platform/database/migrate.queries.ts'
import type { MigrationPlan, TableLock } from '../platform/database/migration-plan.ts'
import { type Command, CommandError, UsageError } from '../platform/runtime/command.ts'
import { grantToPortal, roleExists, setLogMinimum } from './app-role.queries.ts'

function parseMonths(text: string) {
  if (!/^[1-9][0-9]{0,2}$/.test(text))
    throw new UsageError('Geef met --keep-logs een aantal maanden van 1 tot en met 999.')
  return Number(text)
}

const lockNote = `Elke migratie is één transactie: wat wacht, wacht tot het einde van die migratie. De tijd is een ruime schatting
uit de grootte van de tabellen. Er is niets veranderd.`

const lockTexts: Record<TableLock, string> = {
  all: 'lezen en schrijven wachten',
  writes: 'schrijven wacht, lezen gaat door',
  rows: 'lezen en schrijven gaan door',
}

function planText({ name, creates, tables, max_s }: MigrationPlan) {
  const lines = tables.map(
    ({ name, rows, megabytes, lock, does }) =>
      `  ${name} (${Math.round(rows).toLocaleString('nl')} rijen, ${megabytes.toLocaleString('nl')} MB): ${lockTexts[lock]}; ${does.join(', ')}`,
  )
  const made = creates.length > 0 ? [`  nieuw: ${creates.join(', ')}`] : []
  return [`${name}: ten hoogste ongeveer ${max_s} s`, ...made, ...lines].join('\n')
}

/** Migrates the database without starting the portal. An option grants a PostgreSQL role the portal's privileges. */
export const migrateDatabase: Command = {
  name: 'migrate',
  summary: 'brengt de tabellen van de database bij',
  database: 'existing',
  options: {
    plan: { summary: 'toont wat er gaat gebeuren en wat zolang wacht, en verandert niets' },
    'app-role': { value: 'NAAM', summary: 'geeft deze rol van PostgreSQL wat het portaal nodig heeft' },
    'keep-logs': { value: 'MAANDEN', summary: 'zo lang kan ook het portaal geen regels van de logboeken verwijderen' },
  },
  explanation: `Met een eigen rol kan het portaal de logboeken niet wijzigen of legen, alleen lezen en aanvullen. Maak de rol eerst:
  create role portaal login password '…';
Draai dit daarna als eigenaar van de tabellen, en na elke nieuwe versie weer. Start het portaal met de rol in DATABASE_URL.`,
  async run({ openDatabase, options }) {
    if (options['plan'] !== undefined) {
      const plans = await planMissingMigrations((await openDatabase({ unchanged: true })).db)
      if (plans.length === 0) return 'De database is al bij.'
      return [...plans.map(planText), lockNote].join('\n\n')
    }
    const { db, migrated } = await openDatabase()
    const done =
      migrated.length === 0
        ? 'De database was al bij.'
        : `Toegepast:\n${migrated.map((name) => `  ${name}`).join('\n')}`
    const { 'app-role': role, 'keep-logs': months } = options
    if (months !== undefined) await setLogMinimum(db, parseMonths(months))
    if (role === undefined) return done
    if (!(await roleExists(db, role))) throw new CommandError(`${done}\nDe rol ${role} bestaat niet in PostgreSQL.`)
    await grantToPortal(db, role)
    return `${done}\nDe rol ${role} kan het portaal draaien: de logboeken leest zij en vult zij aan, meer niet.`
  },
}
