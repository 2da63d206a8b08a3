import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { sendError } from '../platform/http/errors.ts'
import type { OrganisationSettings } from '../platform/runtime/organisations.ts'
import { servePortal } from './portal.ts'

const root = `${await mkdtemp(join(tmpdir(), 'rd4-loket-portal-'))}/`
await mkdir(`${root}assets`)
await writeFile(
  `${root}index.html`,
  '<!doctype html><p>Alle schermen</p><meta nonce="%CSP_NONCE%" content="%API_HOST%"><meta content="%JWT_TTL%"><meta content="%CALENDAR_SOURCE%"><meta content="%MAP_TILES%"><meta content="%MAP_CREDIT%"><meta content="%ORGANISATIONS%"><i>%PORTAL_VERSION%</i>',
)
await writeFile(`${root}screens.json`, JSON.stringify(['/', '/address', '/address/$alias']))
const app = fastify()
app.setErrorHandler(sendError)
const map = { map_tiles: 'https://tiles.rd4.example/{z}/{x}/{y}.png', map_credit: 'Kadaster & "<co>"' }
const source = { api_host: 'https://api.rd4.example', jwt_ttl_minutes: 45, calendar_source: 'sample' } as const
const organisations = [{ id: 'heerlen', name: 'Gemeente "Heerlen"' }] as OrganisationSettings[]
await servePortal(app, { ...source, ...map, organisations, root })
afterAll(async () => {
  await app.close()
  await rm(root, { recursive: true })
})

test.each([
  ['/', 200],
  ['/address', 200],
  ['/address/', 200],
  ['/Address?street=akerstraat', 200],
  ['/address/a1?year=2026', 200],
  ['/bestaat-niet', 404],
  ['/address/a1/b2', 404],
  ['/addressen', 404],
  ['/?a=/address', 200],
])('S8.2 %s returns the page of the portal with status %i', async (url, status) => {
  for (const method of ['GET', 'HEAD'] as const) {
    const response = await app.inject({ method, url })
    expect(response.statusCode).toBe(status)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
  }
})

test.each(['/api', '/api?x=1', '/API/v1/counter/meta', '/assets/gone.js'])(
  '%s returns 404 as a problem',
  async (url) => {
    const response = await app.inject({ url })
    expect(response.statusCode).toBe(404)
    expect(response.headers['content-type']).toBe('application/problem+json')
  },
)

test('S7.15 the page contains the API host, JWT_TTL, the calendar source, and a nonce that differs per visit', async () => {
  const [first, second] = [await app.inject('/'), await app.inject('/')]
  const [, nonce] = /nonce="([^"]+)"/.exec(first.body) ?? []
  expect(first.headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
  expect(first.headers['content-security-policy']).toContain('https://api.rd4.example')
  expect(first.headers['content-security-policy']).toMatch(/; report-to csp$/)
  expect(first.headers['reporting-endpoints']).toBe('csp="/api/csp-reports"')
  expect(first.body).toContain('content="https://api.rd4.example"')
  expect(first.body).toContain('content="45"')
  expect(first.body).toContain('content="sample"')
  expect(second.body).not.toContain(nonce)
})

test('allows images of the map server, and contains the credit of the map, when a map is set', async () => {
  const { body, headers } = await app.inject('/')
  expect(headers['content-security-policy']).toContain("img-src 'self' data: https://tiles.rd4.example;")
  expect(body).toContain('content="https://tiles.rd4.example/{z}/{x}/{y}.png"')
  expect(body).toContain('content="Kadaster &#38; &#34;&#60;co&#62;&#34;"')
})

test('S7.15 the page contains the organisations where employees can log in', async () => {
  const { body } = await app.inject('/login')
  const organisations = '[{"id":"heerlen","name":"Gemeente \\"Heerlen\\""}]'
  expect(body).toContain(`content="${organisations.replaceAll('"', '&#34;')}"`)
})

test('allows no images of other hosts when no map is set', async () => {
  const plain = fastify()
  const unset = { api_host: undefined, map_tiles: undefined, map_credit: '', organisations: [] }
  await servePortal(plain, { ...unset, jwt_ttl_minutes: 60, calendar_source: 'api', root })
  const { body, headers } = await plain.inject('/')
  expect(headers['content-security-policy']).toContain("img-src 'self' data:;")
  expect(body).not.toContain('MAP_')
  expect(body).toContain('<meta content=""><i>')
  await plain.close()
})

test('the page contains its version, and the header portal-version changes when the files of the portal change', async () => {
  const page = await app.inject('/')
  const version = page.headers['portal-version']
  expect(page.body).toContain(`<i>${version}</i>`)
  const request = () => app.inject({ method: 'HEAD', url: '/address' })
  expect((await request()).headers['portal-version']).toBe(version)
  await writeFile(`${root}index.html`, '<!doctype html><p>Alle schermen, en nog een')
  expect((await request()).headers['portal-version']).not.toBe(version)
})
