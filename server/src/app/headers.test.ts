import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { logout, openCalendarFeed } from '@rd4-loket/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { insertAddress } from '../test/make.ts'
import { settings, testServer } from '../test/server.ts'
import { buildApp } from './app.ts'

const root = `${await mkdtemp(join(tmpdir(), 'rd4-loket-headers-'))}/`
await mkdir(`${root}assets`)
await writeFile(`${root}index.html`, '<!doctype html><meta nonce="%CSP_NONCE%">')
await writeFile(`${root}screens.json`, '["/"]')
await writeFile(`${root}favicon.svg`, '<svg xmlns="http://www.w3.org/2000/svg"/>')
await writeFile(`${root}assets/index-abc.js`, 'export {}')
await writeFile(`${root}assets/index-abc.js.br`, 'packed')

const { call, db, send, tokens } = await testServer()
const { alias } = await insertAddress(db)
const feed = new URL((await call('both', openCalendarFeed, { body: { address: alias } })).url)
const secure = { ...settings, public_url: 'https://loket.example', root }
const app = await buildApp({ db, reads: db }, tokens, secure)
afterAll(async () => {
  await app.close()
  await rm(root, { recursive: true })
})

const responses = {
  "the portal's page": ['/', 200, 'text/html; charset=utf-8', 'no-store'],
  'a missing page': ['/gone', 404, 'text/html; charset=utf-8', 'no-store'],
  'a page with an invalid URL': ['/%', 404, 'text/html; charset=utf-8', 'no-store'],
  'a file of the portal': [
    '/assets/index-abc.js',
    200,
    'application/javascript; charset=utf-8',
    'public, max-age=31536000, immutable',
  ],
  'a missing file of the portal': ['/assets/gone.js', 404, 'application/problem+json', 'no-store'],
  'the icon': ['/favicon.svg', 200, 'image/svg+xml', 'public, max-age=86400'],
  'a response of the API': ['/api/v1/openapi.json', 200, 'application/json', 'no-store'],
  'a problem of the API': ['/api/v1/counter/meta', 401, 'application/problem+json', 'no-store'],
  'an unknown call': ['/API/v1/gone', 404, 'application/problem+json', 'no-store'],
  'the calendar of an address': [feed.pathname, 200, 'text/calendar; charset=utf-8', 'private, max-age=3600'],
  'the public calendar': [
    '/api/v1/waste-calendar?postal_code=6411CD&house_number=118&year=2026',
    200,
    'application/json',
    'public, max-age=3600',
  ],
  'a rejected query of the public calendar': ['/api/v1/waste-calendar', 422, 'application/problem+json', 'no-store'],
  'the liveness check': ['/healthz', 200, 'application/json', 'no-store'],
  'the readiness check': ['/readyz', 200, 'application/json', 'no-store'],
  'the security contact': ['/.well-known/security.txt', 200, 'text/plain; charset=utf-8', 'public, max-age=86400'],
} satisfies Record<string, [url: string, status: number, type: string, caching: string]>

describe.each(Object.entries(responses))('%s', (_, [url, status, type, caching]) => {
  test.each(['GET', 'HEAD'] as const)('has the security and caching headers (%s)', async (method) => {
    const { statusCode, headers } = await app.inject({ method, url, headers: { 'accept-encoding': 'gzip' } })
    expect(statusCode).toBe(status)
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': caching,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('geolocation=()'),
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*frame-ancestors 'none'/)
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/)
    expect(headers).not.toHaveProperty('server')
    expect(headers).not.toHaveProperty('x-powered-by')
    expect('api-version' in headers).toBe(/^\/api/i.test(url))
    // If secrets were compressed together with text of an attacker, the length would reveal the secrets (BREACH).
    expect(headers).not.toHaveProperty('content-encoding')
  })
})

test('the content security policy allows only scripts and styles of the portal, and requires trusted types', async () => {
  const { headers } = await app.inject('/')
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]{24}';/)
  expect(policy).toMatch(/style-src 'self' 'nonce-[\w+/=]{24}';/)
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types ProseMirrorClipboard")
  expect(policy).toContain("base-uri 'none'; form-action 'self'")
})

test('sends the precompressed file of the portal to a client that accepts Brotli', async () => {
  const { headers, body } = await app.inject({ url: '/assets/index-abc.js', headers: { 'accept-encoding': 'br' } })
  expect(headers).toMatchObject({ 'content-encoding': 'br', vary: expect.stringContaining('accept-encoding') })
  expect(body).toBe('packed')
})

test('sends no Strict-Transport-Security when PUBLIC_URL is not an https URL', async () => {
  expect((await send('both', logout, {})).headers).not.toHaveProperty('strict-transport-security')
})

test('a logout clears the cookie, cache and storage of the browser', async () => {
  expect((await send('bsgw', logout, {})).headers).toMatchObject({
    'clear-site-data': '"cache", "storage"',
    'set-cookie': expect.stringMatching(/^__Host-auth\.loket\.session=; .*Expires=Thu, 01 Jan 1970/),
  })
})

test('security.txt has a contact and expires within a year (RFC 9116)', async () => {
  const lines = (await app.inject('/.well-known/security.txt')).body.trim().split('\n')
  const fields = Object.fromEntries(lines.map((line) => line.split(/: (.*)/).slice(0, 2)))
  expect(fields).toMatchObject({
    Contact: 'mailto:security@loket.example',
    Canonical: 'https://loket.example/.well-known/security.txt',
  })
  const days = (Date.parse(fields['Expires']) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
  const contact = 'https://rd4.example/kwetsbaarheid-melden'
  const other = await buildApp({ db, reads: db }, tokens, { ...settings, security_contact: contact })
  expect((await other.inject('/.well-known/security.txt')).body).toContain(`Contact: ${contact}\n`)
  await other.close()
})
