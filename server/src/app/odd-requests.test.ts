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
/** A login with this body, whatever it is. */
const post = (body: Buffer | string, ...headers: string[]) => {
  const bytes = Buffer.from(body)
  const kind = headers.some((header) => /^content-type/i.test(header)) ? [] : ['content-type: application/json']
  const head = [`POST ${login} HTTP/1.1`, 'host: x', `content-length: ${bytes.length}`, 'connection: close', ...kind]
  return Buffer.concat([lines(...head, ...headers), bytes])
}
const get = (path: string, ...headers: string[]) =>
  lines(`GET ${path} HTTP/1.1`, 'host: x', 'connection: close', ...headers)

const requests: Record<string, [sent: Buffer, ...statuses: number[]]> = {
  'two lengths': [Buffer.from(post('{}', 'content-length: 7')), 400],
  'a length and pieces': [post('{}', 'transfer-encoding: chunked'), 400],
  'pieces that are none': [
    lines(`POST ${login} HTTP/1.1`, 'host: x', 'transfer-encoding: chunked', '', 'zz', 'x'),
    400,
  ],
  'a length that is none': [lines(`POST ${login} HTTP/1.1`, 'host: x', 'content-length: -1'), 400],
  'a method that is none': [lines('GRAB / HTTP/1.1', 'host: x'), 400],
  'a method that nobody uses': [lines('PROPFIND /api/v1/counter/meta HTTP/1.1', 'host: x', 'connection: close'), 404],
  'a trace': [lines(`TRACE ${meta} HTTP/1.1`, 'host: x', 'connection: close'), 404],
  'no host': [lines(`GET ${meta} HTTP/1.1`, 'connection: close'), 400],
  'a whole address': [get(`http://elsewhere.example${meta}`), 401, 404],
  'an address with a NUL': [get('/api/v1/counter/addresses/%00'), 401],
  'an address that no text is': [get('/api/v1/counter/addresses/%ff%fe?%ff=%'), 401],
  'an address with two slashes': [get('//api/v1/counter/meta'), 404],
  'an address that climbs': [get('/assets/../../../../etc/passwd'), 403, 404],
  'an address that climbs in disguise': [get('/assets/%2e%2e%2f%2e%2e%2fpackage.json'), 403, 404],
  'a header with a NUL': [get(meta, 'x-odd: a\0b'), 400],
  'two hundred headers': [get(meta, ...Array.from({ length: 200 }, (_, at) => `x-odd-${at}: y`)), 401],
  'the same token twice': [get(meta, 'authorization: Bearer x', 'authorization: Bearer y'), 401],
  'an upgrade': [get(meta, 'upgrade: h2c', 'http2-settings: x'), 401],
  'a promise to wait': [post('{}', 'expect: something'), 417, 422],
  'a body of 1 MB': [post(JSON.stringify({ email: 'a'.repeat(1_000_000) })), 413],
  'a body of 8 MB': [post(Buffer.alloc(8_000_000, '[')), 413],
  'a packed body': [post(gzipSync('{"email":"a"}'), 'content-encoding: gzip'), 415, 422],
  'a body that says less than it is': [post(gzipSync(Buffer.alloc(80_000_000))), 422],
  'bytes that no text is': [post(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d])), 422],
  'two bytes a letter': [
    post(Buffer.from('{"email":"a"}', 'utf16le'), 'content-type: application/json; charset=utf-16'),
    422,
  ],
  'a form': [post('email=a', 'content-type: application/x-www-form-urlencoded'), 415],
  'a file': [post('--x--', 'content-type: multipart/form-data; boundary=x'), 415],
  'a kind of body that is none': [post('{}', 'content-type: ;;;'), 415],
}

// Only the server's own words: what nobody may read about where and on what it runs.
const leaks = /\n\s+at |node_modules|\.[jt]s:\d|fastify|FST_|node:|HPE_|root:x/i

test.each(Object.entries(requests))(
  'S8.1 %s is refused in the words of the server, which goes on',
  async (_, [sent, ...statuses]) => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    // The server may have said enough before all of it was sent.
    socket.on('error', () => {})
    socket.write(sent)
    let answer = ''
    for await (const text of socket.iterator({ destroyOnReturn: true })) {
      answer += text
      if (/\r\n\r\n.*(\}|<\/html>\s*|0\r\n\r\n)$/s.test(answer)) break
    }
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(statuses).toContain(Number(head.split(' ')[1]))
    // Node answers two of them itself, in one line; a page that is not there is a page.
    if (head.includes('content-type: application/problem+json')) Problem.parse(JSON.parse(body))
    else expect(body).toMatch(/^(<!doctype html>.*|0)?$/s)
    expect(answer).not.toMatch(leaks)
    expect((await app.inject('/healthz')).statusCode).toBe(200)
  },
)
