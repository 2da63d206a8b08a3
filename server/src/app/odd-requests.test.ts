import { type AddressInfo, connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { Problem } from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { testServer } from '../test/server.ts'

const { app } = await testServer()
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
const login = '/api/v1/counter/user/auth/login'
const meta = '/api/v1/counter/meta'

const lines = (...parts: string[]) => Buffer.from([...parts, '', ''].join('\r\n'), 'latin1')
/** Returns the bytes of a login request with this body and these extra headers. */
const post = (body: Buffer | string, ...headers: string[]) => {
  const bytes = Buffer.from(body)
  const kind = headers.some((header) => /^content-type/i.test(header)) ? [] : ['content-type: application/json']
  const head = [`POST ${login} HTTP/1.1`, 'host: x', `content-length: ${bytes.length}`, 'connection: close', ...kind]
  return Buffer.concat([lines(...head, ...headers), bytes])
}
const get = (path: string, ...headers: string[]) =>
  lines(`GET ${path} HTTP/1.1`, 'host: x', 'connection: close', ...headers)

const requests: Record<string, [sent: Buffer, ...statuses: number[]]> = {
  'two content lengths': [Buffer.from(post('{}', 'content-length: 7')), 400],
  'a content length and chunks': [post('{}', 'transfer-encoding: chunked'), 400],
  'invalid chunks': [lines(`POST ${login} HTTP/1.1`, 'host: x', 'transfer-encoding: chunked', '', 'zz', 'x'), 400],
  'a negative content length': [lines(`POST ${login} HTTP/1.1`, 'host: x', 'content-length: -1'), 400],
  'an unknown method': [lines('GRAB / HTTP/1.1', 'host: x'), 400],
  'an unused method': [lines('PROPFIND /api/v1/counter/meta HTTP/1.1', 'host: x', 'connection: close'), 404],
  'a trace': [lines(`TRACE ${meta} HTTP/1.1`, 'host: x', 'connection: close'), 404],
  'two hosts': [lines(`GET ${meta} HTTP/1.1`, 'host: x', 'host: y', 'connection: close'), 400],
  'no host': [lines(`GET ${meta} HTTP/1.1`, 'connection: close'), 400],
  'an absolute URL': [get(`http://elsewhere.example${meta}`), 401, 404],
  'a path with NUL': [get('/api/v1/counter/addresses/%00'), 401],
  'a path that is not UTF-8': [get('/api/v1/counter/addresses/%ff%fe?%ff=%'), 401],
  'a path with two slashes': [get('//api/v1/counter/meta'), 404],
  'a path with ..': [get('/assets/../../../../etc/passwd'), 403, 404],
  'a path with encoded ..': [get('/assets/%2e%2e%2f%2e%2e%2fpackage.json'), 403, 404],
  'a header with NUL': [get(meta, 'x-odd: a\0b'), 400],
  'two hundred headers': [get(meta, ...Array.from({ length: 200 }, (_, at) => `x-odd-${at}: y`)), 401],
  'the same token twice': [get(meta, 'authorization: Bearer x', 'authorization: Bearer y'), 401],
  'an upgrade': [get(meta, 'upgrade: h2c', 'http2-settings: x'), 401],
  'an unknown expectation': [post('{}', 'expect: something'), 417, 422],
  'a body of 1 MB': [post(JSON.stringify({ email: 'a'.repeat(1_000_000) })), 413],
  'a body of 8 MB': [post(Buffer.alloc(8_000_000, '[')), 413],
  'a compressed body': [post(gzipSync('{"email":"a"}'), 'content-encoding: gzip'), 415, 422],
  'a compressed body without its header': [post(gzipSync(Buffer.alloc(80_000_000))), 422],
  'a body that is not UTF-8': [
    post(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d])),
    422,
  ],
  'a body in UTF-16': [
    post(Buffer.from('{"email":"a"}', 'utf16le'), 'content-type: application/json; charset=utf-16'),
    422,
  ],
  'a form': [post('email=a', 'content-type: application/x-www-form-urlencoded'), 415],
  'a file': [post('--x--', 'content-type: multipart/form-data; boundary=x'), 415],
  'an invalid content type': [post('{}', 'content-type: ;;;'), 415],
}

// Texts that reveal internals of the server.
const leaks = /\n\s+at |node_modules|\.[jt]s:\d|fastify|FST_|node:|HPE_|root:x/i

test.each(Object.entries(requests))(
  'S8.1 rejects a request with %s without revealing internals, and responds to the next request',
  async (_, [sent, ...statuses]) => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    // The server may respond and close the connection before it has received the whole request.
    socket.on('error', () => {})
    socket.write(sent)
    let response = ''
    for await (const text of socket.iterator({ destroyOnReturn: true })) {
      response += text
      if (/\r\n\r\n.*(\}|<\/html>\s*|0\r\n\r\n)$/s.test(response)) break
    }
    const [head = '', body = ''] = response.split('\r\n\r\n')
    expect(statuses).toContain(Number(head.split(' ')[1]))
    // When Node itself rejects a request, the response is not a problem. A missing page is reported by an HTML page.
    if (head.includes('content-type: application/problem+json')) Problem.parse(JSON.parse(body))
    else expect(body).toMatch(/^(<!doctype html>.*|0)?$/s)
    expect(response).not.toMatch(leaks)
    expect((await app.inject('/healthz')).statusCode).toBe(200)
  },
)
