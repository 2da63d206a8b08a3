import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

// A server written from the specification alone, with made-up data. The server shares no code with the product, and
// returns only fields that the specification requires.

type Received = { call: string; body: unknown; accept?: string | undefined; authorization?: string | undefined }

const portal = join(import.meta.dirname, '../web/dist')
const types: Record<string, string> = { '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml' }
const regions = [{ id: 7, name: 'Voorbeeldstad' }]
const waste = { systems: [{ id: 3, name: 'Ondergronds' }], waste_types: [{ id: 'glass', name: 'Glas' }] }
const address = {
  alias: 'dorp-12',
  object_code: 'V-12',
  street: 'Dorpsstraat',
  house_number: 12,
  postal_code: '1234AB',
}
const system = { ...address, alias: 'plein-1', street: 'Plein', house_number: 1, waste_types: ['glass'] }
const cleared = (year: string | null) => [
  { id: 1, waste_type: 'gft', cleared_at: `${year ?? new Date().getFullYear()}-01-02T07:31:00+01:00` },
]

/** Starts a server for an employee with these roles. Returns its URL and the calls that it has received. */
export async function serveSpecification(roles: string[]) {
  const received: Received[] = []
  const replies: Record<string, (body: Record<string, unknown>, year: string | null) => unknown> = {
    'POST /api/auth/refresh': () => ({ access_token: 'renewed' }),
    'POST /api/v1/counter/user/auth/login': () => ({ access_token: 'first' }),
    'POST /api/v1/counter/user/auth/logout': () => null,
    'GET /api/v1/user/auth/user': () => ({ email: 'kim@voorbeeld.example' }),
    'GET /api/v1/counter/meta': () => ({ user: { roles }, municipalities: regions, ...waste }),
    'POST /api/v1/counter/addresses/search': () => [address, { ...address, alias: 'dorp-14', house_number: 14 }],
    'GET /api/v1/counter/addresses/municipalities': () => regions,
    'GET /api/v1/counter/addresses/dorp-12': () => address,
    'GET /api/v1/counter/addresses/dorp-12/equipment': () => [{ id: 1, waste_type: 'gft' }],
    'GET /api/v1/counter/addresses/dorp-12/clearances': (_, year) => cleared(year),
    'POST /api/v1/counter/collection-system/search': () => [system, { ...system, alias: 'plein-2', house_number: 2 }],
    'GET /api/v1/counter/collection-system/meta': () => waste,
    'GET /api/v1/counter/collection-system/plein-1': () => system,
    'GET /api/v1/counter/collection-system/plein-1/equipment': () => [{ id: 2, waste_type: 'glass' }],
    'GET /api/v1/counter/collection-system/plein-1/clearances': (_, year) => cleared(year),
    'POST /api/v1/counter/services/search': ({ environmental_pass_number }) => ({ environmental_pass_number }),
    'POST /api/v1/counter/services/register': ({ rolls }) => ({ rolls }),
  }
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    if (!pathname.startsWith('/api/')) {
      const file = await readFile(join(portal, pathname)).catch(() => readFile(join(portal, 'index.html')))
      return response.setHeader('content-type', types[extname(pathname)] ?? 'text/html').end(file)
    }
    const text = (await request.toArray()).join('')
    const body = text === '' ? undefined : JSON.parse(text)
    const call = `${request.method} ${pathname}`
    const { accept, authorization, cookie } = request.headers
    received.push({ call: `${request.method} ${request.url}`, body, accept, authorization })
    const end = (status: number, json?: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(json && JSON.stringify(json))
    if (body?.password === 'onjuist') return end(422, { message: 'Klopt niet', errors: { password: ['Onbekend'] } })
    if (call.endsWith('/login')) response.setHeader('set-cookie', 'auth.loket=here; Path=/')
    else if (!authorization && !cookie?.includes('auth.loket=here')) return end(401, { message: 'Log in', errors: {} })
    const data = replies[call]?.(body, searchParams.get('year'))
    if (data === undefined) return end(404, { message: 'Deze aanroep is er niet', errors: {} })
    return data === null ? end(204) : end(200, { data })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, received, close: () => server.close() }
}
