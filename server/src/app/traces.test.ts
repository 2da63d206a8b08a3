import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { findResident, fullPath, searchAddresses } from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { insertAddress, insertPass } from '../test/make.ts'
import { settings, testServer } from '../test/server.ts'
import { buildApp } from './app.ts'

const { db, tokens, tokenOf } = await testServer({ traced: true })

type SentSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[]
}

/** Starts a collector, and returns a server that sends its traces to it. `spans` stops the server. */
async function tracedServer() {
  const received: SentSpan[] = []
  const collector = createServer(async (incoming, response) => {
    const body = (await json(incoming)) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }
    expect([incoming.url, incoming.headers['content-type']]).toEqual(['/v1/traces', 'application/json'])
    received.push(...body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)))
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const otlp_endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  let log = ''
  const log_stream = { write: (line: string) => (log += line) }
  const app = await buildApp({ db, reads: db }, tokens, { ...settings, otlp_endpoint, log_level: 'info', log_stream })
  return {
    app,
    log: () => log,
    spans: async () => {
      await app.close()
      collector.close()
      return received
    },
  }
}

const attribute = ({ attributes }: SentSpan, name: string) =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0]
const authorization = `Bearer ${tokenOf.get('both')}`

test('a trace continues from the traceparent of the browser to each statement, with the id of the request', async () => {
  const { app, log, spans } = await tracedServer()
  const trace_id = '4bf92f3577b34da6a3ce929d0e0e4736'
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const sending = request(`${url}${fullPath(searchAddresses)}`, {
    method: 'POST',
    headers: {
      authorization,
      'content-type': 'application/json',
      connection: 'close',
      // The body arrives after the head, outside the asynchronous context in which the request began.
      expect: '100-continue',
      traceparent: `00-${trace_id}-00f067aa0ba902b7-01`,
    },
  })
  sending.flushHeaders()
  await once(sending, 'continue')
  sending.end(JSON.stringify({ street: 'Akerstraat' }))
  const [response] = (await once(sending, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  await once(response.resume(), 'end')
  const [root, ...statements] = await spans()
  expect(root).toMatchObject({ traceId: trace_id, parentSpanId: '00f067aa0ba902b7' })
  expect(root?.name).toBe('POST /api/v1/counter/addresses/search')
  const request_id = response.headers['x-request-id']
  expect(attribute(root as SentSpan, 'loket.request_id')).toBe(request_id)
  expect(log()).toContain(`"reqId":"${request_id}"`)
  for (const { traceId, parentSpanId } of statements) {
    expect(traceId).toBe(trace_id)
    expect(parentSpanId).toBe(root?.spanId)
  }
  const texts = statements.map((statement) => attribute(statement, 'db.query.text')).join()
  // The search runs after the body has arrived.
  for (const table of ['session', 'street']) expect(texts).toContain(`from ${table}`)
})

test.each(['00-00000000000000000000000000000000-00f067aa0ba902b7-01', "'; drop table", undefined])(
  'a request with the traceparent %s starts a new trace',
  async (traceparent) => {
    const { app, spans } = await tracedServer()
    await app.inject({ url: '/healthz', headers: traceparent === undefined ? {} : { traceparent } })
    const [root] = await spans()
    expect(root?.traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/)
    expect(root?.parentSpanId).toBeUndefined()
  },
)

test('every span has the form that the protocol requires: ids in hexadecimal, times in nanoseconds, and its kind', async () => {
  const { app, spans } = await tracedServer()
  const now = BigInt(Date.now()) * 1_000_000n
  const hour = 3_600_000_000_000n
  const payload = { street: 'Akerstraat' }
  await app.inject({ method: 'POST', url: fullPath(searchAddresses), payload, headers: { authorization } })
  const [root, ...statements] = await spans()
  // The kinds of the protocol: 2 is a server, 3 is a client.
  expect(root?.kind).toBe(2)
  expect(statements.length).toBeGreaterThan(0)
  for (const { kind } of statements) expect(kind).toBe(3)
  for (const span of [root as SentSpan, ...statements]) {
    expect(span.traceId).toMatch(/^(?!0+$)[0-9a-f]{32}$/)
    expect(span.spanId).toMatch(/^(?!0+$)[0-9a-f]{16}$/)
    const [start, end] = [BigInt(span.startTimeUnixNano), BigInt(span.endTimeUnixNano)]
    expect(start).toBeGreaterThan(now - hour)
    expect(end).toBeGreaterThanOrEqual(start)
    expect(end).toBeLessThan(now + hour)
  }
})

test('a trace contains no personal data', async () => {
  const environmental_pass_number = '0471104711'
  const { id: address_id } = await insertAddress(db, { street: 'Kwikstaarthof', postal_code: '6419ZX' })
  await insertPass(db, { address_id, number: environmental_pass_number, name: 'Q. Vreemdeveer' })
  const { app, spans } = await tracedServer()
  const payload = { environmental_pass_number }
  const headers = { authorization }
  const found = await app.inject({ method: 'POST', url: fullPath(findResident), payload, headers })
  expect(found.statusCode).toBe(200)
  await app.inject({ url: `/api/v1/counter/addresses/Kwikstaarthof?street=${environmental_pass_number}`, headers })
  const sent = JSON.stringify(await spans())
  expect(sent).toContain('environmental_pass')
  for (const value of [environmental_pass_number, 'Kwikstaarthof', '6419ZX', 'Vreemdeveer', tokenOf.get('both') ?? ''])
    expect(sent).not.toContain(value)
})

test('a server whose collector does not respond processes calls, and logs that the traces were not sent', async () => {
  let log = ''
  const log_stream = { write: (line: string) => (log += line) }
  const otlp_endpoint = 'http://127.0.0.1:1'
  const app = await buildApp({ db, reads: db }, tokens, { ...settings, otlp_endpoint, log_level: 'warn', log_stream })
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  await app.close()
  expect(JSON.parse(log)).toMatchObject({ reason: 'TypeError', msg: 'traces not sent' })
})

test('a server whose collector redirects sends nothing to the other host, and logs that', async () => {
  const visits: (string | undefined)[] = []
  const other = createServer((incoming, response) => {
    visits.push(incoming.url)
    response.end('{}')
  }).listen(0, '127.0.0.1')
  const collector = createServer((incoming, response) => {
    visits.push(incoming.url)
    const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/elsewhere`
    response.writeHead(307, { location }).end()
  }).listen(0, '127.0.0.1')
  await Promise.all([once(other, 'listening'), once(collector, 'listening')])
  const otlp_endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  let log = ''
  const log_stream = { write: (line: string) => (log += line) }
  const app = await buildApp({ db, reads: db }, tokens, { ...settings, otlp_endpoint, log_level: 'warn', log_stream })
  await app.inject({ method: 'POST', url: fullPath(searchAddresses), payload: {}, headers: { authorization } })
  await app.close()
  expect(visits).toEqual(['/v1/traces'])
  expect(log).toContain('status 307')
  for (const server of [other, collector]) server.close()
})
