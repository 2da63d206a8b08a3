import { type AddressInfo, connect } from 'node:net'
import { Problem, showEmployee } from '@rd4-loket/contract'
import { expect, onTestFinished, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { policyReportsPerMinute } from '../platform/runtime/limits.ts'
import { settings, testServer } from '../test/server.ts'
import { buildApp } from './app.ts'

const { app, db, tokens, tokenOf } = await testServer()
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
const login = '/api/v1/counter/user/auth/login'

test.each([
  ['POST', login, 'application/json', '{"email":', 422],
  ['POST', login, 'application/json', '[[[[', 422],
  ['POST', login, 'text/plain', 'email=kim', 415],
  ['POST', login, 'application/x-www-form-urlencoded', 'email=kim', 415],
  ['POST', login, 'application/json', JSON.stringify({ email: 'a'.repeat(200_000) }), 413],
  ['POST', login, 'application/json', JSON.stringify({ email: 'a'.repeat(90_000), password: 'b'.repeat(5000) }), 422],
  ['POST', login, 'application/json', JSON.stringify({ email: { $gt: '' }, password: ['x'] }), 422],
  ['POST', login, 'application/json', '{"constructor":{"prototype":{}}}', 422],
  ['GET', '/api/v1/counter/nothing', undefined, undefined, 404],
  ['DELETE', login, undefined, undefined, 404],
  ['GET', '/api/%ff', undefined, undefined, 404],
  ['GET', '/API/v1/counter/nothing', undefined, undefined, 404],
  ['GET', '/%61pi/v1/counter/nothing', undefined, undefined, 404],
  ['GET', '/api', undefined, undefined, 404],
  ['GET', `/api/v1/counter/addresses/${'a'.repeat(2000)}`, undefined, undefined, 401],
] as const)(
  'S8.1 %s %s (%s) returns a problem in Dutch without a stack trace',
  async (method, url, type, payload, status) => {
    const response = await app.inject({
      method,
      url,
      ...(payload && { payload }),
      headers: type ? { 'content-type': type } : {},
    })
    expect(response.statusCode).toBe(status)
    expect(response.headers['content-type']).toBe('application/problem+json')
    const { message, detail, errors, request_id, title, type: kind } = response.json()
    expect(message).toBe(detail)
    expect(message).not.toMatch(/\n|Error|FST_/)
    expect({ title, kind, errors }).toEqual({
      title: expect.any(String),
      kind: 'about:blank',
      errors: expect.any(Object),
    })
    expect(response.headers['x-request-id']).toBe(request_id)
  },
)

test.each([
  ['GET /api/v1/counter/meta HTTP/9.9\r\n\r\n', 400, 'Onjuist verzoek'],
  [`GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431, 'Te groot'],
])('S8.1 returns a problem in Dutch for a request that is not valid HTTP', async (sent, status, title) => {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  socket.write(sent)
  const [head = '', body = ''] = (await socket.toArray()).join('').split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head).toContain('content-type: application/problem+json')
  expect(Problem.parse(JSON.parse(body))).toMatchObject({ status, title, errors: {} })
})

test('a response of the API has the version of the API and a request id, and forbids caching', async () => {
  const { headers } = await app.inject('/api/v1/openapi.json')
  expect(headers).toMatchObject({
    'api-version': '1.0.0',
    'x-request-id': expect.any(String),
    'cache-control': 'no-store',
  })
  expect(headers['content-type']).toBe('application/json')
})

test('/healthz and /readyz return 200 when the database is available', async () => {
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'ok' })
})

test('returns 503 to a call while 2,000 other calls are in flight', async () => {
  const released = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = db.transaction(async (transaction) => {
    await sql`lock table employee in access exclusive mode`.execute(transaction)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const headers = { authorization: `Bearer ${tokenOf.get('bsgw')}` }
  const calls = Array.from({ length: 2005 }, async () => app.inject({ url: `/api/v1${showEmployee.path}`, headers }))
  const rejected = await Promise.all(calls.slice(2000))
  released.resolve()
  await Promise.all([holding, ...calls])
  const busy = { status: 503, message: 'Het is nu te druk in het loket. Probeer het zo opnieuw.' }
  expect(rejected.map((response) => response.json())).toMatchObject(Array(5).fill(busy))
})

test('the rate limit includes calls without a login and calls by other spellings of /api', async () => {
  const strict = await buildApp({ db, reads: db }, tokens, { ...settings, rate_limit: 2 })
  const call = (api = '/api') => strict.inject(`${api}/v1${showEmployee.path}`)
  const responses = [await call(), await call('/API'), await call('/%61pi')]
  await strict.close()
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([401, 401, 429])
  expect(responses[2]?.headers).toHaveProperty('retry-after')
})

test('the rate limit counts the requests of each network address separately', async () => {
  const strict = await buildApp({ db, reads: db }, tokens, { ...settings, rate_limit: 1 })
  const statusFrom = async (remoteAddress: string) =>
    (await strict.inject({ url: `/api/v1${showEmployee.path}`, remoteAddress })).statusCode
  const statuses = [
    await statusFrom('192.0.2.1'),
    await statusFrom('192.0.2.1'),
    await statusFrom('192.0.2.2'),
    await statusFrom('2001:db8::1'),
  ]
  await strict.close()
  expect(statuses).toEqual([401, 429, 401, 401])
})

test('reports about the content security policy have a rate limit of their own', async () => {
  const strict = await buildApp({ db, reads: db }, tokens, { ...settings, rate_limit: 1 })
  onTestFinished(() => strict.close())
  const report = async () => {
    const headers = { 'content-type': 'application/reports+json' }
    return (await strict.inject({ method: 'POST', url: '/api/csp-reports', headers, payload: '[]' })).statusCode
  }
  const statuses: number[] = []
  for (let sent = 0; sent <= policyReportsPerMinute; sent += 1) statuses.push(await report())
  expect(statuses.filter((status) => status === 204)).toHaveLength(policyReportsPerMinute)
  expect(statuses.at(-1)).toBe(429)
  expect((await strict.inject(`/api/v1${showEmployee.path}`)).statusCode).toBe(401)
})

test('counts only calls of the API for the rate limit', async () => {
  const strict = await buildApp({ db, reads: db }, tokens, { ...settings, rate_limit: 1 })
  const statuses: number[] = []
  for (let times = 0; times < 3; times += 1) statuses.push((await strict.inject('/healthz')).statusCode)
  await strict.close()
  expect(statuses).toEqual([200, 200, 200])
})
