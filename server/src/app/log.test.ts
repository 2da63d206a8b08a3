import { findResident, fullPath, issueRolls, login, resetPassword, search } from '@rd4-loket/contract'
import { endpoints } from '@rd4-loket/contract/endpoints'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { hashPassword } from '../domain/sessions/password-hash.ts'
import { insertSession } from '../domain/sessions/session.queries.ts'
import { makeTokens } from '../domain/sessions/tokens.ts'
import { sql } from '../platform/database/sql.ts'
import { insertAddress, insertEmployee, insertPass } from '../test/make.ts'
import { settings, testLogin } from '../test/server.ts'
import { testDatabase } from '../test/test-database.ts'
import { buildApp } from './app.ts'

const db = await testDatabase()
const tokens = makeTokens({ secrets: () => ['a secret of the tests, long enough to be one'], ttl_minutes: 60 })
let log = ''
const app = await buildApp({ db, reads: db }, tokens, {
  ...settings,
  log_level: 'trace',
  log_stream: {
    write: (line) => {
      log += line
    },
  },
})

/** Data that the log must not contain. */
const personal = {
  email: 'wilhelmina@loket.example',
  employee: 'Wilhelmina Zonderland',
  resident: 'Q. Vreemdeveer',
  environmental_pass_number: 'PAS0471104711',
  street: 'Kwikstaarthof',
  postal_code: '6419ZX',
  postal_code_typed: '6419 ZX',
  object_code: 'OBJ99887766',
  chip_number: 'CHIP55443322',
  password: 'een-heel-lang-wachtwoord-47',
  new_password: 'nog-zo-een-lang-wachtwoord-48',
  reset_token: 'aHeelGeheimTokenVanDrieenveertigTekens_00000000',
  key: 'sleutel-van-een-verzoek-11',
}
const bearers: string[] = []
let employee_id: number

/** Starts a session, whose token the next calls use. */
async function startSession() {
  const session = await insertSession(db, employee_id, testLogin)
  bearers.unshift((await tokens.accessToken(session?.id ?? '')).access_token)
}
const cookies: string[] = []

beforeAll(async () => {
  const { id: address_id } = await insertAddress(db, {
    street: personal.street,
    postal_code: personal.postal_code,
    object_code: personal.object_code,
  })
  await insertPass(db, { address_id, number: personal.environmental_pass_number, name: personal.resident })
  await sql`insert into roll_allowance select 917, year, 6 from generate_series(2026, 2100) year`.execute(db)
  const employee = await insertEmployee(db, {
    email: personal.email,
    name: personal.employee,
    password_hash: await hashPassword(personal.password),
    roles: ['bsgw_employee', 'municipal_employee', 'administrator'],
    municipality_id: 917,
  })
  employee_id = employee.id
  await startSession()
})

async function call(method: string, url: string, { body, headers = {} }: { body?: unknown; headers?: object } = {}) {
  const response = await app.inject({
    method: method as 'GET',
    url,
    ...(body === undefined ? {} : { payload: body as object }),
    headers: {
      authorization: `Bearer ${bearers[0]}`,
      'idempotency-key': personal.key,
      'x-request-id': personal.environmental_pass_number,
      'x-forwarded-for': personal.email,
      cookie: `auth=${personal.reset_token}`,
      'user-agent': personal.employee,
      ...headers,
    },
  })
  cookies.push(...response.cookies.map(({ value }) => value))
  return response.statusCode
}

/** Expects that the log contains neither personal data nor an issued secret. */
function expectNothingPersonal() {
  const secrets = [...bearers, ...cookies.filter((value) => value.length > 8)]
  const found = [...Object.values(personal), ...secrets].filter((text) =>
    [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1)].some((spelling) => log.includes(spelling)),
  )
  expect(found).toEqual([])
}

test('logs one line per request with time, route, status and duration, and without personal data', async () => {
  log = ''
  await call('GET', `/api/v1/counter/addresses/${personal.object_code}?street=${personal.street}`)
  const [line, ...more] = log.trim().split('\n')
  expect(more).toEqual([])
  expect(JSON.parse(line ?? '')).toEqual({
    level: 30,
    time: expect.any(Number),
    pid: expect.any(Number),
    hostname: expect.any(String),
    reqId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    method: 'GET',
    route: '/api/v1/counter/addresses/:alias',
    status: 404,
    ms: expect.any(Number),
    msg: 'answered',
  })
})

test('logs rejected input with its route and the id of the employee', async () => {
  log = ''
  await call('POST', '/api/v1/counter/services/search', { body: { environmental_pass_number: '' } })
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(({ msg }) => msg)).toEqual(['input rejected', 'answered'])
  expect(lines[0]).toMatchObject({ route: '/api/v1/counter/services/search', employee: expect.any(Number) })
  expectNothingPersonal()
})

/** Sends reports of violations of these directives. */
const reportViolations = (...named: string[]) =>
  app.inject({
    method: 'POST',
    url: '/api/csp-reports',
    headers: { 'content-type': 'application/reports+json' },
    payload: JSON.stringify([
      ...named.map((effectiveDirective) => ({
        type: 'csp-violation',
        url: `https://loket.example/address?street=${personal.street}`,
        body: { effectiveDirective, sample: personal.resident },
      })),
      null,
    ]),
  })

/** Returns the directives in the log, with their log levels. */
const loggedDirectives = () =>
  log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'content security policy violated')
    .map(({ level, directive }) => [level, directive])

test('logs the known directives of reports about the content security policy, and nothing else of a report', async () => {
  log = ''
  const made = 'wilhelmina-zonderland'
  const response = await reportViolations('script-src-elem', personal.email, made, 'img-src')
  expect(response.statusCode).toBe(204)
  expect(loggedDirectives()).toEqual([
    [40, 'script-src-elem'],
    [40, 'img-src'],
  ])
  expect(log).not.toContain(made)
  expectNothingPersonal()
})

test('logs a directive at most once per minute, whatever the number of reports', async () => {
  onTestFinished(() => {
    vi.useRealTimers()
  })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-01T10:00:00Z') })
  log = ''
  await reportViolations('font-src', 'font-src')
  await reportViolations('font-src')
  expect(loggedDirectives()).toEqual([[40, 'font-src']])
  vi.setSystemTime(new Date('2030-01-01T10:01:00Z'))
  await reportViolations('font-src')
  expect(loggedDirectives()).toHaveLength(2)
})

test('logs no personal data, secret or input for valid and invalid input of every call', async () => {
  log = ''
  const used: string[] = []
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const query = new URLSearchParams(personal).toString()
    const url = fullPath(endpoint).replace(/:\w+/g, encodeURIComponent(personal.resident))
    used.push(`${name} ${await call(endpoint.method, `${url}?${query}`, { body: endpoint.body && personal })}`)
    await call(endpoint.method, url, {
      body: endpoint.body && `{"${personal.email}": "${personal.password}", `,
      headers: { 'content-type': 'application/json' },
    })
  }
  expect(used).toHaveLength(Object.keys(endpoints).length)
  // The calls above have ended their session.
  await startSession()
  const valid: [string, string, object][] = [
    ['POST', fullPath(findResident), { environmental_pass_number: personal.environmental_pass_number }],
    ['POST', fullPath(issueRolls), { environmental_pass_number: personal.environmental_pass_number, rolls: 1 }],
    ['POST', fullPath(search), { text: `${personal.street} 118` }],
    ['POST', fullPath(search), { text: personal.environmental_pass_number }],
    ['POST', fullPath(login), { email: personal.email, password: personal.new_password }],
    ['POST', fullPath(login), { email: personal.email, password: personal.password }],
    [
      'POST',
      fullPath(resetPassword),
      { email: personal.email, token: personal.reset_token, password: personal.new_password },
    ],
  ]
  const statuses: number[] = []
  for (const [method, url, body] of valid) statuses.push(await call(method, url, { body }))
  expect(statuses.filter((status) => status < 400).length).toBeGreaterThanOrEqual(4)
  expect(cookies.length).toBeGreaterThan(0)
  for (const path of [
    personal.email,
    `${personal.street}%ff`,
    `../${personal.reset_token}`,
    `api/v1/${personal.resident}`,
  ])
    await call('GET', `/${encodeURI(path)}`)
  expectNothingPersonal()
})

test('logs a PostgreSQL error by its code and stack, without its texts, which can contain personal data', async () => {
  const { resident, email, environmental_pass_number } = personal
  await sql
    .raw(`
    create function quote_a_person() returns trigger language plpgsql as $$
      begin raise exception '${resident} with ${environmental_pass_number}'
        using detail = '${email}', hint = '${resident}', errcode = 'P0001'; end $$;
    create trigger quote_a_person before insert on roll_issue for each row execute function quote_a_person()`)
    .execute(db)
  log = ''
  const body = { environmental_pass_number, rolls: 1 }
  expect(await call('POST', fullPath(issueRolls), { body, headers: { 'idempotency-key': 'another-key' } })).toBe(500)
  expect(log).toContain('PostgreSQL P0001')
  expect(log).toContain('"stack"')
  expectNothingPersonal()
})
