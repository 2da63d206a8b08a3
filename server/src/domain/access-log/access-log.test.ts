import {
  blockPass,
  type Endpoint,
  fileObjection,
  findResident,
  fullPath,
  handOverObjection,
  issueRolls,
  listAddressEquipment,
  listObjections,
  listPickupAppointments,
  makePickupAppointment,
  Purpose,
  purposeHeader,
  purposesOf,
  type RequestInput,
  showCalendar,
  showResidentName,
} from '@rd4-loket/contract'
import { endpoints } from '@rd4-loket/contract/endpoints'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../app/app.ts'
import { sql } from '../../platform/database/sql.ts'
import { thisYear as year } from '../../test/days-ahead.ts'
import { insertAddress, insertClearances, insertOccupancy, insertPass } from '../../test/make.ts'
import { type Person, people, retryWhileBusy, settings, testServer } from '../../test/server.ts'
import { checkLogs } from './audit-log.queries.ts'

const { app, call, db, send, tokens, tokenOf } = await testServer()
const number = '0101010101'
const pass = { environmental_pass_number: number }
const unknown = { environmental_pass_number: '9999999999' }
const { id: address_id, alias } = await insertAddress(db, {})

beforeAll(async () => {
  await insertPass(db, { address_id, number })
  await sql`insert into roll_allowance select 917, ${year}, 99`.execute(db)
})

const thisYear = { from: `${year}-01-01`, to: `${year}-12-31` }

const subjectTypes = { pass: 'environmental_pass_hmac_sha256', household: 'household_hmac_sha256' }

type AccessCase = {
  person: Person
  /** Returns the input of a call that shows or changes data of `subjects`. */
  found: () => Promise<object>
  /** One entry for each resident (`pass`) or household whose data the call shows or changes. */
  subjects: (keyof typeof subjectTypes)[]
  /** The input of a call for an unknown pass, address or clearance. */
  unknown?: object
}

/** Returns the input of an objection against a new clearance of the address. */
async function newObjection() {
  const [clearance_id] = await insertClearances(db, ['2025-06-02T08:00:00Z'], { address_id })
  return { params: { clearance_id: String(clearance_id) }, body: { reason: 'duplicate' as const } }
}

/** Inserts an active pass at an address of its own, and returns its number as input. */
let passes = 0
async function newPass() {
  passes += 1
  const { id } = await insertAddress(db, { street: 'Wieënweg', house_number: passes })
  const environmental_pass_number = `7${passes}00000`
  await insertPass(db, { address_id: id, number: environmental_pass_number })
  return { environmental_pass_number }
}

const address = { params: { alias } }
const unknownAddress = { params: { alias: 'nowhere' } }
const volume_litres = 500

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
  const { id } = await call('bsgw', makePickupAppointment, {
    ...address,
    body: { day: await possibleDay(), volume_litres },
  })
  return { params: { appointment_id: String(id) } }
}

/** Replaces all hand-overs by a new one at the address. Returns its id. */
async function newHandover() {
  await sql`delete from objection_handover`.execute(db)
  const body = { ...pass, year, note: 'Twee keer geteld' }
  const { id } = await call('municipal', handOverObjection, { body })
  return id
}

/** A period with every possible day of a new appointment. */
const aroundToday = { from: `${year}-01-01`, to: `${year + 1}-12-31` }
const longAgo = { from: '2001-01-01', to: '2001-12-31' }

/** Every call of the contract with personal data. */
const accessCases: Record<string, AccessCase> = {
  ...Object.fromEntries(
    [
      'listAddressEquipment',
      'listAddressClearances',
      'exportAddressClearances',
      'listPickupAppointments',
      'showBill',
    ].map((name) => [
      name,
      { person: 'bsgw', found: async () => address, subjects: ['household'], unknown: unknownAddress } as const,
    ]),
  ),
  makePickupAppointment: {
    person: 'municipal',
    found: async () => ({ ...address, body: { day: await possibleDay(), volume_litres } }),
    subjects: ['household'],
    unknown: { ...unknownAddress, body: { day: '2099-03-02', volume_litres } },
  },
  movePickupAppointment: {
    person: 'municipal',
    found: async () => ({ ...(await newAppointment()), body: { day: await possibleDay() } }),
    subjects: ['household'],
    unknown: { params: { appointment_id: '987654321' }, body: { day: '2099-03-02' } },
  },
  cancelPickupAppointment: {
    person: 'municipal',
    found: newAppointment,
    subjects: ['household'],
    unknown: { params: { appointment_id: '987654321' } },
  },
  showCalendar: {
    person: 'municipal',
    found: async () => {
      await newAppointment()
      return { query: { address: alias, ...aroundToday } }
    },
    subjects: ['household'],
  },
  findResident: {
    person: 'municipal',
    found: async () => ({ body: pass }),
    subjects: ['pass'],
    unknown: { body: unknown },
  },
  findResidentAtAddress: {
    person: 'municipal',
    found: async () => ({ body: { alias } }),
    subjects: ['pass'],
    unknown: { body: unknownAddress.params },
  },
  showResidentName: {
    person: 'municipal',
    found: async () => ({ body: pass }),
    subjects: ['pass'],
    unknown: { body: unknown },
  },
  issueRolls: {
    person: 'municipal',
    found: async () => ({ body: { ...pass, rolls: 1 } }),
    subjects: ['pass'],
    unknown: { body: { ...unknown, rolls: 1 } },
  },
  cancelRollIssue: {
    person: 'municipal',
    found: async () => {
      const { request_id } = await call('municipal', issueRolls, { body: { ...pass, rolls: 1 } })
      return { params: { request_id: String(request_id) } }
    },
    subjects: ['pass'],
  },
  issuePass: {
    person: 'municipal',
    found: async () => {
      passes += 1
      const { alias } = await insertAddress(db, { street: 'Zonder pas', house_number: passes })
      return { body: { alias, new_pass_number: `7${passes}00000`, name: 'J. van den Berg' } }
    },
    subjects: ['pass'],
    unknown: { body: { ...unknownAddress.params, new_pass_number: '7777777777', name: 'J. van den Berg' } },
  },
  blockPass: {
    person: 'municipal',
    found: async () => ({ body: { ...(await newPass()), reason: 'loss' } }),
    subjects: ['pass'],
    unknown: { body: { ...unknown, reason: 'loss' } },
  },
  replacePass: {
    person: 'municipal',
    found: async () => ({ body: { ...(await newPass()), new_pass_number: `8${passes}00000`, reason: 'loss' } }),
    subjects: ['pass', 'pass'],
    unknown: { body: { ...unknown, new_pass_number: '8888888888', reason: 'loss' } },
  },
  listPassSystems: {
    person: 'municipal',
    found: async () => ({ body: pass }),
    subjects: ['pass'],
    unknown: { body: unknown },
  },
  activatePass: {
    person: 'municipal',
    found: async () => ({ body: { ...pass, collection_system: null } }),
    subjects: ['pass'],
    unknown: { body: { ...unknown, collection_system: null } },
  },
  undoPassChange: {
    person: 'municipal',
    found: async () => {
      const { change_id } = await call('municipal', blockPass, { body: { ...(await newPass()), reason: 'loss' } })
      return { params: { change_id: String(change_id) } }
    },
    subjects: ['pass'],
  },
  makeDossier: {
    person: 'bsgw',
    found: async () => ({ params: { alias }, query: { year: '2025', format: 'json' } }),
    subjects: ['household'],
    unknown: { params: { alias: 'nowhere' }, query: { year: '2025', format: 'json' } },
  },
  makeBillLetter: {
    person: 'bsgw',
    found: async () => ({ params: { alias }, query: { year: '2025' } }),
    subjects: ['household'],
    unknown: { params: { alias: 'nowhere' }, query: { year: '2025' } },
  },
  showResidentBill: {
    person: 'municipal',
    found: async () => ({ body: pass }),
    subjects: ['pass', 'household'],
    unknown: { body: unknown },
  },
  fileObjection: {
    person: 'bsgw',
    found: newObjection,
    subjects: ['household'],
    unknown: { params: { clearance_id: '987654321' }, body: { reason: 'duplicate' } },
  },
  decideObjection: {
    person: 'both',
    found: async () => {
      const { id } = await call('bsgw', fileObjection, await newObjection())
      return { params: { objection_id: String(id) }, body: { state: 'upheld' } }
    },
    subjects: ['household'],
    unknown: { params: { objection_id: '987654321' }, body: { state: 'upheld' } },
  },
  listObjections: {
    person: 'both',
    found: async () => {
      await call('bsgw', fileObjection, await newObjection())
      return {}
    },
    subjects: ['household'],
  },
  listPassHandovers: {
    person: 'municipal',
    found: async () => ({ body: pass }),
    subjects: ['pass'],
    unknown: { body: unknown },
  },
  handOverObjection: {
    person: 'municipal',
    found: async () => ({ body: { ...(await newPass()), year, note: 'Twee keer geteld' } }),
    subjects: ['pass'],
    unknown: { body: { ...unknown, year, note: 'Twee keer geteld' } },
  },
  listHandovers: {
    person: 'bsgw',
    found: async () => {
      await newHandover()
      return {}
    },
    subjects: ['household'],
  },
  listAddressHandovers: {
    person: 'bsgw',
    found: async () => address,
    subjects: ['household'],
    unknown: unknownAddress,
  },
  closeHandover: {
    person: 'bsgw',
    found: async () => ({ params: { handover_id: String(await newHandover()) }, body: { outcome: 'rejected' } }),
    subjects: ['household'],
    unknown: { params: { handover_id: '987654321' }, body: { outcome: 'rejected' } },
  },
  searchAuditEvents: {
    person: 'administrator',
    found: async () => ({ body: { ...thisYear, ...pass } }),
    subjects: ['pass'],
  },
  exportAuditEvents: {
    person: 'administrator',
    found: async () => ({ body: { ...thisYear, ...pass } }),
    subjects: ['pass'],
  },
  showSubjectReport: {
    person: 'administrator',
    found: async () => ({ body: pass }),
    subjects: ['pass', 'household'],
    unknown: { body: unknown },
  },
}

const personal = Object.entries(endpoints).flatMap(([name, endpoint]) =>
  endpoint.personal ? [[name, { ...endpoint, personal: endpoint.personal }] as const] : [],
)
const cases = personal.map(([name, endpoint]) => [name, endpoint, accessCases[name] as AccessCase] as const)

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

test('every call of the contract with personal data has a case in this file', () => {
  expect(Object.keys(accessCases).sort()).toEqual(personal.map(([name]) => name).sort())
})

describe('an access to data of residents or households', () => {
  test.each(cases)(
    '%s adds one audit event (two for a file), and one processing row per resident or household',
    async (_, endpoint, it) => {
      const { response, events, processings } = await logged(it.person, endpoint, await it.found())
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
        object_key: isByPass ? expect.stringMatching(/^[0-9a-f]{64}$/) : alias,
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

  test.each(cases.filter(([, , it]) => it.unknown))(
    '%s with an unknown pass, address or id adds an audit event and no processing row',
    async (_, endpoint, it) => {
      const { body = {} }: { body?: object } = it.unknown ?? {}
      const { response, events, processings } = await logged(it.person, endpoint, it.unknown ?? {})
      expect(response.statusCode).toBe(404)
      expect(events).toMatchObject([
        {
          action: endpoint.personal?.action,
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

  test.each(cases)(
    '%s is rejected with 422 for every other purpose',
    async (_, { personal: data, ...endpoint }, it) => {
      const own = purposesOf(data, { roles: people[it.person] })
      const sent = await it.found()
      for (const purpose of Purpose.options.filter((option) => !own.includes(option))) {
        const { response, processings } = await logged(it.person, endpoint, sent, { [purposeHeader]: purpose })
        expect(response.json()).toMatchObject({ status: 422, errors: { [purposeHeader]: expect.anything() } })
        expect(processings).toEqual([])
      }
    },
  )
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
  const failing = cases.flatMap((it) =>
    (['audit_event', 'processing_record'] as const).map((log) => [...it, log] as const),
  )
  test.each(failing)('%s', async (_, endpoint, it, log) => {
    const sent = await it.found()
    const before = await rows()
    await sql`alter table ${sql.identifier(log)} add constraint no_more check (false) not valid`.execute(db)
    try {
      const { response, events, processings } = await logged(it.person, endpoint, sent)
      expect(response.statusCode).toBe(503)
      expect(response.headers['retry-after']).toBe('5')
      expect(Object.keys(response.json())).not.toContain('data')
      expect(response.body).not.toMatch(/Berg|B•••|Akerstraat/)
      expect([events, processings]).toEqual([[], []])
      expect(await rows()).toEqual(before)
    } finally {
      await sql`alter table ${sql.identifier(log)} drop constraint no_more`.execute(db)
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
