import { globSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Sql, sql } from '../platform/database/sql.ts'
import { rowsOf, testDatabase } from '../test/test-database.ts'
import { findDataStatements, findTableComments, parseDataStatements } from './data-statements.queries.ts'

const db = await testDatabase()

const nothing = { table: 't', subject: null, period: null, deletedWith: null, deletedWhen: null }
const ofResident = { ...nothing, subject: 'a resident' }

test.each([
  ['A town. No personal data.', [nothing]],
  [
    'A round. No personal data, deleted 24 months after day.',
    [{ ...nothing, period: { months: 24, columns: ['day'], where: null } }],
  ],
  ['A name. Personal data of a resident, without a period.', [ofResident]],
  ['Personal data of a resident, deleted with address.', [{ ...ofResident, deletedWith: 'address' }]],
  ['Personal data of a resident, deleted when it is sent.', [{ ...ofResident, deletedWhen: 'it is sent' }]],
  [
    'Personal data of a resident, deleted 24 months after day.',
    [{ ...ofResident, period: { months: 24, columns: ['day'], where: null } }],
  ],
  [
    'A log. Personal data of a resident, deleted 6 months after ended_at or expires_at where log is audit. ' +
      'Personal data of a resident, without a period.',
    [
      {
        ...ofResident,
        period: { months: 6, columns: ['ended_at', 'expires_at'], where: { column: 'log', value: 'audit' } },
      },
      ofResident,
    ],
  ],
  ['No personal data. A town.', []],
  ['Personal data of a resident, deleted some months after day.', []],
  ['Personal data of a resident, deleted 24 months after.', []],
  ['Personal data of a resident.', []],
  ['No personal data', []],
])('the comment %j has the statements %j', (comment, statements) => {
  expect(parseDataStatements('t', comment)).toEqual(statements)
})

const queries = globSync(new URL('../**/*.queries.ts', import.meta.url).pathname)
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

/** Returns the tables with their names that a query returns, as `table.name`. */
const namesIn = async (statement: Sql<{ table: string; name: string }>) =>
  new Set((await rowsOf(db, statement)).map(({ table, name }) => `${table}.${name}`))

const foreignKeys = (condition: Sql) => sql<{ table: string; name: string }>`
  select own.relname as table, parent.relname as name
  from pg_constraint join pg_class own on own.oid = conrelid join pg_class parent on parent.oid = confrelid
  where contype = 'f' and ${condition}`

/** Returns the differences between the comments of the tables and the schema. */
async function findFaults() {
  const comments = await findTableComments(db)
  const statements = await findDataStatements(db)
  const columns = await namesIn(sql`
    select table_name as table, column_name as name from information_schema.columns where table_schema = 'public'`)
  const moments = await namesIn(sql`
    select table_name as table, column_name as name from information_schema.columns
    where table_schema = 'public' and data_type in ('date', 'timestamp with time zone')`)
  const references = await namesIn(foreignKeys(sql`true`))
  const cascades = await namesIn(foreignKeys(sql`confdeltype = 'c'`))
  return [
    ...comments
      .filter(({ table }) => !statements.some((it) => it.table === table))
      .map(({ table }) => `${table} states nothing`),
    ...statements.flatMap(({ table, subject, period, deletedWith, deletedWhen }) => [
      ...['resident', 'environmental_pass', 'employee']
        .filter((person) => subject === null && references.has(`${table}.${person}`))
        .map((person) => `${table} refers to ${person}, and states no personal data`),
      ...(period?.columns ?? [])
        .filter((column) => !moments.has(`${table}.${column}`))
        .map((column) => `${table}.${column} is no moment`),
      ...(period?.where && !columns.has(`${table}.${period.where.column}`)
        ? [`${table} has no ${period.where.column}`]
        : []),
      ...(deletedWith !== null && !cascades.has(`${table}.${deletedWith}`)
        ? [`${table} is not deleted with ${deletedWith}`]
        : []),
      ...(deletedWhen !== null && !queries.includes(`delete from ${table}`) ? [`no query deletes from ${table}`] : []),
    ]),
  ]
}

test('the comment of each table states whose data it holds, and names only what the schema has', async () => {
  expect(await findFaults()).toEqual([])
})

describe('a new table', () => {
  beforeAll(async () => {
    await sql`create table probe (
      address_id int references address, employee_id int references employee, made_on date, log text)`.execute(db)
  })

  test.each([
    ['A probe.', ['probe states nothing']],
    ['A probe. No personal data.', ['probe refers to employee, and states no personal data']],
    ['Personal data of a resident, deleted 2 months after made_on.', []],
    ['Personal data of a resident, deleted 2 months after made_at.', ['probe.made_at is no moment']],
    ['Personal data of a resident, deleted 2 months after made_on or log.', ['probe.log is no moment']],
    ['Personal data of a resident, deleted 2 months after made_on where log is audit.', []],
    ['Personal data of a resident, deleted 2 months after made_on where kind is audit.', ['probe has no kind']],
    ['Personal data of a resident, deleted with employee.', ['probe is not deleted with employee']],
    ['Personal data of a resident, deleted with nothing.', ['probe is not deleted with nothing']],
    ['Personal data of a resident, deleted when it is sent.', ['no query deletes from probe']],
  ])('with the comment %j has the faults %j', async (comment, faults) => {
    await sql`comment on table probe is ${sql.literal(comment)}`.execute(db)
    expect(await findFaults()).toEqual(faults)
  })
})
