import { addCard, type LoggedValues, saveLetterSender } from '@rd4-loket/contract'
import { endpoints } from '@rd4-loket/contract/endpoints'
import { exampleKeys, exampleRequest, type SampleKeys } from '@rd4-loket/contract/examples'
import { expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { insertSample, nextMunicipality } from '../test/sample.ts'
import { callerOf, type Person, testServer } from '../test/server.ts'
import { rowsOf } from '../test/test-database.ts'

const { db, sendExample } = await testServer()
// An administrator who also works at the counter.
await sql`update employee set roles = array['municipal_employee', 'administrator']
  where email = 'both@loket.example'`.execute(db)

type Name = keyof typeof endpoints
type SettingCase = {
  /** The caller, if the employee of `callerOf` may not make the call. */
  person?: Person
  /** Changes the sample rows, so that the example has something to change. */
  before?: (keys: SampleKeys) => Promise<unknown>
  /** Null: the entry has no values, because they are secret. `name`: the name of the municipality. */
  values: (name: string) => Record<'old_values' | 'new_values', LoggedValues | null>
}

const { title, html, spoken = '', important = false } = exampleRequest(addCard, exampleKeys).body
const exampleCard = { title, html, spoken, important }
const sampleCard = (name: string) => ({ title: `Balie ${name} dicht`, html: '<p>Vrijdag</p>' })
const unchanged = { spoken: '', important: false }
const period = (shown_until: string) => ({ shown_from: '2020-01-01 00:00', shown_until })
const onDashboard = { places: ['Dashboard'], waste_type: '', code: '' }
const endOf2099 = period('2100-01-01 00:00')
const clerk = (municipality: string) => ({ roles: ['municipal_employee'], municipality, blocked: false })
const administratorDecides = () => sql`delete from allowance_rule`.execute(db)

/** The calls that change a setting or right, with the values that the log entries of their examples must contain. */
const cases: Partial<Record<Name, SettingCase>> = {
  saveAllowance: {
    person: 'both',
    before: administratorDecides,
    values: () => ({ old_values: { rolls: 6 }, new_values: { rolls: 7 } }),
  },
  approveAllowance: {
    values: () => ({ old_values: { rolls: 6 }, new_values: { rolls: 8, proposed_by: expect.any(String) } }),
  },
  saveAllowanceRule: {
    values: () => ({ old_values: { changed_by: 'two_employees' }, new_values: { changed_by: 'administrator' } }),
  },
  saveRollWords: {
    values: () => ({
      old_values: { roll_singular: 'rol', roll_plural: 'rollen' },
      new_values: { roll_singular: 'rol PMD-zakken', roll_plural: 'rollen PMD-zakken' },
    }),
  },
  savePassForm: {
    values: () => ({
      old_values: { characters: 'letters_and_digits', min_length: 6, max_length: 20, prefixes: [] },
      new_values: { characters: 'digits', min_length: 10, max_length: 10, prefixes: ['*'] },
    }),
  },
  saveLetterSender: {
    values: () => ({
      old_values: { contact: '', opening_hours: '', names_employee: false },
      new_values: exampleRequest(saveLetterSender, exampleKeys).body,
    }),
  },
  addChargeRule: {
    values: () => ({
      old_values: {},
      new_values: {
        rekenregel: expect.stringMatching(/^De eerste 3 ledigingen .* Vanaf 1 januari 2027 tot nader order\.$/),
      },
    }),
  },
  endChargeRule: {
    values: () => ({
      old_values: { rekenregel: expect.stringMatching(/Vanaf 1 januari 2020 tot nader order\.$/) },
      new_values: { rekenregel: expect.stringMatching(/Vanaf 1 januari 2020 tot en met 31 december \d+\.$/) },
    }),
  },
  correctChargeRule: {
    values: () => ({
      old_values: { rekenregel: expect.stringMatching(/^De eerste 3 ledigingen .* Vanaf 1 januari 2020/) },
      new_values: {
        rekenregel: expect.stringMatching(/^De eerste 4 ledigingen .* Vanaf 1 januari 2027/),
        ...{
          reden: 'Verkeerd overgenomen uit de verordening',
          verandert: expect.stringMatching(/van 2020 tot en met/),
        },
      },
    }),
  },
  withdrawChargeRule: {
    values: () => ({
      old_values: { rekenregel: expect.stringMatching(/Vanaf 1 januari 2099 tot nader order\.$/) },
      new_values: {},
    }),
  },
  saveMalfunctionMail: {
    values: () => ({ old_values: { recipient: '' }, new_values: { recipient: 'storingen@heerlen.example' } }),
  },
  saveOfficeHours: {
    values: () => ({
      old_values: { opens: '07:00', closes: '19:00', tolerance: 0 },
      new_values: { opens: '08:30', closes: '17:30', tolerance: 5 },
    }),
  },
  saveCollectionHours: {
    values: () => ({ old_values: { report_window: 2 }, new_values: { report_window: 3 } }),
  },
  savePickupCapacity: {
    values: () => ({ old_values: { volume_litres: 12_000 }, new_values: { volume_litres: 9000 } }),
  },
  addCard: {
    values: (municipality) => ({
      old_values: {},
      new_values: { ...exampleCard, ...onDashboard, ...period('2099-12-31 00:00'), municipality },
    }),
  },
  changeCard: {
    values: (name) => ({
      old_values: { ...sampleCard(name), ...unchanged, shown_until: endOf2099.shown_until },
      new_values: { ...exampleCard, shown_until: '2099-12-31 00:00' },
    }),
  },
  removeCard: {
    values: (municipality) => ({
      old_values: { ...sampleCard(municipality), ...unchanged, ...onDashboard, ...endOf2099, municipality },
      new_values: {},
    }),
  },
  addNotice: {
    values: (municipality) => ({
      old_values: {},
      new_values: { title, html, ...unchanged, ...onDashboard, ...endOf2099, municipality },
    }),
  },
  changeNotice: { values: (name) => ({ old_values: sampleCard(name), new_values: { title, html } }) },
  removeNotice: {
    values: (municipality) => ({
      old_values: { ...sampleCard(municipality), ...unchanged, ...onDashboard, ...endOf2099, municipality },
      new_values: {},
    }),
  },
  inviteEmployee: { values: (name) => ({ old_values: {}, new_values: clerk(name) }) },
  changeEmployee: {
    before: ({ employee_id }) =>
      sql`update employee set roles = array['municipal_employee', 'administrator'], blocked_at = now()
        where id = ${employee_id}`.execute(db),
    values: () => ({
      old_values: { roles: ['municipal_employee', 'administrator'], blocked: true },
      new_values: { roles: ['municipal_employee'], blocked: false },
    }),
  },
  resetEmployee: { values: () => ({ old_values: {}, new_values: {} }) },
  resetSecondFactor: { values: () => ({ old_values: null, new_values: null }) },
}

/**
 * The endpoints that change a setting or right. Changes of collection days have their own history, which the tests of
 * calendar-planning cover. The end of a session changes no setting.
 */
const changesOfSettings = (Object.keys(endpoints) as Name[]).filter((name) => {
  const { method, path } = endpoints[name]
  return method !== 'GET' && path.includes('/settings/') && !/\/(collections|sessions)(\/|$)/.test(path)
})

test('every call that changes a setting or right has a case', () => {
  expect(changesOfSettings.sort()).toEqual(Object.keys(cases).sort())
})

/** Moves the callers to a new municipality with sample rows. Returns its name, and a function that sends an example. */
async function prepare(name: Name) {
  const municipality = nextMunicipality()
  const keys = await insertSample(db, municipality)
  await sql`update employee set municipality_id = ${municipality.id} where email like '%@loket.example'`.execute(db)
  // The example invites the same address each time.
  await sql`update employee set email = id || '@elsewhere.example' where email like 'lotte.nieuw@%'`.execute(db)
  const { person = callerOf(endpoints[name]), before } = cases[name] ?? {}
  await before?.(keys)
  return { municipality: municipality.name, person, sendIt: () => sendExample(endpoints[name], keys, { person }) }
}

const lastPositions = () =>
  rowsOf(db, sql<{ log: string; length: number }>`select log, length from log_chain order by log`)

test.each(Object.entries(cases) as [Name, SettingCase][])(
  '%s adds one log entry with the old values, the new values and the author',
  async (name, { values }) => {
    const { municipality, person, sendIt } = await prepare(name)
    const before = await lastPositions()
    expect((await sendIt()).statusCode).toBe(200)
    const entries = await rowsOf(
      db,
      sql`select employee.email, result, old_values, new_values
      from audit_event left join employee on employee.audit_key = employee_key
      where position > (case log ${sql.join(
        before.map(({ log, length }) => sql`when ${log} then ${length}::bigint`),
        sql` `,
      )} end)`,
    )
    expect(entries).toEqual([{ email: `${person}@loket.example`, result: 'done', ...values(municipality) }])
  },
)

test.each(changesOfSettings)('%s changes nothing when its log entry cannot be written', async (name) => {
  const { sendIt } = await prepare(name)
  const stored = () =>
    rowsOf(
      db,
      sql`select (select json_agg(roll_allowance) from roll_allowance) as allowances,
        (select json_agg(allowance_rule) from allowance_rule) as rules,
        (select json_agg(allowance_proposal) from allowance_proposal) as proposals,
        (select json_agg(municipality) from municipality) as municipalities,
        (select json_agg(pass_form) from pass_form) as pass_forms,
        (select json_agg(letter_sender) from letter_sender) as senders,
        (select json_agg(malfunction_mail) from malfunction_mail) as malfunction_mails,
        (select json_agg(pickup_capacity) from pickup_capacity) as capacities,
        (select json_agg(collection_hours) from collection_hours) as hours,
        (select json_agg(charge_rule order by id) from charge_rule) as charge_rules,
        (select json_agg(card order by id) from card) as cards,
        (select json_agg(second_factor order by id) from second_factor) as factors,
        (select json_agg(employee order by id) from employee) as employees, (select count(*)::int from mail) as mails`,
    )
  const before = await stored()
  await sql`alter table audit_event add constraint unwritable check (result <> 'done') not valid`.execute(db)
  const response = await sendIt()
  await sql`alter table audit_event drop constraint unwritable`.execute(db)
  expect(response.statusCode).toBe(500)
  expect(await stored()).toEqual(before)
})
