import {
  billPurposes,
  cancelRollIssue,
  type Endpoint,
  exportAuditEvents,
  fileObjection,
  findResident,
  fullPath,
  issueRolls,
  listAddressEquipment,
  listObjections,
  listPickupAppointments,
  listTasks,
  makePickupAppointment,
  type PersonalData,
  Purpose,
  purposeHeader,
  purposesOf,
  type RequestInput,
  retractHandover,
  retractObjection,
  searchAuditEvents,
  showBill,
  showCalendar,
  showResidentBill,
  showResidentName,
  showSubjectReport,
  undoPassChange,
} from '@rd4-loket/contract'
import { endpoints } from '@rd4-loket/contract/endpoints'
import { exampleKeys, exampleRequest, type SampleKeys } from '@rd4-loket/contract/examples'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../app/app.ts'
import { sql } from '../../platform/database/sql.ts'
import { thisYear as year } from '../../test/days-ahead.ts'
import { insertAddress, insertClearances, insertOccupancy, insertPass, insertRow } from '../../test/make.ts'
import { insertSample, missingKeys, rowKeysOf } from '../../test/sample.ts'
import { callerOf, type Person, people, retryWhileBusy, settings, testServer } from '../../test/server.ts'
import { checkLogs } from './audit-log.queries.ts'

const { app, call, db, idOf, send, sendExample, tokens, tokenOf } = await testServer()
const number = '0101010101'
const pass = { environmental_pass_number: number }
const unknown = { environmental_pass_number: '9999999999' }
const { id: address_id, alias } = await insertAddress(db, {})

beforeAll(async () => {
  await insertPass(db, { address_id, number })
  await sql`insert into roll_allowance select 917, ${year}, 99`.execute(db)
})

const subjectTypes = { pass: 'environmental_pass_hmac_sha256', household: 'household_hmac_sha256' }

type SubjectKind = keyof typeof subjectTypes
type Contract = typeof import('@rd4-loket/contract')
type PersonalName = {
  [Name in keyof Contract]: Contract[Name] extends Endpoint & { personal: PersonalData } ? Name : never
}[keyof Contract]

/** Each call with personal data, with one entry for each resident (`pass`) or household whose data the call shows. */
const subjectsOf: Record<PersonalName, SubjectKind[]> = {
  listAddressEquipment: ['household'],
  listAddressClearances: ['household'],
  listNonClearances: ['household'],
  exportAddressClearances: ['household'],
  listPickupAppointments: ['household'],
  makePickupAppointment: ['household'],
  movePickupAppointment: ['household'],
  cancelPickupAppointment: ['household'],
  showCalendar: ['household'],
  showBill: ['household'],
  showQuarantineLine: ['household'],
  decideQuarantineLine: ['household'],
  approveQuarantineLine: ['household'],
  undoQuarantineLine: ['household'],
  retryQuarantineLine: ['household'],
  listBillYears: ['household'],
  listCollectionOutcomes: ['household'],
  makeDossier: ['household'],
  makeBillLetter: ['household'],
  makeBillMail: ['household'],
  showResidentBill: ['pass', 'household'],
  fileObjection: ['household'],
  decideObjection: ['household'],
  undoObjectionDecision: ['household'],
  retractObjection: ['household'],
  previewCorrection: ['household'],
  showCorrection: ['household'],
  listObjections: ['household'],
  listPassHandovers: ['pass'],
  handOverObjection: ['pass'],
  recordHandover: ['household'],
  dateHandover: ['household'],
  makeObjectionReceipt: ['household'],
  makeObjectionForm: ['pass'],
  listHandovers: ['household'],
  listTasks: ['household'],
  listAddressHandovers: ['household'],
  closeHandover: ['household'],
  undoHandover: ['household'],
  retractHandover: ['household'],
  listMissedCollections: ['household'],
  reportMissedCollection: ['household'],
  retractMissedReport: ['household'],
  listMissedReports: ['household'],
  decideMissedReports: ['household'],
  reopenMissedReports: ['household'],
  listFigureRows: ['household'],
  findResident: ['pass'],
  findResidentAtAddress: ['pass'],
  showResidentName: ['pass'],
  issueRolls: ['pass'],
  cancelRollIssue: ['pass'],
  issuePass: ['pass'],
  blockPass: ['pass'],
  replacePass: ['pass', 'pass'],
  listPassSystems: ['pass'],
  activatePass: ['pass'],
  undoPassChange: ['pass'],
  openPassContact: ['pass'],
  saveContact: ['household'],
  listCallBacks: ['household'],
  changeCallBack: ['household'],
  closeContact: ['household'],
  reopenContact: ['household'],
  listEarlierContacts: ['household'],
  searchAuditEvents: ['pass'],
  exportAuditEvents: ['pass'],
  showSubjectReport: ['pass', 'household'],
}

type AccessCase = {
  endpoint: Endpoint & { personal: PersonalData }
  person: Person
  subjects: SubjectKind[]
  /** Returns the input of a call for rows with these keys. */
  inputOf: (keys: SampleKeys) => object
}

const isLogSearch = (endpoint: Endpoint) => endpoint === searchAuditEvents || endpoint === exportAuditEvents

const cases = Object.entries(endpoints).flatMap(([name, endpoint]): [string, AccessCase][] => {
  if (!endpoint.personal) return []
  const inputOf = (keys: SampleKeys) => {
    const input: { body?: object } = exampleRequest(endpoint, keys)
    // Only a search of the log by pass accesses the data of a resident.
    return isLogSearch(endpoint) ? { body: { ...input.body, environmental_pass_number: keys.pass_number } } : input
  }
  const subjects = subjectsOf[name as PersonalName]
  return [[name, { endpoint: endpoint as AccessCase['endpoint'], person: callerOf(endpoint), subjects, inputOf }]]
})

/** Inserts new rows in the municipality of the caller, without other open objections. Returns their keys. */
async function newSample({ endpoint, person }: AccessCase) {
  await sql`delete from clearance_objection`.execute(db)
  await sql`delete from objection_handover`.execute(db)
  await sql`delete from missed_report`.execute(db)
  await sql`delete from roll_issue`.execute(db)
  await sql`delete from contact`.execute(db)
  const keys = await insertSample(db, { id: 917, name: 'Heerlen' }, idOf.get(person))
  if (isLogSearch(endpoint)) await sendExample(findResident, keys)
  const caller = idOf.get(person) ?? 0
  if (endpoint === retractObjection) await sql`update clearance_objection set filed_by = ${caller}`.execute(db)
  if (endpoint === retractHandover) await sql`update objection_handover set handed_over_by = ${caller}`.execute(db)
  // The list has the outcome of an own objection.
  if (endpoint === listTasks)
    await sql`update objection_handover set handed_over_by = ${caller}, outcome = 'upheld', closed_at = now(),
      closed_by = (select min(id) from employee where id <> ${caller})`.execute(db)
  return keys
}

/** Returns the input of an objection against a new clearance of the address. */
async function newObjection() {
  const [clearance_id] = await insertClearances(db, ['2025-06-02T08:00:00Z'], { address_id })
  return { params: { clearance_id: String(clearance_id) }, body: { reason: 'duplicate' as const } }
}

const address = { params: { alias } }

/** Returns a day on which a pick-up appointment can be made. Each call returns another day. */
let daysAhead = 0
async function possibleDay() {
  const { meta } = await call('bsgw', listPickupAppointments, address)
  daysAhead += 1
  return meta.days[daysAhead % meta.days.length]?.day ?? expect.unreachable()
}

/** Replaces all pick-up appointments by a new one. Returns the id of the new appointment as a path parameter. */
async function newAppointment() {
  await sql`delete from pickup_appointment`.execute(db)
  const keys = { ...exampleKeys, ...address.params, free_day: await possibleDay() }
  const { id } = await call('bsgw', makePickupAppointment, exampleRequest(makePickupAppointment, keys))
  return { params: { appointment_id: String(id) } }
}

/** A period with every possible day of a new appointment. */
const aroundToday = { from: `${year}-01-01`, to: `${year + 1}-12-31` }
const longAgo = { from: '2001-01-01', to: '2001-12-31' }

const eventsSince = async (position: number) =>
  (
    await sql<{ action: string }>`
      select * from audit_event where log = 'audit' and position > ${position} order by position`.execute(db)
  ).rows
const processingsSince = async (position: number) =>
  (
    await sql<{ start_time: string; end_time: string; data_subject_id: string; data_subject_id_type: string }>`
      select * from processing_record where position > ${position}`.execute(db)
  ).rows
async function lengthOf(log: string) {
  const { rows } = await sql<{ length: number }>`select length from log_chain where log = ${log}`.execute(db)
  return rows[0]?.length ?? 0
}

/** Makes a call. Returns the response, and the rows that the call adds to the audit log and the processing log. */
async function logged(person: Person, endpoint: Endpoint, sent: object, headers: Record<string, string> = {}) {
  const before = [await lengthOf('audit'), await lengthOf('processing')] as const
  const response = await send(person, endpoint, sent as Partial<RequestInput<Endpoint>>, headers)
  return { response, events: await eventsSince(before[0]), processings: await processingsSince(before[1]) }
}

describe('an access to data of residents or households', () => {
  test.each(cases)(
    '%s adds one audit event (two for a file), and one processing row per resident or household',
    async (_, it) => {
      const { endpoint } = it
      const keys = await newSample(it)
      const { response, events, processings } = await logged(it.person, endpoint, it.inputOf(keys))
      expect(response.statusCode).toBe(200)
      const trace_id = response.headers['x-request-id']
      const { action } = endpoint.personal
      const [purpose] = purposesOf(endpoint.personal, { roles: people[it.person] })
      const { rows } = await sql<{ audit_key: string }>`
        select audit_key from employee where email = ${`${it.person}@loket.example`}`.execute(db)
      const employee_key = rows[0]?.audit_key
      expect(employee_key).toBeDefined()
      const isByPass = it.subjects.includes('pass')
      const seen = {
        trace_id,
        action,
        purpose,
        result: 'done',
        employee_key,
        result_count: it.subjects.length,
        object_kind: isByPass ? 'pass' : 'address',
        object_key: isByPass ? expect.stringMatching(/^[0-9a-f]{64}$/) : keys.alias,
      }
      // A file is also logged as an export.
      const taken = endpoint.file ? [{ trace_id, action: 'export', result: 'done', employee_key }] : []
      expect(events).toMatchObject([seen, ...taken])
      expect(processings.map(({ data_subject_id_type }) => data_subject_id_type).sort()).toEqual(
        it.subjects.map((subject) => subjectTypes[subject]).sort(),
      )
      for (const processing of processings) {
        expect(processing).toMatchObject({
          trace_id,
          name: action,
          status_code: 1,
          processing_activity_id: `urn:rd4-loket:verwerking:${purpose}`,
          data_subject_id: expect.stringMatching(/^[0-9a-f]{64}$/),
        })
        expect(+new Date(processing.end_time)).toBeGreaterThanOrEqual(+new Date(processing.start_time))
      }
    },
  )

  // The undo of an unknown action returns 409. A calendar without appointments is not logged.
  const isFound = ([, { endpoint }]: (typeof cases)[number]) =>
    rowKeysOf(endpoint).length > 0 &&
    !endpoint.personal.only_if_found &&
    endpoint !== cancelRollIssue &&
    endpoint !== undoPassChange
  test.each(cases.filter(isFound))(
    '%s with an unknown pass, address or id adds an audit event and no processing row',
    async (_, { endpoint, person, inputOf }) => {
      const { body = {} }: { body?: object } = inputOf(missingKeys)
      const { response, events, processings } = await logged(person, endpoint, inputOf(missingKeys))
      expect(response.statusCode).toBe(404)
      expect(events).toMatchObject([
        {
          action: endpoint.personal.action,
          result: 'not_found',
          object_key: 'environmental_pass_number' in body ? expect.stringMatching(/^[0-9a-f]{64}$/) : null,
        },
      ])
      expect(processings).toEqual([])
    },
  )

  test.each([
    [
      'an address without pick-up appointments',
      async () => ({ address: (await insertAddress(db, { house_number: 9 })).alias }),
    ],
    ['other streams', async () => ({ address: alias, categories: 'gft,paper' })],
    ['a period without pick-up appointments', async () => ({ address: alias, ...longAgo })],
    ['a municipality', async () => ({ municipality_id: '917' })],
    ['an unknown address', async () => ({ address: 'nowhere' })],
  ])('a calendar of %s is not logged', async (_, query) => {
    await newAppointment()
    const sent = { query: { ...aroundToday, ...(await query()) } }
    const { events, processings } = await logged('municipal', showCalendar, sent)
    expect([events, processings]).toEqual([[], []])
  })

  test('logs one key per occupancy, and no address when the households are at several addresses', async () => {
    await sql`delete from clearance_objection`.execute(db)
    const { id: other_id } = await insertAddress(db, { house_number: 8 })
    await insertOccupancy(db, { address_id: other_id, first_day: '2020-01-01', last_day: '2025-05-31' })
    await insertOccupancy(db, { address_id: other_id, first_day: '2025-06-01' })
    const clearances = await insertClearances(db, ['2025-05-31T21:59:59Z', '2025-05-31T22:00:00Z'], {
      address_id: other_id,
    })
    const bodies = [(await newObjection()).params, ...clearances.map((id) => ({ clearance_id: String(id) }))]
    for (const params of bodies)
      await call('bsgw', fileObjection, { params, body: { reason: 'other' } }, { [purposeHeader]: 'aanslag_bezwaar' })
    const { events, processings } = await logged('bsgw', listObjections, {})
    expect(events).toMatchObject([{ object_kind: null, object_key: null, result_count: 3 }])
    expect(new Set(processings.map(({ data_subject_id }) => data_subject_id)).size).toBe(3)
  })

  test('logs former households of an address only for an objection', async () => {
    const moved = await insertAddress(db, { house_number: 6 })
    await insertOccupancy(db, { address_id: moved.id, first_day: '2020-01-01', last_day: '2025-05-31' })
    await insertOccupancy(db, { address_id: moved.id, first_day: '2025-06-01' })
    const households = async (purpose: Purpose) => {
      const sent = { params: { alias: moved.alias } }
      return (await logged('bsgw', listAddressEquipment, sent, { [purposeHeader]: purpose })).processings.length
    }
    expect([await households('aanslag_vraag'), await households('aanslag_bezwaar')]).toEqual([1, 2])
  })

  test('is logged when rolls are refused, because the refusal shows that the pass is blocked', async () => {
    const { id: address_id } = await insertAddress(db, { house_number: 7 })
    const blocked = { environmental_pass_number: '0202020202' }
    await insertPass(db, { address_id, number: '0202020202', status: 'blocked', blocked_reason: 'loss' })
    const { response, events, processings } = await logged('municipal', issueRolls, { body: { ...blocked, rolls: 1 } })
    expect(response.statusCode).toBe(422)
    expect(events).toMatchObject([{ action: 'request_rolls', result: 'refused' }])
    expect(processings).toHaveLength(1)
  })

  test('adds no pass number and no name to the logs, and no employee to the processing log', async () => {
    await call('municipal', findResident, { body: pass })
    const { rows } = await sql<{ everything: string }>`
      select (select string_agg(audit_event::text, ' ') from audit_event)
        || (select string_agg(processing_record::text, ' ') from processing_record) as everything`.execute(db)
    expect(rows[0]?.everything).toContain('find_resident')
    expect(rows[0]?.everything).not.toMatch(/0101010101|9999999999|Berg|loket\.example|Kim/)
    const [processing] = await processingsSince(0)
    expect(Object.keys(processing ?? {}).filter((column) => /employee|origin|object/.test(column))).toEqual([])
  })

  test('is logged with the purpose in its header, and rejected with 422 for a purpose that the call does not allow', async () => {
    const it = (purpose: string) =>
      app.inject({
        method: 'POST',
        url: fullPath(findResident),
        headers: { authorization: `Bearer ${tokenOf.get('municipal')}`, [purposeHeader]: purpose },
        payload: pass,
      })
    expect((await it('pas_defect')).statusCode).toBe(200)
    expect((await eventsSince(0)).at(-1)).toMatchObject({ purpose: 'pas_defect' })
    for (const purpose of ['nieuwsgierig', 'toezicht'])
      expect((await it(purpose)).json()).toMatchObject({
        status: 422,
        errors: { [purposeHeader]: ['Kies een doel uit de lijst'] },
      })
  })

  // A rejected call changes no row, so the calls share their rows.
  let shared: SampleKeys | undefined
  test.each(cases)('%s is rejected with 422 for every other purpose', async (_, it) => {
    const own = purposesOf(it.endpoint.personal, { roles: people[it.person] })
    shared ??= await newSample(it)
    const sent = it.inputOf(shared)
    for (const purpose of Purpose.options.filter((option) => !own.includes(option))) {
      const { response, processings } = await logged(it.person, it.endpoint, sent, { [purposeHeader]: purpose })
      expect(response.json()).toMatchObject({ status: 422, errors: { [purposeHeader]: expect.anything() } })
      expect(processings).toEqual([])
    }
  })
})

describe('a pick-up appointment', () => {
  const readAppointments = async (person: Person, purpose: Purpose | undefined, endpoint: Endpoint) => {
    const sent = await newAppointment().then(() =>
      endpoint === showCalendar ? { query: { address: alias, ...aroundToday } } : { params: { alias } },
    )
    return logged(person, endpoint, sent, purpose ? { [purposeHeader]: purpose } : {})
  }

  describe.each([showCalendar, listPickupAppointments])('read with $method $path', (endpoint) => {
    test.each<[Person, Purpose | undefined, Purpose]>([
      ['municipal', undefined, 'vraag_inwoner'],
      ['bsgw', undefined, 'aanslag_vraag'],
      ['bsgw', 'aanslag_bezwaar', 'aanslag_bezwaar'],
      ['both', undefined, 'aanslag_vraag'],
      ['both', 'vraag_inwoner', 'vraag_inwoner'],
    ])('by the employee %s with the purpose %s is logged for %s', async (person, stated, purpose) => {
      const { response, events } = await readAppointments(person, stated, endpoint)
      expect(response.statusCode).toBe(200)
      expect(events).toMatchObject([{ purpose }])
    })

    test.each<[Person, Purpose]>([
      ['municipal', 'aanslag_vraag'],
      ['municipal', 'aanslag_bezwaar'],
      ['bsgw', 'vraag_inwoner'],
      ['both', 'toezicht'],
    ])('by the employee %s is rejected with 422 for the purpose %s', async (person, stated) => {
      const { response, processings } = await readAppointments(person, stated, endpoint)
      expect(response.statusCode).toBe(422)
      expect(processings).toEqual([])
    })
  })
})

describe('returns 503 and changes nothing when the log cannot be written', () => {
  const rows = async () => {
    const { rows: counted } = await sql`
      select (select count(*) from roll_issue) as issues, (select count(cancelled_at) from roll_issue) as cancelled,
        (select count(*) from clearance_objection) as objections,
        (select count(decided_at) from clearance_objection) as decided,
        (select json_agg(outcome) from objection_handover) as handovers,
        (select json_agg(json_build_array(day, cancelled_at)) from pickup_appointment) as appointments,
        (select json_agg(json_build_array(status, replaced_by_id) order by id) from environmental_pass) as passes`.execute(
      db,
    )
    return counted[0]
  }
  test.each(cases)('%s', async (_, it) => {
    const { endpoint } = it
    const sent = it.inputOf(await newSample(it))
    const before = await rows()
    for (const log of ['audit_event', 'processing_record']) {
      await sql`alter table ${sql.identifier(log)} add constraint no_more check (false) not valid`.execute(db)
      try {
        const { response, events, processings } = await logged(it.person, endpoint, sent)
        expect(response.statusCode, log).toBe(503)
        expect(response.headers['retry-after']).toBe('5')
        expect(Object.keys(response.json())).not.toContain('data')
        expect(response.body).not.toMatch(/Berg|B•••|Akerstraat/)
        expect([events, processings]).toEqual([[], []])
        expect(await rows()).toEqual(before)
      } finally {
        await sql`alter table ${sql.identifier(log)} drop constraint no_more`.execute(db)
      }
    }
    expect((await send(it.person, endpoint, sent as Partial<RequestInput<Endpoint>>)).statusCode).toBe(200)
  })
})

describe('the limit of passes per minute', () => {
  test('counts the lookups of one employee on all nodes together', async () => {
    await sql`update employee set audit_key = gen_random_uuid()`.execute(db)
    const nodes = await Promise.all(
      [1, 2].map(() => buildApp({ db, reads: db }, tokens, { ...settings, pass_limit: 5 })),
    )
    const lookUp = (at: number, endpoint: Endpoint, body: object, person: Person = 'municipal') =>
      retryWhileBusy(async () =>
        (nodes[at % 2] ?? app).inject({
          method: 'POST',
          url: fullPath(endpoint),
          headers: { authorization: `Bearer ${tokenOf.get(person)}` },
          payload: body,
        }),
      )
    // Issued rolls do not count. A rejected issue counts: the rejection shows that the pass is unknown or blocked.
    for (let times = 0; times < 10; times += 1) await lookUp(times, issueRolls, { ...pass, rolls: 1 })
    const responses = await Promise.all([
      lookUp(1, issueRolls, { ...unknown, rolls: 1 }),
      lookUp(0, showResidentName, pass),
      ...Array.from({ length: 10 }, (_, at) => lookUp(at, findResident, at % 3 ? pass : unknown)),
    ])
    const statuses = responses.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 429)).toHaveLength(7)
    const rejected = responses.find(({ statusCode }) => statusCode === 429)
    expect(Number(rejected?.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(rejected?.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(rejected?.json()).toMatchObject({ message: 'U hebt in een minuut te veel passen opgezocht. Wacht even.' })
    const limited = (await eventsSince(0)).filter(({ action }) => action === 'exceed_pass_limit')
    expect(limited).toHaveLength(7)
    expect((await lookUp(0, findResident, pass, 'both')).statusCode).toBe(200)
    await Promise.all(nodes.map((node) => node.close()))
  })
})

test('the hash chains of both logs are intact after all tests of this file', async () => {
  expect((await checkLogs(db)).map(({ fault }) => fault)).toEqual([null, null, null])
})

describe('a scheme of a household', () => {
  // A code and a price that occur nowhere else.
  const [code, cents] = ['Q7X', 717_643]
  const traces = /Q7X|717.?643|7\.?176,43/
  const scheme = { code, nature: 'scheme', first_day: '2020-01-01' }

  beforeAll(async () => {
    const dates = { municipality_id: 917, valid_from: '2020-01-01' }
    const price = { ...dates, valid_to: '2099-12-31', charge: 'fixed' }
    await insertRow(db, 'tariff', { ...price, amount_cents: 100 })
    await insertRow(db, 'tariff', { ...price, scheme: code, amount_cents: cents })
  })

  /** Inserts new rows, and gives the households of the municipality a scheme. Returns the keys. */
  async function newHousehold(person: Person) {
    const keys = await insertSample(db, { id: 917, name: 'Heerlen' }, idOf.get(person))
    const { rows } = await sql<{ id: number }>`select id from address where alias = ${keys.alias}`.execute(db)
    await insertRow(db, 'household_scheme', { address_id: rows[0]?.id, ...scheme })
    return keys
  }

  // The calls about the own account include a logout. They have no address, pass or list of others.
  const others = Object.entries(endpoints)
    .filter(([, { path }]) => !path.match(/^\/(counter\/)?user\//))
    .flatMap(([name, endpoint]): [string, Purpose | undefined, Endpoint][] => {
      const { personal } = endpoint
      const purposes = personal ? purposesOf(personal, { roles: people[callerOf(endpoint)] }) : [undefined]
      return purposes
        .filter((purpose) => !billPurposes.some((it) => it === purpose))
        .map((purpose) => [name, purpose, endpoint])
    })
  test.each(others)('is in no reply of %s for %s', async (_, purpose, endpoint) => {
    const keys = await newHousehold(callerOf(endpoint))
    const headers: Record<string, string> = purpose ? { [purposeHeader]: purpose } : {}
    const { body, statusCode } = await sendExample(endpoint, keys, { headers })
    expect(body).not.toMatch(traces)
    if (endpoint.access !== 'everyone') expect(statusCode).not.toBe(401)
  })

  test('is read for a bill only, and both logs say that for each household of the municipality alike', async () => {
    const withScheme = await newHousehold('bsgw')
    const without = await insertSample(db, { id: 917, name: 'Heerlen' })
    const names = async (person: Person, endpoint: Endpoint, keys: SampleKeys) => {
      const { response, events, processings } = await logged(person, endpoint, exampleRequest(endpoint, keys))
      expect(response.statusCode).toBe(200)
      return { body: response.body, names: [...events, ...processings].map((row) => Object.values(row).join(' ')) }
    }
    const shown = await names('bsgw', showBill, withScheme)
    expect(shown.body).toMatch(traces)
    expect(shown.names.join('\n')).not.toMatch(traces)
    const isScheme = (text: string) => text.includes('show_schemes')
    expect(shown.names.filter(isScheme)).toHaveLength(2)
    const other = await names('bsgw', showBill, without)
    expect(other.body).not.toContain(code)
    expect(other.names.filter(isScheme)).toHaveLength(2)
    const desk = await names('municipal', showResidentBill, withScheme)
    expect(desk.names.filter(isScheme)).toEqual([])
    const body = { environmental_pass_number: withScheme.pass_number }
    const report = await call('administrator', showSubjectReport, { body })
    expect(report).toContainEqual(expect.objectContaining({ action: 'show_schemes', purpose: 'aanslag_vraag' }))
  })
})
