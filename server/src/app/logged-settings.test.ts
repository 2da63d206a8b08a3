import { randomUUID } from 'node:crypto'
import {
  addNotice,
  approveAllowance,
  changeEmployee,
  changeNotice,
  type Endpoint,
  type LoggedValues,
  type Role,
  removeNotice,
  resetEmployee,
  saveAllowance,
  saveAllowanceRule,
  savePickupCapacity,
} from '@rd4-loket/contract'
import { endpoints } from '@rd4-loket/contract/endpoints'
import { expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { insertEmployee, insertRow } from '../test/make.ts'
import { type Person, testServer } from '../test/server.ts'
import { rowsOf } from '../test/test-database.ts'

const { db, send } = await testServer()
const heerlen = { municipality_id: '917' }
// An administrator who also works at the counter.
await sql`update employee set roles = array['municipal_employee', 'administrator']
  where email = 'both@loket.example'`.execute(db)
const clerk = { name: 'Noor Balie', roles: ['municipal_employee'] as Role[], municipality_id: 917 }
const text = { title: 'Drukte', html: '<p>Lange rij</p>', valid_from: '2026-03-02', valid_to: '2026-03-06' }

const insertClerk = () => insertEmployee(db, { ...clerk, email: `${randomUUID()}@loket.example` })
const inEmployee = async () => ({ employee_id: String((await insertClerk()).id) })
const inNotice = async () => ({
  notice_id: String((await insertRow(db, 'notice', { ...text, municipality_id: 917 })).id),
})
async function inProposal() {
  const { id } = await insertClerk()
  await sql`delete from allowance_proposal`.execute(db)
  await insertRow(db, 'allowance_proposal', { municipality_id: 917, year: 2027, rolls: 7, proposed_by: id })
  return { params: { ...heerlen, year: '2027' }, body: { rolls: 7 } }
}
const clerkRights = { roles: ['municipal_employee'], municipality: 'Heerlen', blocked: false }
const noticeValues = { ...text, municipality: 'Heerlen' }

/** A call that changes a setting or right, with the values that its log entry must contain. */
type SettingCase = {
  person: Person
  input: () => Promise<{ params?: Record<string, string>; body?: object }>
  /** Null: the entry has no values, because they are secret. */
  old_values: LoggedValues | null
  new_values: LoggedValues | null
}

const cases: Record<string, SettingCase> = {
  saveAllowance: {
    person: 'both',
    input: async () => {
      await sql`delete from allowance_rule`.execute(db)
      return { params: { ...heerlen, year: '2026' }, body: { rolls: 99 } }
    },
    old_values: { rolls: 6 },
    new_values: { rolls: 99 },
  },
  approveAllowance: {
    person: 'municipal',
    input: inProposal,
    old_values: { rolls: 6 },
    new_values: { rolls: 7, proposed_by: expect.any(String) },
  },
  saveAllowanceRule: {
    person: 'administrator',
    input: async () => {
      await sql`delete from allowance_rule`.execute(db)
      return { params: heerlen, body: { changed_by: 'two_employees' } }
    },
    old_values: { changed_by: 'administrator' },
    new_values: { changed_by: 'two_employees' },
  },
  savePassForm: {
    person: 'administrator',
    input: async () => {
      await sql`delete from pass_form`.execute(db)
      return {
        params: heerlen,
        body: { characters: 'digits', min_length: 10, max_length: 10, prefixes: ['*'], suffixes: [] },
      }
    },
    old_values: { characters: 'letters_and_digits', min_length: 6, max_length: 20, prefixes: [] },
    new_values: { characters: 'digits', min_length: 10, max_length: 10, prefixes: ['*'] },
  },
  savePickupCapacity: {
    person: 'administrator',
    input: async () => ({ params: heerlen, body: { volume_litres: 9000 } }),
    old_values: { volume_litres: 12_000 },
    new_values: { volume_litres: 9000 },
  },
  addNotice: {
    person: 'municipal',
    input: async () => ({ body: text }),
    old_values: {},
    new_values: noticeValues,
  },
  changeNotice: {
    person: 'municipal',
    input: async () => ({ params: await inNotice(), body: { ...text, title: 'Rustig' } }),
    old_values: { title: 'Drukte' },
    new_values: { title: 'Rustig' },
  },
  removeNotice: {
    person: 'municipal',
    input: async () => ({ params: await inNotice() }),
    old_values: noticeValues,
    new_values: {},
  },
  inviteEmployee: {
    person: 'administrator',
    input: async () => ({ body: { ...clerk, email: 'new@loket.example' } }),
    old_values: {},
    new_values: clerkRights,
  },
  changeEmployee: {
    person: 'administrator',
    input: async () => ({
      params: await inEmployee(),
      body: { ...clerk, roles: ['municipal_employee', 'administrator'], blocked: true },
    }),
    old_values: { roles: ['municipal_employee'], blocked: false },
    new_values: { roles: ['municipal_employee', 'administrator'], blocked: true },
  },
  resetEmployee: {
    person: 'administrator',
    input: async () => ({ params: await inEmployee() }),
    old_values: {},
    new_values: {},
  },
  resetSecondFactor: {
    person: 'administrator',
    input: async () => {
      const params = await inEmployee()
      await insertRow(db, 'second_factor', {
        ...{ employee_id: Number(params.employee_id), kind: 'totp', name: 'Telefoon' },
        ...{ sealed_secret: Buffer.from('sealed'), last_step: 0 },
      })
      return { params }
    },
    old_values: null,
    new_values: null,
  },
}

/**
 * The endpoints that change a setting or right. Changes of collection days have their own history, which the tests of
 * calendar-planning cover. The end of a session changes no setting.
 */
const changesOfSettings = Object.entries(endpoints).filter(
  ([, { method, path }]) =>
    method !== 'GET' && path.includes('/settings/') && !/\/(collections|sessions)(\/|$)/.test(path),
)

const lastPositions = () =>
  rowsOf(db, sql<{ log: string; length: number }>`select log, length from log_chain order by log`)

test('the filter by path finds the calls that change a setting or right', () => {
  expect(changesOfSettings.map(([name]) => name)).toEqual(
    expect.arrayContaining(
      Object.keys({
        saveAllowance,
        approveAllowance,
        saveAllowanceRule,
        savePickupCapacity,
        addNotice,
        changeNotice,
        removeNotice,
        changeEmployee,
        resetEmployee,
      }),
    ),
  )
})

test.each(changesOfSettings)(
  '%s adds one log entry with the old values, the new values and the author',
  async (name, it) => {
    const { person, input, old_values, new_values } =
      cases[name] ?? expect.fail(`${name} changes a setting. Log its old and new values, and add a case here.`)
    const sent = await input()
    const before = await lastPositions()
    const response = await send(person, it as Endpoint, sent as object)
    expect(response.statusCode).toBe(200)
    const entries = await rowsOf(
      db,
      sql`select employee.email, result, old_values, new_values
      from audit_event left join employee on employee.audit_key = employee_key
      where position > (case log ${sql.join(
        before.map(({ log, length }) => sql`when ${log} then ${length}::bigint`),
        sql` `,
      )} end)`,
    )
    expect(entries).toEqual([{ email: `${person}@loket.example`, result: 'done', old_values, new_values }])
  },
)

test.each(changesOfSettings)('%s changes nothing when its log entry cannot be written', async (name, it) => {
  const { person, input } = cases[name] ?? expect.fail(`Add a case for ${name}`)
  const again = async () => {
    const sent = await input()
    return name === 'inviteEmployee' ? { body: { ...sent.body, email: 'other@loket.example' } } : sent
  }
  const sent = await again()
  const stored = () =>
    rowsOf(
      db,
      sql`select (select json_agg(roll_allowance) from roll_allowance) as allowances,
        (select json_agg(allowance_rule) from allowance_rule) as rules,
        (select json_agg(allowance_proposal) from allowance_proposal) as proposals,
        (select json_agg(pass_form) from pass_form) as pass_forms,
        (select json_agg(pickup_capacity) from pickup_capacity) as capacities,
        (select json_agg(notice order by id) from notice) as notices,
        (select json_agg(second_factor order by id) from second_factor) as factors,
        (select json_agg(employee order by id) from employee) as employees, (select count(*)::int from mail) as mails`,
    )
  const before = await stored()
  await sql`alter table audit_event add constraint unwritable check (result <> 'done') not valid`.execute(db)
  const response = await send(person, it as Endpoint, sent as object)
  await sql`alter table audit_event drop constraint unwritable`.execute(db)
  expect(response.statusCode).toBe(500)
  expect(await stored()).toEqual(before)
})
