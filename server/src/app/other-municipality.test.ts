import { addOpenedPlace, type Endpoint, mayUse, type RequestInput } from '@rd4-loket/contract'
import { endpoints } from '@rd4-loket/contract/endpoints'
import { describe, expect, test } from 'vitest'
import { appendAuditEvent } from '../domain/access-log/audit-log.queries.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { today } from '../platform/runtime/days.ts'
import {
  insertAddress,
  insertCollectionArea,
  insertCollectionSystem,
  insertContainer,
  insertEmployee,
  insertPass,
  insertRow,
} from '../test/make.ts'
import { people, testServer } from '../test/server.ts'

const { db, send } = await testServer()

// The callers work for Heerlen, and these rows belong to Kerkrade.
const kerkrade = { id: 928, name: 'Kerkrade' }
const { alias, id: address_id } = await insertAddress(db, {
  municipality: kerkrade,
  city: 'Kerkrade',
  street: 'Hoofdstraat',
  postal_code: '6461AA',
})
const area = await insertCollectionArea(db, {
  name: 'Kerkrade Centrum',
  municipality_id: kerkrade.id,
  rules: [{ every_weeks: 1 }],
})
const clerk = await insertEmployee(db, {
  email: 'kim@kerkrade.example',
  roles: ['municipal_employee'],
  municipality_id: kerkrade.id,
})
const { id: their_session_id } = await insertRow<{ id: string }>(db, 'session', {
  id: crypto.randomUUID(),
  employee_id: clerk.id,
  expires_at: '2099-01-01',
})
await sql`update employee set invitation_ends_at = now() - interval '1 day' where id = ${clerk.id}`.execute(db)
const pass = { number: 'KERKRADE1234', name: 'J. van den Berg' }
const { id: environmental_pass_id } = await insertPass(db, { address_id, ...pass })
const idOf = async (insert: Sql<{ id: number }>) => String((await insert.execute(db)).rows[0]?.id)
const request_id = await idOf(sql`
  insert into roll_issue (environmental_pass_id, employee_id, rolls)
  values (${environmental_pass_id}, ${clerk.id}, 3) returning id`)
const pass_change_id = await idOf(sql`
  insert into pass_change (environmental_pass_id, kind, employee_id, old_status)
  values (${environmental_pass_id}, 'activate', ${clerk.id}, 'active') returning id`)
const notice_id = await idOf(sql`
  insert into notice (municipality_id, title, html, valid_from, valid_to)
  values (${kerkrade.id}, 'Balie Kerkrade dicht', '<p>Vrijdag</p>', '2020-01-01', '2099-12-31') returning id`)
const appointment_id = await idOf(sql`
  insert into pickup_appointment (address_id, municipality_id, day, volume_litres, employee_id)
  values (${address_id}, ${kerkrade.id}, '2099-03-02', 500, ${clerk.id}) returning id`)
const { id: collection_system_id } = await insertCollectionSystem(db, { address_id })
const { id: container_id } = await insertContainer(db, { collection_system_id, kind: 'ondergronds' })
await insertRow(db, 'container_state', { container_id, fill_percent: 95, measured_at: '2026-02-02T14:00:00Z' })
await insertRow(db, 'recorded_malfunction', { container_id, malfunction: 'lock', note: '', recorded_by: clerk.id })
const change_id = await idOf(sql`
  insert into collection_change (municipality_id, kind) values (${kerkrade.id}, 'planner') returning id`)

await appendAuditEvent(
  db,
  { id: crypto.randomUUID(), ip: '192.0.2.1', employee: clerk },
  { action: 'find_resident', result: 'done', object: { kind: 'pass', key: 'seen in Kerkrade' } },
)
const month = today().slice(0, 7)
const todaysEvents: Expectation = { hides: 'seen in Kerkrade', sent: { body: { from: today(), to: today() } } }

type TestInput = { params?: Record<string, string>; query?: Record<string, string>; body?: object }
/**
 * The expected response when an employee of Heerlen makes a call:
 * - `same`: the response is equal for a row of Kerkrade and for a missing row, with this status (404 by default);
 * - `hides`: the response is a list that does not contain this text of Kerkrade;
 * - `everywhere`: the response does not depend on the municipality of the employee.
 */
type Expectation =
  | { same: [theirs: TestInput, missing: TestInput]; status?: number }
  | { hides: string; sent?: TestInput }
  | 'everywhere'

// Both callers opened the address of Kerkrade in their sessions, while they worked there.
for (const person of ['municipal', 'administrator'] as const)
  await send(person, addOpenedPlace, { body: { kind: 'address', alias } })

const missingKeys = { municipality_id: '9876', alias: 'nowhere', id: '987654321' }
const inPath = (rest: TestInput = {}): Expectation => {
  const of = (municipality_id: string) => ({ ...rest, params: { ...rest.params, municipality_id } })
  return { same: [of(String(kerkrade.id)), of(missingKeys.municipality_id)] }
}
const inBody = (body: object): Expectation => ({
  same: [
    { body: { ...body, municipality_id: kerkrade.id } },
    { body: { ...body, municipality_id: Number(missingKeys.municipality_id) } },
  ],
})
const byName = (name: string, theirs: string, rest: TestInput = {}): Expectation => ({
  same: [
    { ...rest, params: { ...rest.params, [name]: theirs } },
    { ...rest, params: { ...rest.params, [name]: name === 'alias' ? missingKeys.alias : missingKeys.id } },
  ],
})
const byPass = (body: object = {}): Expectation => ({
  same: [
    { body: { ...body, environmental_pass_number: pass.number } },
    { body: { ...body, environmental_pass_number: 'NOBODY1234' } },
  ],
})

const period = { from: '2026-03-02', to: '2026-03-08' }
const change = (area_id = area.id) => ({
  ...{ action: 'cancel', reason: 'gladheid' },
  collections: [{ area_id, category: 'gft', day: '2026-03-02', revision: 0 }],
})
const schedule = { category: 'gft', area_id: area.id, from: today(), rhythm: 'none' }
const notice = { title: 'Van wie', html: '<p>x</p>', valid_from: '2026-01-01', valid_to: '2026-12-31' }
const role = { name: 'Kim', roles: ['municipal_employee'] }

/** For a change in Heerlen that names an area: the response is equal for an area of Kerkrade and for a missing area. */
const ofTheirArea = (parts: (area_id: number) => TestInput, status = 404): Expectation => ({
  same: [parts(area.id), parts(Number(missingKeys.id))],
  status,
})
const ours = { municipality_id: 917 }
const list = { area_id: area.id, text: 'datum;afvalstroom\n2099-03-02;gft' }
const division = { name: 'Centrum', postal_codes: [], addresses: [] }

const rows: Record<string, Expectation | Expectation[]> = {
  changePassword: 'everywhere',
  listSecondFactors: 'everywhere',
  startTotp: 'everywhere',
  addTotp: 'everywhere',
  startPasskey: 'everywhere',
  addPasskey: 'everywhere',
  renameFactor: 'everywhere',
  removeFactor: 'everywhere',
  renewRecoveryCodes: 'everywhere',
  logout: 'everywhere',
  listOwnSessions: 'everywhere',
  endOwnSession: 'everywhere',
  endOtherSessions: 'everywhere',
  showEmployee: 'everywhere',
  showMeta: 'everywhere',
  listAddressClearances: 'everywhere',
  listAddressEquipment: 'everywhere',
  listMunicipalities: 'everywhere',
  searchAddresses: 'everywhere',
  exportAddresses: 'everywhere',
  exportAddressClearances: 'everywhere',
  showAddress: 'everywhere',
  showBill: 'everywhere',
  makeDossier: 'everywhere',
  makeBillLetter: 'everywhere',
  listCollectionSystemClearances: 'everywhere',
  listCollectionSystemEquipment: 'everywhere',
  listConnectedAddresses: 'everywhere',
  listAlternativeSystems: 'everywhere',
  listNearbySystems: 'everywhere',
  searchCollectionSystems: 'everywhere',
  exportCollectionSystems: 'everywhere',
  exportCollectionSystemClearances: 'everywhere',
  exportConnectedAddresses: 'everywhere',
  showCollectionSystem: 'everywhere',
  showCollectionSystemMeta: 'everywhere',
  fileObjection: 'everywhere',
  decideObjection: 'everywhere',
  listObjections: 'everywhere',
  listHandovers: 'everywhere',
  listAddressHandovers: 'everywhere',
  closeHandover: 'everywhere',
  recordMalfunction: 'everywhere',
  closeMalfunction: 'everywhere',
  listSystemMalfunctions: 'everywhere',
  search: 'everywhere',
  suggestStreets: 'everywhere',

  listMalfunctions: { hides: kerkrade.name },
  showWork: { hides: kerkrade.name },
  showAdministrationWork: { hides: `"employee_id":${clerk.id},` },
  searchCalendarAddresses: { hides: alias, sent: { body: { text: '6461AA 118' } } },
  listMunicipalCollections: { hides: kerkrade.name, sent: { query: period } },
  showCalendar: {
    same: [{ query: { ...period, address: alias } }, { query: { ...period, address: missingKeys.alias } }],
  },
  openCalendarFeed: { same: [{ body: { address: alias } }, { body: { address: missingKeys.alias } }] },
  listPickupAppointments: byName('alias', alias),
  makePickupAppointment: byName('alias', alias, { body: { day: '2099-03-02', volume_litres: 500 } }),
  movePickupAppointment: byName('appointment_id', appointment_id, { body: { day: '2099-03-03' } }),
  cancelPickupAppointment: byName('appointment_id', appointment_id),

  listCollectionYears: inPath(),
  listAreaRules: inPath(),
  publishCollectionYear: inPath({ params: { year: '2027' }, body: { published_on: '2026-12-01' } }),
  showPickupCapacity: inPath(),
  savePickupCapacity: inPath({ body: { volume_litres: 1000 } }),
  listPlannedCollections: inPath({ query: period }),
  listCollectionChanges: inPath(),
  changeCollections: [inBody(change()), ofTheirArea((area_id) => ({ body: { ...change(area_id), ...ours } }))],
  undoCollectionChange: byName('change_id', change_id),
  previewSchedule: [inBody(schedule), ofTheirArea((area_id) => ({ body: { ...schedule, ...ours, area_id } }))],
  saveSchedule: [inBody(schedule), ofTheirArea((area_id) => ({ body: { ...schedule, ...ours, area_id } }))],
  previewCollectionList: [inBody(list), ofTheirArea((area_id) => ({ body: { ...list, ...ours, area_id } }))],
  saveCollectionList: [inBody(list), ofTheirArea((area_id) => ({ body: { ...list, ...ours, area_id } }))],
  countAreaAddresses: inPath(),
  previewArea: [
    inBody(division),
    ofTheirArea((area_id) => ({ body: { ...division, ...ours, area_id } })),
    ofTheirArea((days_of) => ({ body: { ...division, ...ours, days_of } }), 422),
  ],
  saveArea: [
    inBody(division),
    ofTheirArea((area_id) => ({ body: { ...division, ...ours, area_id } })),
    ofTheirArea((days_of) => ({ body: { ...division, ...ours, days_of } }), 422),
  ],
  deleteArea: [
    inPath({ params: { area_id: String(area.id) } }),
    ofTheirArea((area_id) => ({ params: { municipality_id: '917', area_id: String(area_id) } })),
  ],

  findResident: byPass(),
  showResidentName: byPass(),
  showResidentBill: byPass(),
  issueRolls: byPass({ rolls: 1 }),
  issuePass: {
    same: [alias, missingKeys.alias].map((it) => ({
      body: { alias: it, new_pass_number: 'NEW0000002', name: 'J. van den Berg' },
    })) as [TestInput, TestInput],
  },
  blockPass: byPass({ reason: 'loss' }),
  replacePass: byPass({ reason: 'loss', new_pass_number: 'NEW0000001' }),
  listPassSystems: byPass(),
  listPassHandovers: byPass(),
  handOverObjection: byPass({ year: Number(today().slice(0, 4)), note: 'Twee keer geteld' }),
  activatePass: byPass({ collection_system: null }),
  // Only the employee who changed the pass can undo the change.
  undoPassChange: { ...(byName('change_id', pass_change_id) as { same: [TestInput, TestInput] }), status: 409 },
  // Only the employee who issued the rolls can cancel the issue, so the municipality does not matter.
  cancelRollIssue: { ...(byName('request_id', request_id) as { same: [TestInput, TestInput] }), status: 409 },
  // The actions are the employee's own.
  listUndoable: 'everywhere',
  findResidentAtAddress: { same: [{ body: { alias } }, { body: { alias: missingKeys.alias } }] },
  listRollIssues: { hides: pass.number.slice(-4), sent: { query: { from: today(), to: today() } } },
  exportRollIssues: { hides: pass.number.slice(-4), sent: { body: { from: today(), to: today() } } },
  listAllowances: inPath(),
  approveAllowance: inPath({ params: { year: '2027' }, body: { rolls: 5 } }),
  showAllowanceRule: inPath(),
  saveAllowanceRule: inPath({ body: { changed_by: 'two_employees' } }),
  showPassForm: inPath(),
  savePassForm: inPath({
    body: { characters: 'digits', min_length: 10, max_length: 10, prefixes: [], suffixes: [] },
  }),
  saveAllowance: inPath({ params: { year: '2027' }, body: { rolls: 5 } }),

  listOpenedPlaces: { hides: alias },
  addOpenedPlace: 'everywhere',

  listNotices: { hides: kerkrade.name },
  listNoticesToEdit: { hides: kerkrade.name },
  addNotice: inBody(notice),
  changeNotice: byName('notice_id', notice_id, { body: notice }),
  removeNotice: byName('notice_id', notice_id),

  listEmployees: { hides: clerk.email },
  inviteEmployee: inBody({ ...role, email: 'nieuw@kerkrade.example' }),
  changeEmployee: byName('employee_id', String(clerk.id), { body: { ...role, blocked: false } }),
  resetEmployee: byName('employee_id', String(clerk.id)),
  resetSecondFactor: byName('employee_id', String(clerk.id)),

  listEmployeeSessions: byName('employee_id', String(clerk.id)),
  endEmployeeSession: byName('employee_id', String(clerk.id), { params: { session_id: their_session_id } }),
  endEmployeeSessions: byName('employee_id', String(clerk.id)),

  searchAuditEvents: todaysEvents,
  exportAuditEvents: todaysEvents,
  showSubjectReport: byPass(),
  showMonth: { hides: `"employee_id":${clerk.id},`, sent: { params: { month } } },
  reviewMonth: {
    same: [
      { params: { month, employee_id: String(clerk.id) }, body: {} },
      { params: { month, employee_id: missingKeys.id }, body: {} },
    ],
  },
  listLogs: 'everywhere',
  checkLogs: 'everywhere',
}

const guarded = Object.entries(endpoints).filter(([, { access }]) => access !== 'everyone')

test("S6.2 every call has an expectation in this file that agrees with the contract's `municipality`", () => {
  const own = (names: [string, unknown][], isOwn: (value: never) => boolean) =>
    names.filter(([, value]) => isOwn(value as never)).map(([name]) => name)
  expect(Object.keys(rows).sort()).toEqual(guarded.map(([name]) => name).sort())
  expect(own(Object.entries(rows), (row: Expectation | Expectation[]) => row !== 'everywhere').sort()).toEqual(
    own(guarded, ({ municipality }: Endpoint) => municipality !== undefined).sort(),
  )
})

/**
 * Returns an employee of Heerlen who has access to an endpoint, or else the visitor. Never returns a provider employee,
 * because provider employees may see all municipalities.
 */
const callerOf = ({ access }: Endpoint) =>
  (['municipal', 'administrator'] as const).find((person) => mayUse(access, { roles: people[person] })) ?? 'visitor'

const calls = guarded.flatMap(([name, endpoint]) => {
  const row = rows[name]
  return [row]
    .flat()
    .flatMap((one) => (one === undefined || one === 'everywhere' ? [] : [{ name, endpoint, row: one }]))
})

const moveCallers = (municipality_id: number) =>
  sql`update employee set municipality_id = ${municipality_id} where email like '%@loket.example'`.execute(db)

async function snapshot() {
  const tables = [
    'notice',
    'employee',
    'roll_issue',
    'resident',
    'environmental_pass',
    'pass_change',
    'pickup_appointment',
    'pickup_capacity',
    'roll_allowance',
    'allowance_rule',
    'allowance_proposal',
    'pass_form',
  ] as const
  const all = [
    ...tables,
    'collection_exception',
    'collection_change',
    'collection_rule',
    'collection_year',
    'calendar_feed',
    'mail',
  ] as const
  return JSON.stringify(await Promise.all(all.map((table) => sql`select * from ${sql.identifier(table)}`.execute(db))))
}

describe('S6.2 a row of another municipality is treated as missing', () => {
  test.each(calls.filter(({ row }) => 'same' in row))('$name', async ({ endpoint, row }) => {
    if (!('same' in row)) return expect.unreachable()
    const before = await snapshot()
    const [theirs, missing] = await Promise.all(
      row.same.map(async (sent) => {
        const { statusCode, headers, body } = await send(callerOf(endpoint), endpoint, sent as RequestInput<Endpoint>)
        const { 'x-request-id': request, date, ...others } = headers
        return { statusCode, others, body: body.replace(String(request), '') }
      }),
    )
    expect(theirs?.statusCode).toBe(row.status ?? 404)
    expect(theirs).toEqual(missing)
    expect(await snapshot()).toBe(before)
  })

  test.each(calls.filter(({ row }) => 'hides' in row))('$name', async ({ endpoint, row }) => {
    if (!('hides' in row)) return expect.unreachable()
    const ofHeerlen = await send(callerOf(endpoint), endpoint, (row.sent ?? {}) as RequestInput<Endpoint>)
    expect(ofHeerlen.statusCode).toBe(200)
    expect(ofHeerlen.body).not.toContain(row.hides)
    await moveCallers(kerkrade.id)
    const ofKerkrade = await send(callerOf(endpoint), endpoint, (row.sent ?? {}) as RequestInput<Endpoint>)
    await moveCallers(917)
    expect(ofKerkrade.body).toContain(row.hides)
  })
})

const bodyOf = (endpoint: Endpoint) =>
  endpoint === endpoints.recordMalfunction
    ? { container_id: 1, malfunction: 'lock' }
    : { day: '2099-03-02', volume_litres: 500 }
const byAlias = guarded.filter(([, { params }]) => params && 'alias' in (params as unknown as { shape: object }).shape)
test.each(byAlias)('%s returns 404 for a guessed alias, such as an id or a changed alias', async (_, endpoint) => {
  for (const guess of ['nowhere', '1', String(address_id), alias.slice(0, -1), `${alias}0`, "' or 1=1 --", '%']) {
    const sent = {
      params: { alias: guess },
      query: endpoint.download && { year: '2025', ...(endpoint.download.length > 1 && { format: 'pdf' }) },
      body: endpoint.body && bodyOf(endpoint),
    }
    const { statusCode } = await send('both', endpoint, sent as RequestInput<Endpoint>)
    expect(statusCode, guess).toBe(404)
  }
})
