import {
  type Endpoint,
  endpoints,
  findResident,
  fullPath,
  issueRolls,
  purposeHeader,
  type Sent,
  showResidentName,
} from '@rd4-loket/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../app/app.ts'
import { thisYear as year } from '../../test/days-ahead.ts'
import { insertAddress, insertPass } from '../../test/make.ts'
import { type Person, retryWhileBusy, settings, testServer } from '../../test/server.ts'
import { findBrokenLink } from './audit-log.queries.ts'

const { app, call, db, send, tokens, tokenOf } = await testServer()
const number = '0101010101'
const pass = { environmental_pass_number: number }
const unknown = { environmental_pass_number: '9999999999' }

beforeAll(async () => {
  const { id: address_id } = await insertAddress(db, {})
  await insertPass(db, { address_id, number })
  await sql`insert into roll_allowance select 917, ${year}, 99`.execute(db)
})

const thisYear = { from: `${year}-01-01`, to: `${year}-12-31` }

type Look = {
  person: Person
  /** A call that is answered with so many people's data. */
  found: () => Promise<object>
  people: number
  /** The same for nobody's. */
  unknown?: object
}

/** Every look at residents' data that the contract has, once. */
const looks: Record<string, Look> = {
  findResident: { person: 'municipal', found: async () => ({ body: pass }), people: 1, unknown: { body: unknown } },
  showResidentName: { person: 'municipal', found: async () => ({ body: pass }), people: 1, unknown: { body: unknown } },
  issueRolls: {
    person: 'municipal',
    found: async () => ({ body: { ...pass, rolls: 1 } }),
    people: 1,
    unknown: { body: { ...unknown, rolls: 1 } },
  },
  cancelRollIssue: {
    person: 'municipal',
    found: async () => {
      const { request_id } = await call('municipal', issueRolls, { body: { ...pass, rolls: 1 } })
      return { params: { request_id: String(request_id) } }
    },
    people: 1,
  },
  searchAuditEvents: { person: 'administrator', found: async () => ({ body: { ...thisYear, ...pass } }), people: 1 },
  exportAuditEvents: { person: 'administrator', found: async () => ({ body: { ...thisYear, ...pass } }), people: 1 },
  showSubjectReport: {
    person: 'administrator',
    found: async () => ({ body: pass }),
    people: 1,
    unknown: { body: unknown },
  },
}

const personal = Object.entries(endpoints).filter(([, { personal: look }]) => look !== undefined)
const cases = personal.map(([name, endpoint]) => [name, endpoint, looks[name] as Look] as const)

const eventsSince = (position: number) =>
  db
    .selectFrom('audit_event')
    .selectAll()
    .where('log', '=', 'audit')
    .where('position', '>', position)
    .orderBy('position')
    .execute()
const linesSince = (position: number) =>
  db.selectFrom('processing_record').selectAll().where('position', '>', position).execute()
const lengthOf = async (log: string) =>
  (await db.selectFrom('log_chain').select('length').where('log', '=', log).executeTakeFirstOrThrow()).length

/** What a call adds to the two logs. */
async function logged(person: Person, endpoint: Endpoint, sent: object) {
  const before = [await lengthOf('audit'), await lengthOf('processing')] as const
  const response = await send(person, endpoint, sent as Partial<Sent<Endpoint>>)
  return { response, events: await eventsSince(before[0]), lines: await linesSince(before[1]) }
}

test('every call that shows or changes the data of residents is tried here', () => {
  expect(Object.keys(looks).sort()).toEqual(personal.map(([name]) => name).sort())
})

describe('a look at residents’ data', () => {
  test.each(cases)(
    '%s is one audit event, with a file one more, and one line of processing for each person',
    async (_, endpoint, look) => {
      const { response, events, lines } = await logged(look.person, endpoint, await look.found())
      expect(response.statusCode).toBe(200)
      const trace_id = response.headers['x-request-id']
      const { action, purpose } = endpoint.personal ?? {}
      const { audit_key } = await db
        .selectFrom('employee')
        .select('audit_key')
        .where('email', '=', `${look.person}@loket.example`)
        .executeTakeFirstOrThrow()
      const seen = { trace_id, action, purpose, result: 'done', employee_key: audit_key, result_count: look.people }
      // What left as a file is in the log as any list is, with its rows; who is in it was looked at before.
      const taken = endpoint.file ? [{ trace_id, action: 'export', result: 'done', employee_key: audit_key }] : []
      expect(events).toMatchObject([seen, ...taken])
      expect(lines).toHaveLength(look.people)
      for (const line of lines) {
        expect(line).toMatchObject({
          trace_id,
          name: action,
          status_code: 1,
          processing_activity_id: `urn:rd4-loket:verwerking:${purpose}`,
          data_subject_id: expect.stringMatching(/^[0-9a-f]{64}$/),
        })
        expect(+new Date(line.end_time)).toBeGreaterThanOrEqual(+new Date(line.start_time))
      }
    },
  )

  test.each(cases.filter(([, , look]) => look.unknown))(
    '%s of a pass that is not known is an audit event, and nobody’s processing',
    async (_, endpoint, look) => {
      const { response, events, lines } = await logged(look.person, endpoint, look.unknown ?? {})
      expect(response.statusCode).toBe(404)
      expect(events).toMatchObject([
        { action: endpoint.personal?.action, result: 'not_found', object_key: expect.stringMatching(/^[0-9a-f]{64}$/) },
      ])
      expect(lines).toEqual([])
    },
  )

  test('that is refused is logged as refused: that a pass is blocked is known by it', async () => {
    const { id: address_id } = await insertAddress(db, { house_number: 7 })
    const blocked = { environmental_pass_number: '0202020202' }
    await insertPass(db, { address_id, number: '0202020202', status: 'blocked', blocked_reason: 'loss' })
    const { response, events, lines } = await logged('municipal', issueRolls, { body: { ...blocked, rolls: 1 } })
    expect(response.statusCode).toBe(422)
    expect(events).toMatchObject([{ action: 'request_rolls', result: 'refused' }])
    expect(lines).toHaveLength(1)
  })

  test('keeps no pass number, no name and no employee where it need not', async () => {
    await call('municipal', findResident, { body: pass })
    const { rows } = await sql<{ everything: string }>`
      select (select string_agg(audit_event::text, ' ') from audit_event)
        || (select string_agg(processing_record::text, ' ') from processing_record) as everything`.execute(db)
    expect(rows[0]?.everything).toContain('find_resident')
    expect(rows[0]?.everything).not.toMatch(/0101010101|9999999999|Berg|loket\.example|Kim/)
    const [line] = await linesSince(0)
    expect(Object.keys(line ?? {}).filter((column) => /employee|origin|object/.test(column))).toEqual([])
  })

  test('is for the purpose that the caller names, and for none beside the list', async () => {
    const look = (purpose: string) =>
      app.inject({
        method: 'POST',
        url: fullPath(findResident),
        headers: { authorization: `Bearer ${tokenOf.get('municipal')}`, [purposeHeader]: purpose },
        payload: pass,
      })
    expect((await look('pas_defect')).statusCode).toBe(200)
    expect((await eventsSince(0)).at(-1)).toMatchObject({ purpose: 'pas_defect' })
    expect((await look('nieuwsgierig')).json()).toMatchObject({
      status: 422,
      errors: { [purposeHeader]: ['Kies een doel uit de lijst'] },
    })
  })
})

describe('what cannot be logged is not shown', () => {
  const rows = async () => {
    const { rows: counted } = await sql<{ requests: number; cancelled: number }>`
      select count(*)::int as requests, count(cancelled_at)::int as cancelled from roll_issue`.execute(db)
    return counted[0]
  }
  const refusing = cases.flatMap((it) =>
    (['audit_event', 'processing_record'] as const).map((log) => [...it, log] as const),
  )
  test.each(refusing)('%s', async (_, endpoint, look, log) => {
    const sent = await look.found()
    const before = await rows()
    await sql`alter table ${sql.table(log)} add constraint no_more check (false) not valid`.execute(db)
    try {
      const { response, events, lines } = await logged(look.person, endpoint, sent)
      expect(response.statusCode).toBe(503)
      expect(response.headers['retry-after']).toBe('5')
      expect(Object.keys(response.json())).not.toContain('data')
      expect(response.body).not.toMatch(/Berg|B•••|Akerstraat/)
      expect([events, lines]).toEqual([[], []])
      expect(await rows()).toEqual(before)
    } finally {
      await sql`alter table ${sql.table(log)} drop constraint no_more`.execute(db)
    }
    expect((await send(look.person, endpoint, sent as Partial<Sent<Endpoint>>)).statusCode).toBe(200)
  })
})

describe('passes cannot be walked', () => {
  test('after so many in a minute an employee has to wait, on every node; a colleague has not', async () => {
    await sql`update employee set audit_key = gen_random_uuid()`.execute(db)
    const nodes = await Promise.all(
      [1, 2].map(() => buildApp({ db, reads: db }, tokens, { ...settings, pass_limit: 5 })),
    )
    const look = (at: number, endpoint: Endpoint, body: object, person: Person = 'municipal') =>
      retryWhileBusy(async () =>
        (nodes[at % 2] ?? app).inject({
          method: 'POST',
          url: fullPath(endpoint),
          headers: { authorization: `Bearer ${tokenOf.get(person)}` },
          payload: body,
        }),
      )
    // Handing out rolls is the work itself; asking for too many is a way to learn about a pass.
    for (let times = 0; times < 10; times += 1) await look(times, issueRolls, { ...pass, rolls: 1 })
    const answers = await Promise.all([
      look(1, issueRolls, { ...unknown, rolls: 1 }),
      look(0, showResidentName, pass),
      ...Array.from({ length: 10 }, (_, at) => look(at, findResident, at % 3 ? pass : unknown)),
    ])
    const statuses = answers.map((answer) => answer.statusCode)
    expect(statuses.filter((status) => status === 429)).toHaveLength(7)
    const refused = answers.find((answer) => answer.statusCode === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(refused?.json()).toMatchObject({ message: 'U hebt in een minuut te veel passen opgezocht. Wacht even.' })
    const walks = (await eventsSince(0)).filter(({ action }) => action === 'walk_passes')
    expect(walks).toHaveLength(7)
    expect((await look(0, findResident, pass, 'both')).statusCode).toBe(200)
    await Promise.all(nodes.map((node) => node.close()))
  })
})

test('all of this left whole chains', async () => {
  expect(await findBrokenLink(db, 'audit')).toBeNull()
  expect(await findBrokenLink(db, 'processing')).toBeNull()
})
