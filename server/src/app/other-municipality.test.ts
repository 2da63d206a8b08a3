import { type Endpoint, endpoints, mayUse, type Sent } from '@rd4-loket/contract'
import { describe, expect, test } from 'vitest'
import { appendAuditEvent } from '../domain/access-log/audit-log.queries.ts'
import { today } from '../platform/runtime/days.ts'
import { insertAddress, insertCollectionArea, insertEmployee, insertPass } from '../test/make.ts'
import { people, testServer } from '../test/server.ts'

const { db, send } = await testServer()

// Everybody works for Heerlen; all this is Kerkrade's, and 9876 or 'nowhere' is nobody's.
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
const pass = { number: 'KERKRADE1234', name: 'J. van den Berg' }
const { id: environmental_pass_id } = await insertPass(db, { address_id, ...pass })
const kept = <Row extends { id: number }>(rows: Promise<Row>) => rows.then(({ id }) => String(id))
const request_id = await kept(
  db
    .insertInto('roll_issue')
    .values({ environmental_pass_id, employee_id: clerk.id, rolls: 3 })
    .returning('id')
    .executeTakeFirstOrThrow(),
)
const notice_id = await kept(
  db
    .insertInto('notice')
    .values({
      municipality_id: kerkrade.id,
      title: 'Balie Kerkrade dicht',
      html: '<p>Vrijdag</p>',
      valid_from: '2020-01-01',
      valid_to: '2099-12-31',
    })
    .returning('id')
    .executeTakeFirstOrThrow(),
)
const appointment_id = await kept(
  db
    .insertInto('pickup_appointment')
    .values({
      address_id,
      municipality_id: kerkrade.id,
      day: '2099-03-02',
      volume_litres: 500,
      employee_id: clerk.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow(),
)

await appendAuditEvent(
  db,
  { id: crypto.randomUUID(), ip: '192.0.2.1', employee: clerk },
  { action: 'find_resident', result: 'done', object: { kind: 'pass', key: 'seen in Kerkrade' } },
)
const month = today().slice(0, 7)
const todaysEvents: Row = { hides: 'seen in Kerkrade', sent: { body: { from: today(), to: today() } } }

type Parts = { params?: Record<string, string>; query?: Record<string, string>; body?: object }
/**
 * What a call says to an employee of another municipality:
 * - `ask`: the same for what the other has as for what nobody has;
 * - `hides`: a list, in which a text of the other does not stand;
 * - `everywhere`: the call is the same for all municipalities, or about nobody but oneself.
 */
type Row = { ask: [theirs: Parts, nobodys: Parts]; says?: number } | { hides: string; sent?: Parts } | 'everywhere'

const nobodys = { municipality_id: '9876', alias: 'nowhere', id: '987654321' }
const inPath = (rest: Parts = {}): Row => {
  const of = (municipality_id: string) => ({ ...rest, params: { ...rest.params, municipality_id } })
  return { ask: [of(String(kerkrade.id)), of(nobodys.municipality_id)] }
}
const inBody = (body: object): Row => ({
  ask: [
    { body: { ...body, municipality_id: kerkrade.id } },
    { body: { ...body, municipality_id: Number(nobodys.municipality_id) } },
  ],
})
const byName = (name: string, theirs: string, rest: Parts = {}): Row => ({
  ask: [
    { ...rest, params: { [name]: theirs } },
    { ...rest, params: { [name]: name === 'alias' ? nobodys.alias : nobodys.id } },
  ],
})
const byPass = (body: object = {}): Row => ({
  ask: [
    { body: { ...body, environmental_pass_number: pass.number } },
    { body: { ...body, environmental_pass_number: 'NOBODY1234' } },
  ],
})

const period = { from: '2026-03-02', to: '2026-03-08' }
const exception = { category: 'gft', day: '2026-03-02', reason: 'gladheid' }
const schedule = { category: 'gft', area_id: area.id, from: today(), rhythm: 'none' }
const notice = { title: 'Van wie', html: '<p>x</p>', valid_from: '2026-01-01', valid_to: '2026-12-31' }
const role = { name: 'Kim', roles: ['municipal_employee'] }

/** What somebody of Heerlen may change, said of an area that is Kerkrade's. */
const ofTheirArea = (parts: (area_id: number) => Parts, says = 404): Row => ({
  ask: [parts(area.id), parts(Number(nobodys.id))],
  says,
})
const ours = { municipality_id: 917 }
const list = { area_id: area.id, text: 'datum;afvalsoort\n2099-03-02;gft' }
const division = { name: 'Centrum', postal_codes: [], addresses: [] }

const rows: Record<string, Row | Row[]> = {
  changePassword: 'everywhere',
  logout: 'everywhere',
  showEmployee: 'everywhere',
  showMeta: 'everywhere',
  listAddressClearances: 'everywhere',
  listAddressEquipment: 'everywhere',
  listMunicipalities: 'everywhere',
  searchAddresses: 'everywhere',
  exportAddresses: 'everywhere',
  exportAddressClearances: 'everywhere',
  showAddress: 'everywhere',
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
  search: 'everywhere',
  suggestStreets: 'everywhere',

  listMunicipalCollections: { hides: kerkrade.name, sent: { query: period } },
  showCalendar: {
    ask: [{ query: { ...period, address: alias } }, { query: { ...period, address: nobodys.alias } }],
  },
  openCalendarFeed: { ask: [{ body: { address: alias } }, { body: { address: nobodys.alias } }] },
  listPickupAppointments: byName('alias', alias),
  makePickupAppointment: byName('alias', alias, { body: { day: '2099-03-02', volume_litres: 500 } }),
  movePickupAppointment: byName('appointment_id', appointment_id, { body: { day: '2099-03-03' } }),
  cancelPickupAppointment: byName('appointment_id', appointment_id),

  listCollectionYears: inPath(),
  listExceptions: inPath(),
  listAreaRules: inPath(),
  publishCollectionYear: inPath({ params: { year: '2027' }, body: { published_on: '2026-12-01' } }),
  showPickupCapacity: inPath(),
  savePickupCapacity: inPath({ body: { volume_litres: 1000 } }),
  previewException: [inBody(exception), ofTheirArea((area_id) => ({ body: { ...exception, ...ours, area_id } }), 422)],
  saveException: [inBody(exception), ofTheirArea((area_id) => ({ body: { ...exception, ...ours, area_id } }), 422)],
  withdrawException: [
    inBody({ category: 'gft', day: '2026-03-02', area_ids: [area.id] }),
    ofTheirArea((area_id) => ({ body: { category: 'gft', day: '2026-03-02', area_ids: [area_id], ...ours } })),
  ],
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
  issueRolls: byPass({ rolls: 1 }),
  // Who did not hand it out can undo nothing, of whichever municipality it is.
  cancelRollIssue: { ...(byName('request_id', request_id) as { ask: [Parts, Parts] }), says: 409 },
  listRollIssues: { hides: pass.number.slice(-4), sent: { query: { from: today(), to: today() } } },
  exportRollIssues: { hides: pass.number.slice(-4), sent: { body: { from: today(), to: today() } } },
  listAllowances: inPath(),
  saveAllowance: inPath({ params: { year: '2027' }, body: { rolls: 5 } }),

  listNotices: { hides: kerkrade.name },
  listNoticesToEdit: { hides: kerkrade.name },
  addNotice: inBody(notice),
  changeNotice: byName('notice_id', notice_id, { body: notice }),
  removeNotice: byName('notice_id', notice_id),

  listEmployees: { hides: clerk.email },
  inviteEmployee: inBody({ ...role, email: 'nieuw@kerkrade.example' }),
  changeEmployee: byName('employee_id', String(clerk.id), { body: { ...role, blocked: false } }),
  resetEmployee: byName('employee_id', String(clerk.id)),

  searchAuditEvents: todaysEvents,
  exportAuditEvents: todaysEvents,
  showSubjectReport: byPass(),
  showMonth: { hides: `"employee_id":${clerk.id},`, sent: { params: { month } } },
  reviewMonth: {
    ask: [{ params: { month, employee_id: String(clerk.id) } }, { params: { month, employee_id: nobodys.id } }],
  },
  listLogs: 'everywhere',
  checkLogs: 'everywhere',
}

const guarded = Object.entries(endpoints).filter(([, { access }]) => access !== 'everyone')

test('S6.2 for every call it is said here what another municipality gets of it, as the contract says', () => {
  const own = (names: [string, unknown][], isOwn: (value: never) => boolean) =>
    names.filter(([, value]) => isOwn(value as never)).map(([name]) => name)
  expect(Object.keys(rows).sort()).toEqual(guarded.map(([name]) => name).sort())
  expect(own(Object.entries(rows), (row: Row | Row[]) => row !== 'everywhere').sort()).toEqual(
    own(guarded, ({ municipality }: Endpoint) => municipality !== undefined).sort(),
  )
})

/** Whoever may make a call and works for Heerlen, without being a provider employee where those see everything. */
const callerOf = ({ access }: Endpoint) =>
  (['municipal', 'administrator'] as const).find((person) => mayUse(access, { roles: people[person] })) ?? 'visitor'

const calls = guarded.flatMap(([name, endpoint]) => {
  const row = rows[name]
  return [row]
    .flat()
    .flatMap((one) => (one === undefined || one === 'everywhere' ? [] : [{ name, endpoint, row: one }]))
})

async function snapshot() {
  const tables = [
    'notice',
    'employee',
    'roll_issue',
    'pickup_appointment',
    'pickup_capacity',
    'roll_allowance',
  ] as const
  const all = [
    ...tables,
    'collection_exception',
    'collection_rule',
    'collection_year',
    'calendar_feed',
    'mail',
  ] as const
  return JSON.stringify(await Promise.all(all.map((table) => db.selectFrom(table).selectAll().execute())))
}

describe('S6.2 what another municipality has is as if it did not exist', () => {
  test.each(calls.filter(({ row }) => 'ask' in row))('$name', async ({ endpoint, row }) => {
    if (!('ask' in row)) return expect.unreachable()
    const before = await snapshot()
    const [theirs, nobodys] = await Promise.all(
      row.ask.map(async (sent) => {
        const { statusCode, headers, body } = await send(callerOf(endpoint), endpoint, sent as Sent<Endpoint>)
        const { 'x-request-id': request, date, ...others } = headers
        return { statusCode, others, body: body.replace(String(request), '') }
      }),
    )
    expect(theirs?.statusCode).toBe(row.says ?? 404)
    expect(theirs).toEqual(nobodys)
    expect(await snapshot()).toBe(before)
  })

  test.each(calls.filter(({ row }) => 'hides' in row))('$name', async ({ endpoint, row }) => {
    if (!('hides' in row)) return expect.unreachable()
    const ofHeerlen = await send(callerOf(endpoint), endpoint, (row.sent ?? {}) as Sent<Endpoint>)
    expect(ofHeerlen.statusCode).toBe(200)
    expect(ofHeerlen.body).not.toContain(row.hides)
    await db
      .updateTable('employee')
      .set({ municipality_id: kerkrade.id })
      .where('email', 'like', '%@loket.example')
      .execute()
    const ofKerkrade = await send(callerOf(endpoint), endpoint, (row.sent ?? {}) as Sent<Endpoint>)
    await db.updateTable('employee').set({ municipality_id: 917 }).where('email', 'like', '%@loket.example').execute()
    expect(ofKerkrade.body).toContain(row.hides)
  })
})

const byAlias = guarded.filter(([, { params }]) => params && 'alias' in (params as unknown as { shape: object }).shape)
test.each(byAlias)('%s finds nothing by an alias that was guessed', async (_, endpoint) => {
  for (const guess of ['nowhere', '1', String(address_id), alias.slice(0, -1), `${alias}0`, "' or 1=1 --", '%']) {
    const sent = { params: { alias: guess }, body: endpoint.body && { day: '2099-03-02', volume_litres: 500 } }
    const { statusCode } = await send('both', endpoint, sent as Sent<Endpoint>)
    expect(statusCode, guess).toBe(404)
  }
})
