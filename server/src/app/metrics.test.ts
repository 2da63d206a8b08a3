import { expect, test } from 'vitest'
import { openPool } from '../platform/database/pool.ts'
import { sql } from '../platform/database/sql.ts'
import { settings, testServer } from '../test/server.ts'
import { buildApp } from './app.ts'

const { app, db, tokens } = await testServer()
const local = { host: '127.0.0.1:3000' }
const read = async () => (await app.inject({ url: '/metrics', headers: local })).body
const labelsOf = (text: string, label: string) =>
  new Set([...text.matchAll(new RegExp(`[{,]${label}="([^"]*)"`, 'g'))].map(([, value]) => value))

test('publishes figures of requests, connections, process and mail queue in the text format of Prometheus', async () => {
  await app.inject('/healthz')
  await sql`insert into mail (recipient, subject, body) values ('kim@heerlen.example', 'Onderwerp', 'Tekst')`.execute(
    db,
  )
  const response = await app.inject({ url: '/metrics', headers: local })
  expect(response.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(response.body).toContain('http_request_duration_seconds_count{route="/healthz",method="GET",status="2xx"} 1')
  for (const line of [
    /^http_requests_in_flight 1$/m,
    /^database_up 1$/m,
    /^database_connections\{pool="everything",state="waiting"\} 0$/m,
    /^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m,
    /^process_cpu_seconds_total [\d.]+$/m,
    /^process_resident_memory_bytes \d+$/m,
    /^loket_build_info\{version="\d+\.\d+\.\d+"\} 1$/m,
    /^loket_searches_refused_total \d+$/m,
    /^loket_mails_waiting 1$/m,
    /^loket_mails_written_to_files_total \d+$/m,
    /^loket_oldest_mail_seconds \d/m,
  ])
    expect(response.body).toMatch(line)
  expect(response.body).not.toContain('kim@heerlen.example')
})

test('no label contains a value from a request when requests have unknown paths and methods', async () => {
  const before = await read()
  for (let number = 0; number < 200; number += 1) {
    await app.inject(`/api/v1/counter/addresses/${crypto.randomUUID()}`)
    await app.inject(`/${number}/0101010101/%2e%2e/kim@heerlen.example`)
    await app.inject(`/api/${number}"} 1`)
  }
  for (const method of ['PATCH', 'TRACE', 'SEARCH'] as const)
    await app.inject({ method: method as 'PATCH', url: '/healthz' })
  await app.inject({ url: '/api/%ff' })
  const after = await read()
  const routes = [...labelsOf(after, 'route')]
  expect(routes.filter((route) => /0101010101|@|%|\d{2,}/.test(route ?? ''))).toEqual([])
  expect(routes).toContain('/api/v1/counter/addresses/:alias')
  expect(labelsOf(after, 'route').size - labelsOf(before, 'route').size).toBeLessThanOrEqual(4)
  expect([...labelsOf(after, 'method')].sort()).toEqual(expect.arrayContaining(['GET']))
  expect(labelsOf(after, 'method').size).toBeLessThanOrEqual(7)
})

test('publishes database_up 0 without database figures when the database is unreachable', async () => {
  const unreachable = openPool({ host: '127.0.0.1', port: 1, max: 1 })
  const alone = await buildApp({ db: unreachable, reads: unreachable }, tokens, settings)
  const { statusCode, body } = await alone.inject({ url: '/metrics', headers: local })
  await alone.close()
  await unreachable.close()
  expect(statusCode).toBe(200)
  expect(body).toMatch(/^database_up 0$/m)
  expect(body).not.toMatch(/^loket_mails_waiting \d/m)
})

test.each<[string, Record<string, string>, string]>([
  ['another machine', local, '192.0.2.7'],
  ['a proxy on this machine', { ...local, 'x-forwarded-for': '192.0.2.7' }, '127.0.0.1'],
  ['a request on this machine with another host name', { host: 'loket.example' }, '127.0.0.1'],
])('returns 404 to %s when no token is set', async (_, headers, remoteAddress) => {
  expect((await app.inject({ url: '/metrics', headers, remoteAddress })).statusCode).toBe(404)
})

test('requires the token from every client, including this machine, when a token is set', async () => {
  const guarded = await buildApp({ db, reads: db }, tokens, { ...settings, metrics_token: 'a-token-of-the-tests' })
  const status = async (authorization?: string) =>
    (
      await guarded.inject({
        url: '/metrics',
        remoteAddress: '192.0.2.7',
        headers: { host: 'loket.example', ...(authorization && { authorization }) },
      })
    ).statusCode
  expect(await status('Bearer a-token-of-the-tests')).toBe(200)
  expect(await status('Bearer a-token-of-the-test')).toBe(404)
  expect(await status()).toBe(404)
  expect((await guarded.inject({ url: '/metrics', headers: local })).statusCode).toBe(404)
  await guarded.close()
})
