import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { sendError } from '../platform/http/errors.ts'
import { servePortal } from './portal.ts'

const root = `${await mkdtemp(join(tmpdir(), 'rd4-loket-portal-'))}/`
await mkdir(`${root}assets`)
await writeFile(
  `${root}index.html`,
  '<!doctype html><p>Alle schermen</p><meta nonce="%CSP_NONCE%" content="%API_HOST%"><meta content="%CALENDAR_SOURCE%"><meta content="%MAP_TILES%"><meta content="%MAP_CREDIT%"><i>%PORTAL_VERSION%</i>',
)
await writeFile(`${root}screens.json`, JSON.stringify(['/', '/address', '/address/$alias']))
const app = fastify()
app.setErrorHandler(sendError)
const map = { map_tiles: 'https://tiles.rd4.example/{z}/{x}/{y}.png', map_credit: 'Kadaster & "<co>"' }
await servePortal(app, { api_host: 'https://api.rd4.example', calendar_source: 'sample', ...map, root })
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
])('S8.2 %s is the page of all screens, with status %i', async (url, status) => {
  for (const method of ['GET', 'HEAD'] as const) {
    const response = await app.inject({ method, url })
    expect(response.statusCode).toBe(status)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
  }
})

test.each(['/api', '/api?x=1', '/API/v1/counter/meta', '/assets/gone.js'])('%s is no page', async (url) => {
  const response = await app.inject({ url })
  expect(response.statusCode).toBe(404)
  expect(response.headers['content-type']).toBe('application/problem+json')
})

test('S7.15 tells the page its host, where its calendar comes from, and its nonce, another one at every visit', async () => {
  const [one, two] = [await app.inject('/'), await app.inject('/')]
  const [, nonce] = /nonce="([^"]+)"/.exec(one.body) ?? []
  expect(one.headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
  expect(one.headers['content-security-policy']).toContain('https://api.rd4.example')
  expect(one.body).toContain('content="https://api.rd4.example"')
  expect(one.body).toContain('content="sample"')
  expect(two.body).not.toContain(nonce)
})

test('lets pictures in from the server of the map alone, and names whose map it is', async () => {
  const { body, headers } = await app.inject('/')
  expect(headers['content-security-policy']).toContain("img-src 'self' data: https://tiles.rd4.example;")
  expect(body).toContain('content="https://tiles.rd4.example/{z}/{x}/{y}.png"')
  expect(body).toContain('content="Kadaster &#38; &#34;&#60;co&#62;&#34;"')
})

test('lets in no picture of another host where no setting names one', async () => {
  const plain = fastify()
  await servePortal(plain, { api_host: undefined, calendar_source: 'api', map_tiles: undefined, map_credit: '', root })
  const { body, headers } = await plain.inject('/')
  expect(headers['content-security-policy']).toContain("img-src 'self' data:;")
  expect(body).not.toContain('MAP_')
  await plain.close()
})

test('tells a page which version it is, and an open page that there is another one', async () => {
  const page = await app.inject('/')
  const version = page.headers['portal-version']
  expect(page.body).toContain(`<i>${version}</i>`)
  const asked = () => app.inject({ method: 'HEAD', url: '/address' })
  expect((await asked()).headers['portal-version']).toBe(version)
  await writeFile(`${root}index.html`, '<!doctype html><p>Alle schermen, en nog een')
  expect((await asked()).headers['portal-version']).not.toBe(version)
})
