import { expect, test } from 'vitest'
import { findDataStatements } from '../app/data-statements.queries.ts'
import { loadConfig } from '../platform/runtime/config.ts'
import { typeCommand } from '../test/commands.ts'
import { testDatabase } from '../test/test-database.ts'
import { printRegister, type RegisterRow, registerRows } from './register.ts'

const db = await testDatabase()
const print = async (...args: string[]) => (await typeCommand(printRegister, args, db)).out

test('has each table with personal data, with its subjects and period in Dutch', async () => {
  const rows: RegisterRow[] = JSON.parse(await print('--format', 'json'))
  const stated = (await findDataStatements(db)).filter(({ subject }) => subject !== null)
  expect(rows.map(({ table }) => table).sort()).toEqual(stated.map(({ table }) => table).sort())
  expect(
    rows.filter(({ subjects, retention }) => /\b(an?|deleted|when)\b|na $|tot $/.test(subjects + retention)),
  ).toEqual([])
  expect(rows).toContainEqual({
    activity: 'Milieupassen en rollen uitgeven',
    purposes: 'Extra rollen; Pas werkt niet; Eerste pas; Pas vergeten; Vraag van inwoner; Bezwaar tegen aanslag',
    subjects: 'inwoners en medewerkers',
    data: 'uitgegeven rollen: pas, aantal, tijd, doel en medewerker',
    retention: '24 maanden na de uitgifte',
    table: 'roll_issue',
  })
})

test('shows the months of a setting instead of those in the comment of the table', async () => {
  const keep = loadConfig({ KEEP_SECURITY_LOG: '9' }).keep_months
  const rows = registerRows(await findDataStatements(db), keep)
  expect(rows.filter(({ retention }) => retention.startsWith('9 maanden')).map(({ table }) => table)).toEqual([
    'session',
    'audit_event',
  ])
})

test('prints a text, and a CSV file with the same rows', async () => {
  const text = await print()
  expect(text).toContain(
    'Bezwaren behandelen\n  Doelen: Bezwaar tegen aanslag\n  - betwiste en gecorrigeerde ledigingen',
  )
  expect(text).toContain('zolang er is: opgelegde aanslagen: nummer, datum en bedrag')
  const [heading, ...lines] = (await print('--format', 'csv')).trimEnd().split('\r\n')
  expect(heading).toBe('\uFEFF"Verwerking";"Doelen";"Betrokkenen";"Gegevens";"Bewaartermijn";"Tabel"')
  expect(lines).toHaveLength(text.split('\n  - ').length - 1)
  expect(await typeCommand(printRegister, ['--format', 'xml'], db)).toMatchObject({ code: 2 })
})
