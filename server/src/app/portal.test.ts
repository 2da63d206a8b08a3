import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { themeMark } from '@rd4-loket/contract/general'
import { fastify } from 'fastify'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { sendError } from '../platform/http/errors.ts'
import type { OrganisationSettings } from '../platform/runtime/organisations.ts'
import { securityHeaders } from './headers.ts'
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
const look = { portal_name: 'Rd4 Loket', logo_file: undefined, theme_file: undefined }
const organisations = [{ id: 'heerlen', name: 'Gemeente "Heerlen"' }] as OrganisationSettings[]
await servePortal(app, { ...source, ...map, ...look, organisations, root })
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
  const unset = { ...look, api_host: undefined, map_tiles: undefined, map_credit: '', organisations: [] }
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

describe('with the look of a municipality', () => {
  const page = `${readFileSync(new URL('../../../web/index.html', import.meta.url), 'utf8')}<style>${themeMark}</style>`
  /** Returns a portal with the look, and the warnings in its log. */
  async function dressed(files: { theme?: string; 'logo.svg'?: string }) {
    const folder = `${await mkdtemp(join(tmpdir(), 'rd4-loket-look-'))}/`
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(`${folder}index.html`, page)
    await writeFile(`${folder}screens.json`, '["/login"]')
    await mkdir(`${folder}assets`)
    for (const [name, text] of Object.entries(files)) await writeFile(folder + name, text)
    const warnings: string[] = []
    const portal = fastify({ logger: { level: 'warn', stream: { write: (line) => warnings.push(line) } } })
    onTestFinished(() => portal.close())
    securityHeaders(portal, { public_url: undefined })
    const settings = { portal_name: 'Loket & Zo', theme_file: `${folder}theme`, logo_file: `${folder}logo.svg` }
    await servePortal(portal, { ...source, ...map, ...settings, organisations: [], root: folder })
    return { portal, warnings, body: (await portal.inject('/login')).body }
  }

  test('the page has the name, the colours and the logo of the settings, and no other part of the files', async () => {
    const theme =
      '.x-theme { --basis-color-accent-1-inverse-bg-document: hsl(0 100% 20%); --x: url(https://a.example) }'
    const logo = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const { portal, warnings, body } = await dressed({ theme, 'logo.svg': logo })
    const [, path = ''] = /href="(\/logo-[0-9a-f]{16})"/.exec(body) ?? []
    expect(body).toContain('<title>Loket &#38; Zo</title>')
    expect(body).toContain('<meta name="application-name" content="Loket &#38; Zo" />')
    expect(body).toContain('<meta name="theme-color" content="#660000" />')
    expect(body).toContain('<style>:root{--rd4-navy:#660000}</style>')
    expect(body).not.toMatch(/Rd4 Loket|favicon|a\.example/)
    const { headers, body: served } = await portal.inject(path)
    expect(served).toBe(logo)
    expect(headers).toMatchObject({ 'content-type': 'image/svg+xml', 'x-content-type-options': 'nosniff' })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(warnings).toEqual([])
  })

  test.each([
    ['a weak pair', ':root { --basis-color-default-color-document: #fff }'],
    ['an import', '@import "x.css"; :root { --basis-color-accent-1-inverse-bg-document: #600 }'],
    [
      'an end of the style',
      ':root { --basis-color-accent-1-inverse-bg-document: #600</style><script>alert(1)</script> }',
    ],
    ['a rule of its own', '.x-theme, body { display: none }'],
    ['no end', `:root { ${'/*'.repeat(200_000)}`],
    ['other bytes', '\u0000\ufffd{{{{}}}};;'],
  ])('a theme with %s has no effect but a warning', async (_, theme) => {
    const { warnings, body } = await dressed({ theme, 'logo.svg': '<svg/>' })
    expect(body).toContain('<meta name="theme-color" content="#0a366a" />')
    expect(body).toContain('<style></style>')
    expect(warnings).toEqual([expect.stringContaining('THEME_FILE has no effect')])
  })

  test('files that do not exist have no effect but a warning', async () => {
    const { warnings, body } = await dressed({})
    expect(body).toContain('href="/favicon.svg"')
    expect(warnings).toHaveLength(2)
  })
})
